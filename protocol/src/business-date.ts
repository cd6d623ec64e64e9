/** Business dates: days in the time zone of the operator (D31). */
import { z } from 'zod'
import { named } from './named.ts'

/** A business date, such as `2026-11-22`. */
export const businessDateSchema = z.iso
  .date({ error: 'expected a date such as 2026-11-22' })
  .meta({ description: 'A day in the time zone of the operator (D31).', format: 'date' })

named({ BusinessDate: businessDateSchema })
