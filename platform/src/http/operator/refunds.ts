import type { ErrorCode, ErrorCodeOf, QueryOf, Refund } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import type { OperatorActor } from '../../base/audit/append.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { findBankLine } from '../../money/bank/find.ts'
import { matchBankLine } from '../../money/bank/match.ts'
import type { ManualPostings } from '../../money/bank/posting-requests.ts'
import { approveRefund, declineRefund } from '../../payments/refunds/decide.ts'
import { listRefunds, type RefundFilter } from '../../payments/refunds/list.ts'
import { readRefund } from '../../payments/refunds/read.ts'
import { issueMissingCode, reissueCode } from '../../payments/refunds/reissue-code.ts'
import { requestRefund, type RefundAnswer } from '../../payments/refunds/request.ts'
import type { Refusal } from '../../base/refusal.ts'
import { partnerNumber } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { refundBody } from '../bodies/refund.ts'
import { refused } from '../channel/channel.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { Refuse } from '../server/routes.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Refunds in the operator API (D28). */
export const refunds = ({
  db,
  everyCell,
  manual,
  refunds: deps,
}: RouteDeps): OperatorHandlers<'refunds'> => ({
  async createRefund({ params, body, caller, idempotency }, refuse) {
    if (idempotency === null) throw new Error('a required Idempotency-Key was not checked')
    const result = await requestRefund(deps, {
      paymentId: params.paymentId.toLowerCase(),
      amount: body.amount === undefined ? null : centimesOf(body.amount),
      reason: body.reason,
      operator: caller.operator,
      by: caller.actor,
      idempotency,
    })
    return answered(result, refuse)
  },

  async listRefunds({ query }) {
    const beforeId = readCursor(query.cursor, readUuid)
    const page = { limit: query.limit + 1, beforeId }
    const rows = await listRefunds(db.operatorLists, filterOf(query), page)
    return pageOf(rows, query.limit, { idOf: (row) => row.refund_id, toItem: refundBody })
  },

  async readRefund({ params }, refuse) {
    const refund = await readRefund(db.operatorLists, params.refundId.toLowerCase())
    if (refund === null) throw refuse('REFUND404_NOT_FOUND')
    return refundBody(refund)
  },

  async approveRefund({ params, caller }, refuse) {
    const refundId = params.refundId.toLowerCase()
    return answered(await approveRefund(deps, { refundId, by: caller.actor }), refuse)
  },

  async declineRefund({ params, caller }, refuse) {
    const refundId = params.refundId.toLowerCase()
    return answered(await declineRefund(deps, { refundId, by: caller.actor }), refuse)
  },

  async issueRefundCode({ params, caller }, refuse) {
    const refundId = params.refundId.toLowerCase()
    return answered(await reissueCode(deps, { refundId, by: caller.actor }), refuse)
  },

  async payRefund({ params, body, caller }, refuse) {
    const refundId = params.refundId.toLowerCase()
    const line = await lineOf(everyCell.control.pool, body.bankLineId, 'out')
    if (line !== null) throw refuse(line)
    const matched = await matchWithRefund(
      { cells: everyCell, manual },
      body.bankLineId,
      refundId,
      caller.actor,
    )
    if (matched !== null) throw refuse(matched)
    const refund = await readRefund(db.pool, refundId)
    if (refund === null) throw refuse('REFUND404_NOT_FOUND')
    return { ...refundBody(refund), code: null }
  },

  async returnRefund({ params, body, caller }, refuse) {
    const refundId = params.refundId.toLowerCase()
    const line = await lineOf(everyCell.control.pool, body.bankLineId, 'in')
    if (line !== null) throw refuse(line)
    const matched = await matchWithRefund(
      { cells: everyCell, manual },
      body.bankLineId,
      refundId,
      caller.actor,
    )
    if (matched !== null) throw refuse(matched)
    return answered(await issueMissingCode(deps, { refundId, by: caller.actor }), refuse)
  },
})

type BankError = Extract<
  ErrorCodeOf<typeof OPERATIONS.operator.refunds.payRefund>,
  `BANK_LINE${string}` | `REFUND${string}` | `APPROVAL409${string}`
>

/** Why a line is not one of money that left the account, or came; null when it is. */
const lineOf = async (
  pool: pg.Pool,
  bankLineId: string,
  direction: 'in' | 'out',
): Promise<BankError | null> => {
  const line = await findBankLine(pool, bankLineId.toLowerCase())
  if (line === null) return 'BANK_LINE404_NOT_FOUND'
  return line.amount > 0 === (direction === 'in') ? null : 'BANK_LINE409_NOT_THIS'
}

/** Why the line is not of this refund; null when it is matched with it. */
const matchWithRefund = async (
  { cells, manual }: { cells: EveryCell; manual: ManualPostings },
  bankLineId: string,
  refundId: string,
  by: OperatorActor,
): Promise<BankError | null> => {
  const target = { kind: 'refund', id: refundId } as const
  const result = await matchBankLine(cells, bankLineId.toLowerCase(), target, by, manual)
  if (result.ok) return null
  if (isBankError(result.code)) return result.code
  throw new Error(`a refund was matched with a bank line, and refused with ${result.code}`)
}

const isBankError = (code: string): code is BankError =>
  code.startsWith('BANK_LINE') || code.startsWith('REFUND') || code === 'APPROVAL409_SECOND_PERSON'

const answered = <Code extends ErrorCode>(
  result: RefundAnswer | Refusal<Code>,
  refuse: Refuse<Code>,
): Refund => {
  if (result.ok) return { ...refundBody(result.refund), code: result.code }
  throw refused(refuse, result)
}

const filterOf = (
  query: QueryOf<typeof OPERATIONS.operator.refunds.listRefunds>,
): RefundFilter => ({
  partnerId: query.partnerId === undefined ? null : partnerNumber(query.partnerId),
  paymentId: query.paymentId?.toLowerCase() ?? null,
  status: query.status ?? null,
  requestedSince: timeOf(query.requestedSince),
  requestedBefore: timeOf(query.requestedBefore),
  madeBefore: timeOf(query.madeBefore),
})

const timeOf = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(text)
