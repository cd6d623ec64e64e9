/**
 * The text with spaces that no line breaks at. French puts a space before these signs, and no line may
 * begin with one of them. Other languages have no space there.
 *
 * @example withFirmSpaces('Total : 6') // 'Total\u00a0: 6'
 */
export const withFirmSpaces = (text: string): string =>
  text.replaceAll(/ (?=[:;?!»])|(?<=«) /g, '\u00a0')
