/**
 * What a restored database needs before a process may start on it. Each step can be counted without a
 * change, and is done in a transaction of its own.
 */
import type pg from 'pg'
import { countOf } from './count-of.ts'
import { wipeUnpaid, countUnpaid, type Code } from './single-uses.ts'

export type Done = {
  /** What was counted, for the record. */
  counts: Record<string, number>
  /** QR codes that somebody must look at. */
  codes?: Code[]
}

export type Step = {
  name: 'locks' | 'numbers' | 'single-uses'
  /** In front of the counts, as a sentence without its end. */
  says: string
  count(client: pg.ClientBase): Promise<Done>
  make(tx: pg.ClientBase, options: StepOptions): Promise<Done>
}

export type StepOptions = { lockHours: number }

/** Channels and partners know numbers that were given after the moment of the restore. */
const NUMBERS_SKIPPED = 1_000

/**
 * Without it, a payment that was open at the moment of the restore and paid after it fails in the first
 * second, and its partner, which received payment.success, receives payment.fail.
 */
const LOCKS: Step = {
  name: 'locks',
  says: 'Payments that are open, whose locks end later',
  async count(client) {
    return { counts: { payments: await countOf(client, 'open_locks') } }
  },
  async make(tx, { lockHours }) {
    const { rowCount } = await tx.query(
      `with moved as (
        update payments set lock_expires_at =
          greatest(payments.lock_expires_at, wasl_now() + make_interval(hours => $1))
        from open_locks
        where (payments.partner_id, payments.payment_id) = (open_locks.partner_id, open_locks.payment_id)
          and payments.stage = 'locked'
        returning payments.partner_id, payments.payment_id, payments.lock_expires_at
      )
      update open_locks set lock_expires_at = moved.lock_expires_at
      from moved
      where (open_locks.partner_id, open_locks.payment_id) = (moved.partner_id, moved.payment_id)`,
      [lockHours],
    )
    return { counts: { payments: rowCount ?? 0 } }
  },
}

/** Without it, a new partner or channel gets the number of one that was made after the moment. */
const NUMBERS: Step = {
  name: 'numbers',
  says: `Sequences of numbers, which skip ${NUMBERS_SKIPPED}`,
  async count(client) {
    return { counts: { sequences: await countOf(client, SEQUENCES) } }
  },
  async make(tx) {
    const { rowCount } = await tx.query(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass,
        coalesce(last_value, start_value) + $1)
      from ${SEQUENCES}`,
      [NUMBERS_SKIPPED],
    )
    return { counts: { sequences: rowCount ?? 0 } }
  },
}

/** The numbers of restores are known to nobody outside. */
const SEQUENCES = `pg_sequences where schemaname = 'public' and sequencename <> 'restores_restore_id_seq'`

/** Without it, a payer whose single use was paid after the moment is asked to pay it again. */
const SINGLE_USES: Step = {
  name: 'single-uses',
  says: 'Single-use amounts that were unpaid: removed from static codes, their dynamic codes disabled',
  count: countUnpaid,
  make: wipeUnpaid,
}

export const STEPS: readonly Step[] = [LOCKS, NUMBERS, SINGLE_USES]
