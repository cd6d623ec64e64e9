/** French puts a space before these signs, and no line may begin with one. Other languages have no space there. */
export const withFirmSpaces = (text: string): string =>
  text.replaceAll(/ (?=[:;?!»])|(?<=«) /g, '\u00a0')
