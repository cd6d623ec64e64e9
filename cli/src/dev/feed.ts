/** The live feed: the platform's calls to the partner and the partner's calls to the platform. */
import type { ClaimedDelivery, Lookup, PlatformHooks, AttemptResult } from '@wasl/platform'
import { formatDinars } from '@wasl/protocol'
import type { Terminal } from '../terminal.ts'
import type { FaultKind } from './faults.ts'
import { lookupRemedy, webhookRemedy } from './remedies.ts'
import { durationText } from './durations.ts'

/** One thing that happened; in JSON as it is. */
export type FeedEntry = {
  at: string
  kind: 'lookup' | 'webhook' | 'request' | 'fault' | 'clock' | 'partner' | 'platform'
  /** Null: neither good nor bad. */
  ok: boolean | null
  /** Without colours. */
  text: string
  remedy?: string | null
} & Record<string, unknown>

export type Feed = {
  tell(entry: Omit<FeedEntry, 'at'>): void
  /** Shows the entries so far and all later ones. */
  to(show: (entry: FeedEntry) => void): void
}

/** At most this many entries are kept until they are shown. */
const KEPT_MAX = 100

export const createFeed = (): Feed => {
  const kept: FeedEntry[] = []
  let show: ((entry: FeedEntry) => void) | null = null
  return {
    tell(told) {
      const entry = { at: new Date().toISOString(), ...told } as FeedEntry
      if (show) show(entry)
      else if (kept.length < KEPT_MAX) kept.push(entry)
    },
    to(target) {
      show = target
      for (const entry of kept.splice(0)) target(entry)
    },
  }
}

/** An entry as lines for people: what happened, and below it what to do. */
export const linesOf = (
  entry: FeedEntry,
  { paint, called }: Pick<Terminal, 'paint' | 'called'>,
): string[] => {
  const time = new Date(entry.at).toTimeString().slice(0, 8)
  const name = entry.kind.padEnd('platform'.length)
  const tint = { true: paint.green, false: paint.red, null: String }[`${entry.ok}`]
  const mark = { true: '✓', false: '✗', null: '·' }[`${entry.ok}`]
  const line = `${paint.dim(time)}  ${paint.bold(name)}  ${tint(mark)} ${entry.text}`
  if (!entry.remedy) return [line]
  return [line, `${' '.repeat(22)}${paint.yellow(`↳ ${called(entry.remedy)}`)}`]
}

type Context = {
  apiUrl: string
  webhookUrl: string
  faultOf: (eventId: string) => FaultKind | null
  /** What the developer's server said to a lookup of a reference, or to an event, when it refused. */
  wordsOf: (call: string) => string | null
}

/** The platform's hooks that fill the feed. */
export const feedHooks = (feed: Feed, context: Context): Omit<PlatformHooks, 'aroundSend'> => ({
  // Only this machine's own names reach it: see the doors of `npm start`.
  onlyOwnHosts: true,
  onLookup: (reference, lookup) => feed.tell(lookupEntry(reference, lookup, context)),
  onAttempt: (result, delivery) => feed.tell(attemptEntry(result, delivery, context)),
  onServer(app) {
    app.addHook('onSend', (request, reply, payload, done) => {
      const { url = '' } = request.routeOptions
      if (url.startsWith('/partner/')) {
        feed.tell(requestEntry(`${request.method} ${request.url}`, reply.statusCode, payload))
      }
      done()
    })
  },
})

/** The cause in the words of the developer's server comes first. */
export const withWords = (remedy: string | null, words: string | null): string | null =>
  words === null ? remedy : [words, remedy ?? ''].join(' ').trimEnd()

const lookupEntry = (
  reference: string,
  lookup: Lookup,
  { apiUrl, wordsOf }: Context,
): Omit<FeedEntry, 'at'> => {
  const asked = `GET …/${encodeURIComponent(reference)}`
  if (lookup.ok) {
    const { totalCentimes, currency } = lookup.details
    return {
      kind: 'lookup',
      ok: true,
      reference,
      text: `${asked} → ${formatDinars(totalCentimes)} ${currency}`,
      remedy: lookup.warning ?? null,
    }
  }
  return {
    kind: 'lookup',
    ok: false,
    reference,
    code: lookup.code,
    text: `${asked} → ${lookup.code}: ${lookup.explanation}`,
    remedy: withWords(lookupRemedy(lookup.code, lookup.explanation, apiUrl), wordsOf(reference)),
  }
}

const attemptEntry = (
  result: AttemptResult,
  delivery: ClaimedDelivery,
  { webhookUrl, faultOf, wordsOf }: Context,
): Omit<FeedEntry, 'at'> => {
  const { event, data } = JSON.parse(delivery.body) as {
    event: string
    data: { reference: string; paymentId: string }
  }
  const { outcome, status, attempt, error, nextDelayMs, eventId } = result
  const durationMs = Math.round(result.durationMs)
  const about = { kind: 'webhook', event, ...data, eventId, attempt, outcome, status, durationMs }
  const what = `${event} ${data.reference}${attempt > 1 ? ` (attempt ${attempt})` : ''}`
  if (outcome === 'acknowledged') {
    return {
      ...about,
      kind: 'webhook',
      ok: true,
      text: `${what} → acknowledged in ${durationMs} ms`,
    }
  }
  const next =
    nextDelayMs === null
      ? 'this was the last attempt'
      : `again in ${durationText(nextDelayMs)} (or now: clock next)`
  return {
    ...about,
    kind: 'webhook',
    ok: false,
    nextDelayMs,
    text: `${what} → ${error ?? outcome}; ${next}`,
    remedy: withWords(
      webhookRemedy({ outcome, status, url: webhookUrl, fault: faultOf(eventId) }),
      wordsOf(eventId),
    ),
  }
}

const requestEntry = (asked: string, status: number, payload: unknown): Omit<FeedEntry, 'at'> => {
  const body = bodyOf(payload)
  const said = body['stage'] ?? body['mode']
  const answer = status < 400 ? said : `${String(body['error'])}: ${String(body['errorMessage'])}`
  return {
    kind: 'request',
    ok: status < 400,
    status,
    text: `${asked} → ${status} ${typeof answer === 'string' ? answer : ''}`.trimEnd(),
  }
}

const bodyOf = (payload: unknown): Record<string, unknown> => {
  try {
    return (JSON.parse(String(payload)) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

const FAULT_TEXTS: Record<FaultKind, string> = {
  slow: 'is delayed',
  'lost-ack': 'was answered, and the answer is lost',
  duplicate: 'is sent a second time',
  reorder: 'is held back until the next event was sent',
  down: 'cannot reach your server',
  tamper: 'is sent with another amount and the old signature',
}

export const faultEntry = (kind: FaultKind, what: string): Omit<FeedEntry, 'at'> => ({
  kind: 'fault',
  ok: null,
  fault: kind,
  text: `${kind}: ${what} ${FAULT_TEXTS[kind]}`,
})

type LogLine = { level: number; msg?: string; requestId?: string; err?: { message?: string } }

/** As pino numbers it. */
const INFO = 30

/** Where the platform logs to: what is wrong with it becomes a part of the feed. */
export const platformLogTo = (feed: Feed): { write(line: string): void } => ({
  write(line) {
    const { level, msg = '', requestId, err } = JSON.parse(line) as LogLine
    // The feed shows every answer, also the refusals.
    if (level <= INFO && requestId !== undefined) return
    // The feed explains a failed lookup better.
    if (err?.message?.startsWith('PARTNER50')) return
    const why = err?.message === undefined ? '' : ` (${err.message})`
    feed.tell({ kind: 'platform', ok: false, text: `${msg}${why}` })
  },
})
