import type { ChannelPaymentRecord, ErrorCodeOf } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import type { CallingChannel } from '../../parties/keys/authenticate.ts'
import type pg from 'pg'
import { changePayment, type ChangeDeps, type ChangeResult } from '../../payments/change.ts'
import { confirmPayment, type ConfirmDeps } from '../../payments/confirm.ts'
import { confirmInstead, type InsteadDeps } from '../../money/cash/cases/confirm-instead.ts'
import { findPayment } from '../../payments/find.ts'
import { listChannelPayments } from '../../payments/list-of-channel.ts'
import { openPayment, type OpenDeps } from '../../payments/open.ts'
import type { Refusal } from '../../base/refusal.ts'
import type { PaymentRecordRow } from '../../payments/payment-record.ts'
import { changeSpan, OPEN_SPAN } from '../spans.ts'
import type { Tracing } from '../../delivery/tracing.ts'
import { agentNumber, partnerNumber } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { channelPaymentOf, paymentRecordOf } from '../bodies/payment.ts'
import { readCursor, readUuid } from '../server/cursor.ts'
import type { HandlerInput, Handlers, Refuse } from '../server/routes.ts'
import { answered, openingAgentOf, refused, refuseOpening, type ChannelCaller } from './channel.ts'

export type PaymentDeps = OpenDeps &
  ConfirmDeps &
  InsteadDeps & { tracing: Tracing; lists: pg.Pool }

type Table = typeof OPERATIONS.channel.payments

/** Payments in the channel API (D9, D21). */
export const payments = (deps: PaymentDeps): Handlers<Table, ChannelCaller> => {
  const open = deps.tracing.traced(OPEN_SPAN, openPayment)
  const change = {
    confirm: deps.tracing.traced(changeSpan<ConfirmDeps>('confirm'), confirmPayment),
    cancel: deps.tracing.traced(changeSpan<ChangeDeps>('cancel'), changePayment),
    fail: deps.tracing.traced(changeSpan<ChangeDeps>('fail'), changePayment),
  }
  const release =
    (cause: 'cancel' | 'fail') =>
    async ({ caller, params, idempotency }: ReleaseRequest, refuse: Refuse<ReleaseError>) => {
      const { channelId } = caller
      const request = { channelId, ...params, cause, amount: null, idempotency }
      const result = asRelease(await change[cause](deps, request))
      if (!result.ok) throw refused(refuse, result)
      return answered(result.payment, result.cause)
    }

  return {
    async openPayment({ body, caller: channel, idempotency, request }, refuse) {
      const partnerId = partnerNumber(body.partnerId) as number
      refuseOpening(channel, partnerId, refuse)
      const result = await open(deps, {
        channel,
        partnerId,
        reference: body.reference,
        agentId: openingAgentOf(body.agentId, channel, refuse),
        lockSeconds: body.lockSeconds,
        idempotency,
        requestId: request.id,
      })
      if (!result.ok) throw refused(refuse, result)
      return answered(result.payment, 'open', result.warnings)
    },

    listChannelPayments: listOwn(deps),

    async readPayment({ params, caller }, refuse) {
      const payment = await findPayment(deps, caller.channelId, params.paymentId)
      if (!payment) throw refuse('PAYMENT404_NOT_FOUND')
      return channelPaymentOf(payment)
    },

    confirmPayment: confirming(deps, change.confirm),

    cancelPayment: release('cancel'),
    failPayment: release('fail'),
  }
}

/** Confirms a payment, or one in place of a payment whose lock was lost (W298). */
const confirming =
  (
    deps: PaymentDeps,
    change: typeof confirmPayment,
  ): Handlers<Table, ChannelCaller>['confirmPayment'] =>
  async ({ params, body, caller, idempotency }, refuse) => {
    const amount = body.amount === undefined ? null : centimesOf(body.amount)
    const takenBy = body.takenBy === undefined ? null : agentNumber(body.takenBy)
    const request = {
      channelId: caller.channelId,
      ...params,
      cause: 'confirm',
      amount,
      takenBy,
      takenAt: body.takenAt === undefined ? null : new Date(body.takenAt),
      isRounded: body.rounded === true,
      idempotency,
    } as const
    const { insteadOf } = body
    const confirm = () => change(deps, request)
    const result = await (insteadOf === undefined
      ? confirm()
      : confirmInstead(deps, { ...request, insteadOf }, confirm))
    if (!result.ok) throw refused(refuse, result)
    return answered(result.payment, result.cause, result.warnings)
  }

const listOwn =
  ({ lists, makeTransition }: PaymentDeps): Handlers<Table, ChannelCaller>['listChannelPayments'] =>
  async ({ query, caller: { channelId, person } }) => {
    // An agent sees its own.
    const agentId = person?.agentId ?? null
    const { limit, stage = null, referenceBegins = null, createdSince, createdBefore } = query
    const amount = query.amount === undefined ? null : centimesOf(query.amount)
    const since = createdSince === undefined ? null : new Date(createdSince)
    const before = createdBefore === undefined ? null : new Date(createdBefore)
    const { rows, nextId } = await listChannelPayments(
      { pool: lists, makeTransition },
      { channelId, agentId, stage, referenceBegins, amount, since, before },
      { limit, beforeId: readCursor(query.cursor, readUuid) },
    )
    const items = rows.map(recordBody)
    return { items, nextCursor: nextId && Buffer.from(nextId).toString('base64url') }
  }

const recordBody = (row: PaymentRecordRow): ChannelPaymentRecord => ({
  ...paymentRecordOf(row),
  createdAt: row.opened_at.toISOString(),
})

type ReleaseRequest = Pick<
  HandlerInput<Table['cancelPayment'], CallingChannel>,
  'caller' | 'params' | 'idempotency'
>
type ReleaseError = ErrorCodeOf<Table['cancelPayment']>

/** A release gives no amount that could differ. */
const asRelease = (
  result: ChangeResult,
): Extract<ChangeResult, { ok: true }> | Refusal<ReleaseError> => {
  if (result.ok) return result
  const { code } = result
  if (code === 'PAYMENT409_AMOUNT_MISMATCH' || code === 'CASE409_RESOLVED')
    throw new Error(`a release was refused with ${code}`)
  return { ...result, code }
}
