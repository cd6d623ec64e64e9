/** The spans of a payment, by name; `tracing.ts` makes them. */
import { channelWireId, partnerWireId } from '../base/wire-ids.ts'
import type { PartnerTarget } from '../parties/partners/load-target.ts'
import type { Lookup } from '../delivery/lookups/ask-partner.ts'
import type { ChangeRequest, ChangeResult } from '../payments/change.ts'
import type { OpenDeps, OpenRequest, OpenResult } from '../payments/open.ts'
import type { PaymentRow } from '../payments/payment-row.ts'
import type { SpanOf } from '../delivery/tracing.ts'
import type { AttemptResult } from '../delivery/webhooks/queue/record.ts'

export const OPEN_SPAN: SpanOf<[OpenDeps, OpenRequest], OpenResult> = {
  name: 'open',
  begin: (_deps, { partnerId, channel, requestId }) => ({
    'wasl.partner_id': partnerWireId(partnerId),
    'wasl.channel_id': channelWireId(channel.channelId),
    'wasl.request_id': requestId,
  }),
  end: (result) =>
    result.ok
      ? { attributes: { 'wasl.payment_id': result.payment.payment_id } }
      : { attributes: { 'wasl.code': result.code } },
}

/** A channel's change of its payment. A refusal is an answer, not a failure. */
export const changeSpan = <Deps>(
  cause: ChangeRequest['cause'],
): SpanOf<[Deps, ChangeRequest], ChangeResult> => ({
  name: cause,
  begin: (_deps, { paymentId, channelId }) => ({
    'wasl.payment_id': paymentId.toLowerCase(),
    'wasl.channel_id': channelWireId(channelId),
  }),
  end: (result) => (result.ok ? {} : { attributes: { 'wasl.code': result.code } }),
})

export const LOOKUP_SPAN: SpanOf<[PartnerTarget, string, string], Lookup> = {
  name: 'lookup',
  begin: ({ partnerId }) => ({ 'wasl.partner_id': partnerWireId(partnerId) }),
  end: (lookup) => {
    if (lookup.ok) return {}
    const { code } = lookup
    return {
      attributes: { 'wasl.code': code },
      failure: /^PARTNER5|^SERVER5/.test(code) ? code : null,
    }
  },
}

export const LOCK_SPAN: SpanOf<[{ partnerId: number; channelId: number }], PaymentRow | null> = {
  name: 'lock',
  begin: ({ partnerId, channelId }) => ({
    'wasl.partner_id': partnerWireId(partnerId),
    'wasl.channel_id': channelWireId(channelId),
  }),
  end: (payment) =>
    payment === null ? {} : { attributes: { 'wasl.payment_id': payment.payment_id } },
}

export const RECORD_SPAN: SpanOf<[AttemptResult], boolean> = {
  name: 'record',
  begin: ({ outcome }) => ({ 'wasl.outcome': outcome }),
}
