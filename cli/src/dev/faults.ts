/**
 * Faults on demand between the platform and the partner, as a network or a slow server cause them. The
 * platform learns only what it would learn, and the partner gets the bytes that it would get.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { OutboundFailure, OutboundRequest, OutboundResult, Send } from '@wasl/platform'
import type { EventKind } from '@wasl/protocol'

export const FAULTS = {
  slow: 'requests arrive late; after 10 s (lookups: 5 s) the platform gives up',
  'lost-ack': 'your server answers a webhook, and the answer is lost',
  duplicate: 'a webhook arrives twice, byte for byte',
  reorder: 'payment.initialized arrives after the event that follows it',
  down: 'your server cannot be reached',
  tamper: 'one digit of a webhook changes on its way, so its signature is wrong',
} as const

export type FaultKind = keyof typeof FAULTS

export type Fault = {
  kind: FaultKind
  /** For `slow`. */
  delayMs: number
  on: 'lookups' | 'webhooks' | 'all'
  /** Only webhooks with this event; null: with any. */
  event: EventKind | null
  /** How many more requests it affects; null: all, until it is removed. */
  timesLeft: number | null
}

export type Faults = {
  around: (send: Send) => Send
  set(fault: Fault): void
  /** One kind, or all. */
  off(kind?: FaultKind): void
  list(): Fault[]
  /** The fault of the newest attempt to deliver this event. */
  metBy(eventId: string): FaultKind | null
  /** Ends all waits; requests that are held back are not sent. */
  stop(): void
}

/** Called for each request that a fault affects. */
export type OnFault = (kind: FaultKind, request: OutboundRequest) => void

/** At most this many events with a fault are remembered. */
const MET_MAX = 10_000

/** If no other event follows, a held-back event is sent after this. */
const HELD_MS_MAX = 30_000

export const createFaults = (onFault: OnFault): Faults => {
  const faults = new Map<FaultKind, Fault>()
  const met = new Map<string, FaultKind>()
  const stopping = new AbortController()
  const held = createHeld(stopping.signal)

  /** The fault, if it affects this request; it then has one time less. */
  const meets = (kind: FaultKind, request: OutboundRequest): Fault | null => {
    const fault = faults.get(kind)
    if (!fault) return null
    const isWebhook = request.method === 'POST'
    if (fault.on !== 'all' && (fault.on === 'webhooks') !== isWebhook) return null
    if (fault.event !== null && !isOf(fault.event, request)) return null
    if (kind === 'reorder' && !isOpening(request)) return null
    if (fault.timesLeft === 1) faults.delete(kind)
    else if (fault.timesLeft !== null) fault.timesLeft -= 1
    onFault(kind, request)
    if (met.size >= MET_MAX) met.clear()
    met.set(eventOf(request), kind)
    return fault
  }

  const around = (send: Send): Send => {
    return async (request) => {
      met.delete(eventOf(request))
      if (meets('down', request)) return failure('connection', 'connection refused')
      if (meets('reorder', request)) {
        held.keep(request, send)
        return failure('connection', 'the connection broke before an answer came')
      }
      const sent = meets('tamper', request) ? tampered(request) : request
      const slow = meets('slow', request)
      const result = slow
        ? await sendLate(send, sent, slow.delayMs, stopping.signal)
        : await send(sent)
      if (meets('duplicate', request)) await send(sent)
      if (!isOpening(request)) await held.release(paymentOf(request))
      if (!result.ok || !meets('lost-ack', request)) return result
      return failure('connection', 'the connection broke before an answer came', result.durationMs)
    }
  }

  return {
    around,
    set: (fault) => void faults.set(fault.kind, { ...fault }),
    off: (kind) => (kind === undefined ? faults.clear() : void faults.delete(kind)),
    list: () => [...faults.values()],
    metBy: (eventId) => met.get(eventId) ?? null,
    stop: () => stopping.abort(),
  }
}

const failure = (
  reason: OutboundFailure['reason'],
  message: string,
  durationMs = 0,
): OutboundFailure => ({ ok: false, reason, message, durationMs })

/** After the platform's timeout it is told of a timeout, and the request still arrives. */
const sendLate = async (
  send: Send,
  request: OutboundRequest,
  delayMs: number,
  signal: AbortSignal,
): Promise<OutboundResult> => {
  const { timeoutMs } = request
  const isInTime = delayMs < timeoutMs
  const arrived = wait(delayMs, signal).then((isOver) =>
    isOver ? send({ ...request, timeoutMs: isInTime ? timeoutMs - delayMs : LATE_MS }) : stopped,
  )
  if (isInTime) return arrived
  await wait(timeoutMs, signal)
  return failure('timeout', `no complete response within ${timeoutMs} ms`, timeoutMs)
}

/** For a request that arrives too late: its answer is not used. */
const LATE_MS = 5_000

const stopped = failure('connection', 'wasl dev is stopping')

const wait = (ms: number, signal: AbortSignal): Promise<boolean> =>
  sleep(ms, true, { signal }).catch(() => false)

const eventOf = ({ headers }: OutboundRequest): string => headers['x-event-id'] ?? ''

const textOf = ({ body }: OutboundRequest): string =>
  typeof body === 'string' ? body : Buffer.from(body ?? []).toString()

const isOf = (event: EventKind, request: OutboundRequest): boolean =>
  request.method === 'POST' && textOf(request).startsWith(`{"event":"${event}"`)

const isOpening = (request: OutboundRequest): boolean => isOf('payment.initialized', request)

const paymentOf = (request: OutboundRequest): string =>
  /"paymentId":"([^"]+)"/.exec(textOf(request))?.[1] ?? ''

/** Changes the last digit of the amount, and no header. */
const tampered = (request: OutboundRequest): OutboundRequest => {
  const text = textOf(request)
  const other = text.replace(/("amount":[0-9.]*)([0-9])/, (_all, start: string, digit: string) => {
    return start + String((Number(digit) + 1) % 10)
  })
  return request.method === 'POST' ? { ...request, body: Buffer.from(other) } : request
}

/** Events that wait until the next event of their payment was sent. */
const createHeld = (signal: AbortSignal) => {
  const waiting = new Map<string, () => Promise<void>>()
  return {
    keep(request: OutboundRequest, send: Send): void {
      const paymentId = paymentOf(request)
      const release = async (): Promise<void> => {
        waiting.delete(paymentId)
        await send(request)
      }
      waiting.set(paymentId, release)
      void wait(HELD_MS_MAX, signal).then((isOver) =>
        isOver && waiting.get(paymentId) === release ? release() : undefined,
      )
    },
    release: async (paymentId: string): Promise<void> => waiting.get(paymentId)?.(),
  }
}
