import { isRib } from '@wasl/protocol'

/** The bank account with the partners' money. */
export type ClientsAccount = { name: string; rib: string }

/** @example clientsAccountOf('00799999001234567803 SARL Wasl') */
export const clientsAccountOf = (text: string): ClientsAccount | undefined => {
  const [rib = '', ...words] = text.trim().split(/\s+/)
  const name = words.join(' ')
  return isRib(rib) && name !== '' ? { name, rib } : undefined
}
