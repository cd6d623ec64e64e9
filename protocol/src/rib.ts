/** Bank accounts in Algeria (relevé d'identité bancaire, RIB). */
import { z } from 'zod'
import { named } from './named.ts'

const RIB = /^[0-9]{20}$/

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

/** A RIB, without spaces. A wrong digit is refused: it would pay somebody else. */
export const ribSchema = z
  .string()
  .refine(isRib, {
    error:
      'expected the 20 digits of a RIB without spaces, whose last two fit the others; compare them ' +
      'with the bank’s own document',
  })
  .meta({ pattern: RIB.source, description: 'A bank account in Algeria: 20 digits.' })

named({ Rib: ribSchema })
