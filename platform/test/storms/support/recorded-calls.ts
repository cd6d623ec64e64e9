/** The calls of a storm's clients, each recorded with what it was answered. */
import type { Recorder } from '../../histories/history.ts'
import type { PaymentAsked } from '../../histories/payment-model.ts'
import type { QrAsked } from '../../histories/qr-model.ts'
import type { StepAsked } from '../../histories/step-model.ts'
import { DEFAULT_PRICE, type PartnerServer, type RecordedRequest } from '../../support/partner.ts'
import type { Answer, TestChannel, TestPartner } from '../../support/node.ts'
import { callSet, callUnset, payCode, scanCode } from '../../support/qr.ts'
import type { PlatformProcess } from '../../support/platform-process.ts'

/** Whom is asked, and how. */
export type Ask = (node: PlatformProcess) => Promise<Answer>

/**
 * What an answer says. After 5xx nobody knows what happened, and after 429 nothing has: both say nothing.
 */
const saying =
  (read: (body: any) => unknown) =>
  ({ status, body }: Answer): unknown => {
    if (status >= 500 || status === 429) return null
    return status >= 400 ? { refused: body.error } : read(body)
  }

const statusOf = ({ stage, paymentId, payment }: any): unknown => ({
  stage,
  paymentId,
  delivery: payment?.webhookDelivery ?? null,
  refunded: payment?.refundedAmount ?? 0,
})

export type Subject = { partner: TestPartner; channel: TestChannel }

/** What a client asks of references, codes and steps; each is asked of the process that it is given. */
export const recordedCalls = (
  recorder: Recorder,
  client: string,
  { partner, channel }: Subject,
) => {
  const about =
    (subject: string, asked: unknown, read: (body: any) => unknown, ask: Ask): Ask =>
    (node) =>
      recorder.record(
        { subject, client, process: `process ${node.pid}`, asked },
        () => ask(node),
        saying(read),
      )
  const ofReference = (
    reference: string,
    asked: PaymentAsked,
    read: (body: any) => unknown,
    ask: Ask,
  ) => about(subjectOf(reference), asked, read, ask)
  const ofCode = (token: string, asked: QrAsked, read: (body: any) => unknown, ask: Ask) =>
    about(`code ${token}`, asked, read, ask)
  const config = ({ amounts, updatedAt }: any): unknown => ({ amounts, updatedAt })
  const stage = (body: any): unknown => ({ stage: body.stage })

  return {
    open: (reference: string, key: string): Ask =>
      ofReference(
        reference,
        { call: 'open', amount: DEFAULT_PRICE, key },
        ({ paymentId }) => ({ paymentId }),
        (node) => node.open(channel, partner, reference, { 'idempotency-key': key }),
      ),
    change: (reference: string, call: 'confirm' | 'cancel' | 'fail', paymentId: string): Ask =>
      ofReference(reference, { call, paymentId }, stage, (node) =>
        node.change(channel, call, paymentId),
      ),
    read: (reference: string, paymentId: string): Ask =>
      ofReference(reference, { call: 'read', paymentId }, stage, (node) =>
        node.payment(channel, paymentId),
      ),
    refund: (reference: string, paymentId: string, amount: number | null, key: string): Ask =>
      ofReference(
        reference,
        { call: 'refund', paymentId, amount, key },
        ({ refundId, amount: whole }) => ({ refundId, amount: whole }),
        (node) =>
          node.refund(paymentId, { ...(amount !== null && { amount }), idempotencyKey: key }),
      ),
    status: (reference: string): Ask =>
      ofReference(reference, { call: 'status' }, statusOf, (node) =>
        node.status(partner, reference),
      ),

    set: (token: string, amounts: number[], singleUse: boolean): Ask =>
      ofCode(token, { call: 'set', amounts, singleUse }, config, (node) =>
        callSet(node, partner, { qrCodeToken: token, amounts, ...(singleUse && { singleUse }) }),
      ),
    unset: (token: string): Ask =>
      ofCode(token, { call: 'unset' }, config, (node) =>
        callUnset(node, partner, { qrCodeToken: token }),
      ),
    scan: (token: string): Ask =>
      ofCode(token, { call: 'scan' }, config, (node) => scanCode(node, channel, token)),
    pay: (token: string, amount: number, key: string): Ask =>
      ofCode(
        token,
        { call: 'pay', amount, key },
        ({ paymentId, amount: asked }) => ({ paymentId, amount: asked }),
        (node) => payCode(node, channel, token, { amount }, { 'idempotency-key': key }),
      ),
    endOfCode: (token: string, call: 'confirm' | 'cancel', paymentId: string): Ask =>
      ofCode(token, { call, paymentId }, stage, (node) => node.change(channel, call, paymentId)),

    /** A step of a bag, a handover or a refund. */
    step: (subject: string, asked: StepAsked, ask: Ask): Ask =>
      about(subject, asked, ({ status }) => ({ status }), ask),
  }
}

export type RecordedCalls = ReturnType<typeof recordedCalls>

const subjectOf = (reference: string): string => `payment ${reference}`

/**
 * Records what a partner is told, at the moment at which it comes in.
 *
 * @param options `delayMs`: how long the partner takes to acknowledge. `isRecorded`: the references
 *   whose other calls are recorded too.
 */
export const recordEvents = (
  recorder: Recorder,
  shop: PartnerServer,
  { delayMs, isRecorded }: { delayMs: number; isRecorded(reference: string): boolean },
): void => {
  const hear = ({ event, reference, headers }: RecordedRequest): void => {
    if (event === null || reference === null || !isRecorded(reference)) return
    const asked: PaymentAsked = {
      call: 'event',
      event: event.event,
      paymentId: event.data['paymentId'],
      eventId: String(headers['x-event-id']),
    }
    const who = { subject: subjectOf(reference), client: 'the partner', process: 'webhook' }
    recorder.heard({ ...who, asked })
  }
  shop.onWebhook((request) => {
    hear(request)
    return { delayMs }
  })
}
