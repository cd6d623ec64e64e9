/** Bank accounts in Algeria (relevé d'identité bancaire, RIB). */
import { z } from 'zod'
import { isRib, RIB } from './is-rib.ts'
import { named } from './named.ts'

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
