import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type {
  ChannelKind,
  ChannelPayment,
  PaymentStatus,
  PlatformError,
  Refund,
} from '@wasl/protocol'
import { until } from './wait.ts'

export type Answer<Body = any> = { status: number; headers: Headers; body: Body; text: string }

/** What a call answers that may be refused: the test says by the status which of the two it reads. */
export type AnswerOf<Body> = Answer<Body & PlatformError>

export type CallOptions = {
  /** Null sends no key. */
  key?: string | null
  /** A string or bytes go out as they are, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

export type TestPartner = {
  partnerId: string
  /** The same as a number, as the database has it. */
  number: number
  apiKey: string
  apiSecret: string
  hmacSecret: string
}

export type TestChannel = { channelId: string; kind: ChannelKind; apiKey: string }

/** One platform process (in this process), listening. */
export type Node = {
  origin: string
  port: number
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** `POST /channel/v1/payments`, whatever comes of it. */
  open(
    channel: TestChannel,
    partner: TestPartner,
    reference: string,
    headers?: Record<string, string>,
  ): Promise<AnswerOf<ChannelPayment>>
  /**
   * Opens a payment that must open, again when the lookup was lost; returns it as the channel sees it.
   */
  opened(channel: TestChannel, partner: TestPartner, reference: string): Promise<ChannelPayment>
  /** `POST /channel/v1/payments/{paymentId}/confirm | cancel | fail` */
  change(
    channel: TestChannel,
    cause: 'confirm' | 'cancel' | 'fail',
    paymentId: string,
    options?: CallOptions,
  ): Promise<AnswerOf<ChannelPayment>>
  payment(channel: TestChannel, paymentId: string): Promise<AnswerOf<ChannelPayment>>
  /** `POST /operator/v1/payments/{paymentId}/refunds`, by default of the whole. */
  refund(
    paymentId: string,
    refund?: { amount?: number; reason?: string; idempotencyKey?: string; key?: string },
  ): Promise<AnswerOf<Refund>>
  status(
    partner: TestPartner,
    reference: string,
    headers?: Record<string, string>,
  ): Promise<AnswerOf<PaymentStatus>>
  /** A GET of an operator that must be answered with 200: the body. */
  operator(path: string): Promise<any>
  stop(): Promise<void>
}

/** How long a till waits before it opens again. */
export const AFTER_LOST_MS = 200

/**
 * Nothing was opened, because a partner answered too late on a busy machine, or was late so often that it
 * is asked nothing for a while.
 */
export const isLookupLost = ({ body }: Answer): boolean =>
  body?.error === 'PARTNER504_TIMEOUT' || body?.error === 'PARTNER503_UNAVAILABLE'

/** Calls of the platform at an origin, in this process or another. */
export const nodeAt = (origin: string, operatorKey: string): Omit<Node, 'stop'> => {
  const call = (method: string, path: string, options?: CallOptions): Promise<Answer> =>
    callHttp(`${origin}${path}`, method, options)

  const open: Node['open'] = (channel, partner, reference, headers = {}) =>
    call('POST', '/channel/v1/payments', {
      key: channel.apiKey,
      body: { partnerId: partner.partnerId, reference },
      headers,
    })

  return {
    origin,
    port: Number(new URL(origin).port),
    call,
    open,
    opened: (channel, partner, reference) =>
      until(`${reference} to open`, async () => {
        const answer = await open(channel, partner, reference)
        if (answer.status === 201) return answer.body
        if (!isLookupLost(answer)) throw new Error(`${reference} did not open: ${answer.text}`)
        await pause(AFTER_LOST_MS)
        return false
      }),
    change: (channel, cause, paymentId, options = {}) =>
      call('POST', `/channel/v1/payments/${paymentId}/${cause}`, {
        key: channel.apiKey,
        ...options,
      }),
    payment: (channel, paymentId) =>
      call('GET', `/channel/v1/payments/${paymentId}`, { key: channel.apiKey }),
    refund: (
      paymentId,
      { reason = 'Paid twice', idempotencyKey = randomUUID(), key = operatorKey, ...amount } = {},
    ) =>
      call('POST', `/operator/v1/payments/${paymentId}/refunds`, {
        key,
        body: { ...amount, reason },
        headers: { 'idempotency-key': idempotencyKey },
      }),
    status: (partner, reference, headers = {}) =>
      call('GET', statusPath(reference), { key: partner.apiKey, headers }),
    async operator(path) {
      const answer = await call('GET', `/operator/v1${path}`, { key: operatorKey })
      if (answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.text}`)
      return answer.body
    },
  }
}

export const statusPath = (reference: string): string =>
  `/partner/payments/v1/${encodeURIComponent(reference)}/status`

export const callHttp = async (
  url: string,
  method: string,
  { key = null, body, headers = {} }: CallOptions = {},
): Promise<Answer> => {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== null && { 'x-api-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && MOVES_CASH.test(url) && { 'idempotency-key': randomUUID() }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parsed(text), text }
}

/** The requests that need an Idempotency-Key (D38): each call of a test is another one. */
const MOVES_CASH =
  /\/(?:channel\/v1\/(?:deposits|remittances|shifts|refunds\/redeem|payments\/[^/]+\/taken)|floats|recoveries)$/

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array

const parsed = (text: string): any => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

let references = 0

/** A reference that no other story uses. */
export const newReference = (prefix = 'INV'): string => `${prefix}-${(references += 1)}`
