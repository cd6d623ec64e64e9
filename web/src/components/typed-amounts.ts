import { typedDinars } from './api-form.tsx'

/** `500 ; 1 250,50` as amounts; null when one of them is not an amount. */
export const typedAmounts = (typed: string): number[] | null => {
  const parts = typed.split(/[;؛\n]/).map((part) => part.trim())
  const amounts = parts.filter((part) => part !== '').map(typedDinars)
  return amounts.includes(null) ? null : (amounts as number[])
}

/** Amounts as the field shows them, to be changed. */
export const amountsToType = (amounts: readonly number[]): string =>
  amounts.map((dinars) => String(dinars).replace('.', ',')).join(' ; ')
