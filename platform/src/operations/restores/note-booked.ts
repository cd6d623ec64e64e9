import type { Logger } from 'pino'
import { partnerWireId } from '../../base/wire-ids.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { findLivePayment } from '../../payments/find-live.ts'
import type { GapsOf } from './gaps-of.ts'
import { openCase } from './open-case.ts'

/** A reference that a channel wanted to open, and that its partner has booked. */
export type Booked = {
  partnerId: number
  reference: string
  wanted: string
  /** The wire id of the channel. */
  by: string
  /** What the partner said. */
  answer: string
}

export type NoteBooked = (booked: Booked) => Promise<void>

/**
 * Opens a follow-up when a partner says that a reference is paid, soon after a restore, and the database has no
 * payment of it that is paid (W296): the partner may have been told of it in the lost minutes. It may have been paid
 * in another way, too. Never throws: the caller has its answer either way.
 */
export const createNoteBooked = (cells: EveryCell, gapsOf: GapsOf, log: Logger): NoteBooked => {
  return async ({ partnerId, reference, wanted, by, answer }) => {
    try {
      await cells.at(partnerId, async (db) => {
        const gaps = await gapsOf(db)
        if (!gaps.some(({ isRecent }) => isRecent)) return
        const live = await findLivePayment(db.hot, partnerId, reference)
        if (live?.stage === 'paid' || live?.stage === 'refunded') return
        const { rows } = await db.pool.query<{ subject: string }>(
          `select md5(format('reference %s %s', $1::int, $2::text))::uuid as subject`,
          [partnerId, reference],
        )
        const one = {
          partnerId,
          subject: rows[0]?.subject as string,
          paymentId: live?.payment_id ?? null,
          words: [`reference ${reference}`, `${by}: ${wanted}`, answer].join('\n'),
          details: { named: reference, wanted, by },
        }
        await openCase(db.pool, one, log)
      })
    } catch (error) {
      const subject = { partnerId: partnerWireId(partnerId), reference }
      log.error({ err: error, ...subject }, 'what a partner has booked could not be noted')
    }
  }
}
