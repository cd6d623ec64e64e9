import type { ErrorCodeOf } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import type { CallingChannel } from '../../keys/authenticate.ts'
import { changePayment, type ChangeDeps, type ChangeResult } from '../../payments/change.ts'
import { findPayment } from '../../payments/find.ts'
import { openPayment, type OpenDeps, type Refusal } from '../../payments/open.ts'
import { changeSpan, OPEN_SPAN } from '../../spans.ts'
import type { Tracing } from '../../tracing.ts'
import { partnerNumber } from '../../wire-ids.ts'
import { centimesOf } from '../bodies/centimes.ts'
import { channelPaymentOf } from '../bodies/payment.ts'
import type { HandlerInput, Handlers, Refuse } from '../server/routes.ts'
import { answered, refused } from './channel.ts'

export type PaymentDeps = OpenDeps & ChangeDeps & { tracing: Tracing }

type Table = typeof OPERATIONS.channel.payments

/** Payments in the channel API (D9, D21). */
export const payments = (deps: PaymentDeps): Handlers<Table, CallingChannel> => {
  const open = deps.tracing.traced(OPEN_SPAN, openPayment)
  const change = {
    confirm: deps.tracing.traced(changeSpan<ChangeDeps>('confirm'), changePayment),
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
      const result = await open(deps, {
        channel,
        partnerId: partnerNumber(body.partnerId) as number,
        reference: body.reference,
        idempotency,
        requestId: request.id,
      })
      if (!result.ok) throw refused(refuse, result)
      return answered(result.payment, 'open')
    },

    async readPayment({ params, caller }, refuse) {
      const payment = await findPayment(deps, caller.channelId, params.paymentId)
      if (!payment) throw refuse('PAYMENT404_NOT_FOUND')
      return channelPaymentOf(payment)
    },

    async confirmPayment({ params, body, caller, idempotency }, refuse) {
      const amount = body.amount === undefined ? null : centimesOf(body.amount)
      const { channelId } = caller
      const request = { channelId, ...params, cause: 'confirm', amount, idempotency } as const
      const result = await change.confirm(deps, request)
      if (!result.ok) throw refused(refuse, result)
      return answered(result.payment, result.cause)
    },

    cancelPayment: release('cancel'),
    failPayment: release('fail'),
  }
}

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
  if (code === 'PAYMENT409_AMOUNT_MISMATCH') throw new Error(`a release was refused with ${code}`)
  return { ...result, code }
}
