import { coalesce } from '../../../base/database/coalesce.ts'
import type { Pipeline } from '../../../base/database/pipeline.ts'
import { rangeOf } from '../../../base/database/period.ts'
import { plainArray } from '../../../base/database/plain-array.ts'
import { paymentIdOf } from '../event.ts'
import type { Outcome } from '../acknowledgement.ts'
import type { SignatureSent } from '../signed-request.ts'
import { pause, wallClock } from '../../../base/chance.ts'
import { RECORD_RESULTS } from './record-statement.ts'

/** The result of one attempt, and what follows from it. */
export type AttemptResult = {
  partnerId: number
  eventId: string
  attempt: number
  outcome: Outcome
  /** The partner's HTTP status, or null without an answer. */
  status: number | null
  durationMs: number
  /** The partner's answer, cut to 1 KiB; null without an answer, and for the usual one. */
  responseBody: string | null
  error: string | null
  /** SHA-256 of the sent bytes, in hexadecimal; null when none were sent. */
  bodySha256: string | null
  /** `X-Timestamp` and `X-Signature` as they were sent; null when nothing was. */
  sent: SignatureSent | null
  /**
   * Until the next attempt; null when no attempt follows (acknowledged, or the schedule is used up). A
   * `not_sent` leaves the schedule unchanged and, with null, the due time too.
   */
  nextDelayMs: number | null
  /** The partner's Retry-After, when the attempt failed. */
  retryAfterMs: number | null
  /**
   * Whether it failed because of the partner, so that an acknowledgement may bring the next one
   * forward.
   */
  isPartnerInTrouble: boolean
}

/** Resolves with whether the payment's next event was waiting for this and may be due now. */
export type RecordResult = (result: AttemptResult) => Promise<boolean>

export const createRecordResult = (connection: Pipeline, apart = connection): RecordResult =>
  coalesce({
    run: (results: AttemptResult[]) => recordResults(connection, results),
    // A delivery that another session holds is recorded apart, and delays no other (W81).
    runApart: (results: AttemptResult[]) => recordResults(apart, results),
    lockOf: ({ eventId }) => eventId,
    batchMax: 500,
    inFlightMax: 1,
    waitingMax: 100_000,
  })

/** Together less than what is left of a lease when its attempt ends. */
const PAUSES_MS = [250, 1_000, 3_000, 6_000]

/**
 * Records a result, and retries while the database is unavailable: a short outage must not lose an
 * acknowledgement. Gives up at once when `isStopping`; the lease then lapses.
 */
export const recordWithRetries = async (
  record: RecordResult,
  result: AttemptResult,
  isStopping: () => boolean,
): Promise<boolean> => {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await record(result)
    } catch (error) {
      if (isStopping()) throw error
      await pause(pauseMs)
    }
  }
  return record(result)
}

/**
 * Two attempts of one delivery can end together, if the lease lapsed during the first one (a
 * machine that slept, a database that was unavailable). The statement uses the one that comes
 * first.
 */
const acknowledgedFirst = (results: AttemptResult[]): AttemptResult[] => {
  const others = results.filter(({ outcome }) => outcome !== 'acknowledged')
  if (others.length === 0 || others.length === results.length) return results
  return [...results.filter(({ outcome }) => outcome === 'acknowledged'), ...others]
}

const recordResults = async (connection: Pipeline, ended: AttemptResult[]): Promise<boolean[]> => {
  const results = acknowledgedFirst(ended)
  const freed = await connection.query({
    name: 'record-results',
    text: RECORD_RESULTS,
    values: [
      plainArray(results.map(({ partnerId }) => partnerId)),
      plainArray(results.map(({ eventId }) => eventId)),
      plainArray(results.map(({ attempt }) => attempt)),
      plainArray(results.map(({ outcome }) => outcome)),
      plainArray(results.map(({ status }) => status)),
      plainArray(results.map(({ durationMs }) => Math.round(durationMs))),
      results.map(({ responseBody }) => responseBody),
      results.map(({ error }) => error),
      plainArray(results.map(({ bodySha256 }) => bodySha256)),
      plainArray(results.map(({ nextDelayMs }) => nextDelayMs)),
      plainArray(results.map(({ retryAfterMs }) => retryAfterMs)),
      plainArray(results.map(({ isPartnerInTrouble }) => isPartnerInTrouble)),
      plainArray(results.map(({ sent }) => sent?.timestamp ?? null)),
      plainArray(results.map(({ sent }) => sent?.signature ?? null)),
      ...boundsOf(results),
    ],
  })
  return results.map(() => freed.length > 0)
}

const DAY_MS = 86_400_000

/** Earlier attempts are read this far back, by this machine's clock, which may be wrong by a day. */
const ALIKE_SINCE_MS = 4 * DAY_MS

/**
 * The ids and the time between which all lies that the statement touches. Known before it begins, they
 * spare it the partitions of other months and days.
 */
const boundsOf = (results: AttemptResult[]): [Date, string, string] => {
  const since = new Date(wallClock().getTime() - ALIKE_SINCE_MS)
  const [lowest, highest] = rangeOf(results.map(({ eventId }) => eventId))
  return [since, paymentIdOf(lowest), highest]
}
