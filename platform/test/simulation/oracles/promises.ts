import type { PaymentStage } from '@wasl/protocol'
import type pg from 'pg'
import type { PaymentRow } from '../../../src/payments/payment-row.ts'
import type { Report } from './report.ts'

/** What a channel knows of a payment from the answers that it got. */
export type KnownPayment = {
  paymentId: string
  partnerId: number
  channelId: number
  reference: string
  /** Centimes. */
  amount: number
  lockExpiresMs: number
  /** What was asked for, answered or not: it may have happened. */
  asked: Set<'confirm' | 'cancel' | 'fail' | 'refund'>
  /** What was acknowledged: it holds for ever. */
  outcome: 'paid' | 'released' | null
  paidAt: string | null
  /** Refunds that were acknowledged: their id and centimes. */
  refunds: Map<string, number>
}

/** How long a key is kept (D21). It counts from the answer, which is a little later than the row. */
const KEY_KEPT_MS = 23 * 3_600_000

/**
 * A small model of what the platform has promised. An answer that was received must hold in every
 * later answer and in the database at the end; money that was acknowledged is neither lost nor doubled.
 */
export const createPromises = (start: Date, nowMs: () => number, report: Report) => {
  const payments = new Map<string, KnownPayment>()
  /** What was acknowledged under each Idempotency-Key, and when. */
  const keys = new Map<string, { answer: string; atMs: number }>()

  const sinceStart = (at: Date): number => at.getTime() - start.getTime()

  const compare = (known: KnownPayment, stage: PaymentStage, paidAt: Date | null): void => {
    const { paymentId } = known
    const outcome = outcomeOf(stage)
    if (known.outcome !== null && outcome !== known.outcome)
      report(`payment ${paymentId} was acknowledged as ${known.outcome}, and is now ${stage}`)
    if (outcome === 'paid' && !known.asked.has('confirm'))
      report(`payment ${paymentId} is ${stage}, and nobody confirmed it`)
    const isEarly = nowMs() < known.lockExpiresMs
    if (outcome === 'released' && isEarly && !known.asked.has('cancel') && !known.asked.has('fail'))
      report(`payment ${paymentId} is released before its lock lapsed`)
    known.outcome ??= outcome
    const paid = paidAt?.toISOString() ?? null
    if (paid !== null && known.paidAt !== null && paid !== known.paidAt)
      report(`payment ${paymentId} was paid at ${known.paidAt}, and now at ${paid}`)
    known.paidAt ??= paid
  }

  return {
    payments,

    /** A success was answered under a key: as long as the key is kept, nothing else is. */
    answeredUnder(key: string, answer: string): void {
      const first = keys.get(key)
      if (first !== undefined && nowMs() - first.atMs < KEY_KEPT_MS) {
        if (first.answer !== answer)
          report(`the key ${key} was answered with ${first.answer}, and now with ${answer}`)
        return
      }
      keys.set(key, { answer, atMs: nowMs() })
    },

    /** An opening was refused: only a confirmation makes a reference paid. */
    openingRefused(partnerId: number, reference: string, code: string): void {
      if (code !== 'REFERENCE409_ALREADY_PAID') return
      const ofReference = [...payments.values()].filter(
        (one) => one.partnerId === partnerId && one.reference === reference,
      )
      if (!ofReference.some(({ asked }) => asked.has('confirm')))
        report(`reference ${reference} of partner ${partnerId} is paid, and nobody confirmed it`)
    },

    /** An opening was answered. `price` is what the partner asked for; null when nobody knows it. */
    opened(row: PaymentRow, price: number | null, key: string | null, isNewKey: boolean): void {
      const known = payments.get(row.payment_id)
      if (key !== null) this.answeredUnder(key, `payment ${row.payment_id}`)
      if (known) return compare(known, row.stage, row.paid_at)
      if (price !== null && isNewKey && row.amount !== price)
        report(`payment ${row.payment_id} opened at ${row.amount}, the partner asks for ${price}`)
      const others = [...payments.values()].filter(
        (other) => other.partnerId === row.partner_id && other.reference === row.reference,
      )
      const paid = others.find(({ outcome }) => outcome === 'paid')
      if (paid) report(`payment ${row.payment_id} opened, and ${paid.paymentId} is paid`)
      payments.set(row.payment_id, {
        paymentId: row.payment_id,
        partnerId: row.partner_id,
        channelId: row.channel_id,
        reference: row.reference,
        amount: row.amount,
        lockExpiresMs: sinceStart(row.lock_expires_at),
        asked: new Set(),
        outcome: null,
        paidAt: null,
        refunds: new Map(),
      })
    },

    /** A payment was shown, by a change, a reading or a status. */
    seen(known: KnownPayment, stage: PaymentStage, amount: number, paidAt: Date | null): void {
      if (amount !== known.amount)
        report(`payment ${known.paymentId} is of ${known.amount}, and now of ${amount}`)
      compare(known, stage, paidAt)
    },

    /** A change was refused: only for a reason that is there. */
    refused(known: KnownPayment, code: string, amount: number | null): void {
      const { paymentId, asked, outcome } = known
      const isLapsed = nowMs() >= known.lockExpiresMs
      if (code === 'PAYMENT404_NOT_FOUND') report(`payment ${paymentId} is not found`)
      if (code === 'PAYMENT409_LOCK_LOST' && (!isLapsed || outcome === 'paid'))
        report(`payment ${paymentId} lost its lock before the lock lapsed`)
      if (code === 'PAYMENT409_AMOUNT_MISMATCH' && (amount === null || amount === known.amount))
        report(`the amount of payment ${paymentId} is refused, and was the right one`)
      if (code === 'PAYMENT409_WRONG_STAGE' && asked.size < 2 && outcome === null)
        report(`payment ${paymentId} has a wrong stage, and nothing else was asked of it`)
    },

    /** A refund was acknowledged. */
    refunded(known: KnownPayment, refundId: string, amount: number): void {
      const before = known.refunds.get(refundId)
      if (before !== undefined && before !== amount)
        report(`refund ${refundId} is of ${before}, and now of ${amount}`)
      known.refunds.set(refundId, amount)
      const sum = [...known.refunds.values()].reduce((total, each) => total + each, 0)
      if (sum > known.amount)
        report(`the refunds of payment ${known.paymentId} are ${sum}, of ${known.amount}`)
    },

    /** Compares everything that was promised with the database. */
    async check(client: pg.ClientBase): Promise<void> {
      const { rows } = await client.query<StoredPayment>({ name: 'simulation-money', text: STORED })
      const stored = new Map(rows.map((row) => [row.payment_id, row]))
      for (const known of payments.values()) {
        const row = stored.get(known.paymentId)
        if (row === undefined) {
          report(`payment ${known.paymentId} was acknowledged, and is lost`)
          continue
        }
        this.seen(known, row.stage, row.amount, row.paid_at)
        const booked = outcomeOf(row.stage) === 'paid' ? known.amount : 0
        if (row.collected !== booked)
          report(`payment ${known.paymentId}: the books have ${row.collected}, not ${booked}`)
        for (const [refundId, amount] of known.refunds)
          if (row.refunds?.[refundId] !== amount)
            report(`refund ${refundId} of ${amount} was acknowledged, and is lost`)
      }
    },
  }
}

export type Promises = ReturnType<typeof createPromises>

const outcomeOf = (stage: PaymentStage): 'paid' | 'released' | null => {
  if (stage === 'locked') return null
  return stage === 'released' ? 'released' : 'paid'
}

type StoredPayment = {
  payment_id: string
  stage: PaymentStage
  amount: number
  paid_at: Date | null
  collected: number
  refunds: Record<string, number> | null
}

const STORED = `
  select payment_id, stage, amount, paid_at, coalesce((
      select sum(case when credit_kind = 'partner_payable' then transfer.amount
        else -transfer.amount end)
      from ledger_transfers transfer
      where transfer.partner_id = payments.partner_id and source_id = payment_id
        and code = 'COLLECT'
    ), 0)::bigint as collected, (
      select jsonb_object_agg(refund_id, refunds.amount)
      from refunds
      where refunds.partner_id = payments.partner_id
        and refund_id between payment_id and event_id_of(payment_id, 255)
    ) as refunds
  from payments`
