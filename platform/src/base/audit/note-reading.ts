import type pg from 'pg'
import { maskedPhone } from '../typed/masked-phone.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from './append.ts'

export type Reading = {
  /** WHOLE_PLATFORM for rows of no partner, or of several. */
  partnerId: number
  /** The wire id of what was read. */
  subject: string
  /** What of a person it has. */
  of: 'labels' | 'caller'
  details?: Record<string, unknown>
}

/** Notes that somebody reads what a payer or a caller said of themselves (W269), before it is answered. */
export const notePersonalReading = (
  pool: pg.Pool,
  by: Actor,
  { partnerId, subject, of, details = {} }: Reading,
): Promise<void> =>
  appendAudit(pool, by, {
    partnerId,
    action: 'personal-data.read',
    subject,
    details: { of, ...details },
  })

/** Notes that somebody looks for a phone number, if the text is one. */
export const notePhoneSearch = async (
  pool: pg.Pool,
  by: Actor,
  { typed, partnerId = WHOLE_PLATFORM }: { typed: string | undefined; partnerId?: number },
): Promise<void> => {
  const phone = typed === undefined ? null : maskedPhone(typed)
  if (phone === null) return
  await appendAudit(pool, by, { partnerId, action: 'personal-data.search', subject: phone })
}
