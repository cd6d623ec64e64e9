import type pg from 'pg'
import type { OperatorActor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { Refusal } from '../../base/refusal.ts'
import { wrongStatus } from './decide.ts'
import { lockRefund } from './read.ts'
import type { RefundRow } from './refund-row.ts'
import { actorOf } from './request.ts'
import { moveRefund } from './transition.ts'

/** What a line of the bank account says about a refund: the number is that of the transfer. */
export type BankSaid = {
  refundId: string
  bankLineId: string
  code: 'REFUND_PAID' | 'REFUND_RETURNED'
  line: number
  by: OperatorActor
}

type Recorded = { ok: true } | Refusal<'REFUND404_NOT_FOUND' | 'REFUND409_WRONG_STATUS'>

/**
 * Records that the bank has paid a refund, or that what it paid came back: then the refund is due again,
 * and the payer's earlier code is void (D28). The same line again changes nothing.
 */
export const recordBankRefund = (pool: pg.Pool, said: BankSaid): Promise<Recorded> =>
  withTransaction(pool, async (tx): Promise<Recorded> => {
    const refund = await lockRefund(tx, said.refundId)
    if (refund === null) return { ok: false, code: 'REFUND404_NOT_FOUND' }
    if (await isRecorded(tx, refund, said)) return { ok: true }
    if (nextTransfer(refund, said.code) !== said.line) return wrongStatus(refund.status)
    const { partner_id: partnerId } = refund
    const common = {
      partnerId,
      refundId: said.refundId,
      by: said.by.holder,
      actor: actorOf(said.by),
    }
    if (said.code === 'REFUND_PAID') {
      await moveRefund(tx, { ...common, cause: 'pay', payer: { bankLineId: said.bankLineId } })
      return { ok: true }
    }
    await moveRefund(tx, { ...common, cause: 'return' })
    await tx.query('delete from refund_codes where partner_id = $1 and refund_id = $2', [
      partnerId,
      said.refundId,
    ])
    return { ok: true }
  })

/**
 * The number of the transfer that the bank can cause now; null when it can cause none: a refund that is
 * not made cannot be paid, and only what the bank has paid can come back.
 */
export const nextTransfer = (
  { status, times_paid: timesPaid, bank_line_id: bankLineId }: RefundRow,
  code: BankSaid['code'],
): number | null => {
  if (code === 'REFUND_PAID') return status === 'made' ? timesPaid + 1 : null
  return status === 'paid' && bankLineId !== null ? timesPaid : null
}

const isRecorded = async (
  tx: pg.ClientBase,
  { partner_id: partnerId, refund_id: refundId }: RefundRow,
  { code, line }: BankSaid,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select from ledger_transfers
    where partner_id = $1 and source_id = $2 and code = $3 and line = $4
      and 'bank' in (debit_kind, credit_kind)`,
    [partnerId, refundId, code, line],
  )
  return rowCount === 1
}
