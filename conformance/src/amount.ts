/** Dinars for a reader: 59 980.00. */
export const shownAmount = (dinars: number): string => {
  const [whole = '', centimes = ''] = dinars.toFixed(2).split('.')
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')}.${centimes}`
}
