/** The check of a RIB, without a schema: screens use it too, whose policy forbids what zod tries. */

export const RIB = /^[0-9]{20}$/

/**
 * Whether a text is a RIB: 3 digits of the bank, 5 of the branch, 10 of the account, and 2 check digits
 * over branch and account. A post office account (CCP) has the bank 007 and the branch 99999.
 *
 * @example isRib('00799999001234567803')
 */
export const isRib = (text: string): boolean => {
  if (!RIB.test(text)) return false
  const checked = Number((BigInt(text.slice(3, 18)) * 100n) % 97n)
  return Number(text.slice(18)) === 97 - checked
}
