import type {
  OutboundRequest,
  OutboundResult,
  Send,
} from '../../src/base/outbound/outbound-types.ts'
import type { PartnerAnswer, ProcessOwner, Scheduler } from './scheduler.ts'
import type { VirtualTime } from './time.ts'

/** How long a partner that is overloaded asks for, in seconds. */
export const RETRY_AFTER_SECONDS = 120

/** Sees what the partners get and answer. */
export type PartnerCalls = {
  /** A delivery arrives at its partner. */
  onDelivery(owner: ProcessOwner, request: OutboundRequest): void
  /** A partner has answered the delivery. */
  onAnswered(request: OutboundRequest, answer: PartnerAnswer): void
  /** What a reference costs in the answer to this lookup, in centimes. */
  priceOf(request: OutboundRequest, reference: string): number
}

type Deps = { scheduler: Scheduler; time: VirtualTime; calls: PartnerCalls }

/** A process's calls to partners: each waits for its turn, or for its timeout. */
export const simulatedSend =
  ({ scheduler, time, calls }: Deps, owner: ProcessOwner): Send =>
  (request) =>
    new Promise((resolve) => {
      const startedMs = time.nowMs()
      const end = (result: Answer): void => {
        resolve({ ...result, durationMs: time.nowMs() - startedMs } as OutboundResult)
      }
      if (request.method === 'POST') calls.onDelivery(owner, request)
      const entry = {
        owner,
        lane: null,
        what: whatOf(request),
        run({ answer }: { answer: PartnerAnswer }): Promise<string> {
          timer.cancel()
          if (request.method === 'POST') calls.onAnswered(request, answer)
          end(answerOf(request, answer, calls))
          return Promise.resolve(`the partner answers ${answer}`)
        },
      }
      const timer = time.chance.after(request.timeoutMs, () => {
        scheduler.remove(entry)
        end({ ok: false, reason: 'timeout', message: 'no answer came in time' })
      })
      scheduler.add(entry)
    })

type Answer =
  | { ok: true; status: number; headers: Record<string, string | undefined>; body: Buffer }
  | { ok: false; reason: 'timeout' | 'connection'; message: string }

const whatOf = ({ method, headers, pathSuffix, partner }: OutboundRequest): string =>
  method === 'POST'
    ? `delivery of ${headers['x-event-id']} to partner ${partner}`
    : `lookup of ${pathSuffix} at partner ${partner}`

const referenceOf = ({ pathSuffix = '' }: OutboundRequest): string =>
  decodeURIComponent(pathSuffix.slice(1))

const answer = (status: number, body: unknown, retryAfter?: number): Answer => ({
  ok: true,
  status,
  headers: {
    'content-type': 'application/json',
    'retry-after': retryAfter === undefined ? undefined : String(retryAfter),
  },
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
})

const BROKEN: Answer = { ok: false, reason: 'connection', message: 'the connection was closed' }

const refusal = (error: string) => ({ error, errorMessage: 'Refused.' })

const answerOf = (request: OutboundRequest, how: PartnerAnswer, calls: PartnerCalls): Answer => {
  if (how === 'and the connection breaks') return BROKEN
  if (request.method === 'POST') return acknowledgementOf(how)
  switch (how) {
    case 'well': {
      const reference = referenceOf(request)
      const total_amount = calls.priceOf(request, reference) / 100
      return answer(200, { reference, currency: 'DZD', total_amount })
    }
    case 'with an error':
      return answer(404, refusal('NOT_FOUND'))
    case 'to try later':
      return answer(503, refusal('SERVICE_UNAVAILABLE'), RETRY_AFTER_SECONDS)
    case 'with nonsense':
      return answer(200, '<html>')
    default:
      return how satisfies never
  }
}

const acknowledgementOf = (how: Exclude<PartnerAnswer, 'and the connection breaks'>): Answer => {
  switch (how) {
    case 'well':
      return answer(200, '{"success":true}')
    case 'with an error':
      return answer(500, 'broken')
    case 'to try later':
      return answer(503, 'later', RETRY_AFTER_SECONDS)
    case 'with nonsense':
      return answer(200, '{"success":"yes"}')
    default:
      return how satisfies never
  }
}
