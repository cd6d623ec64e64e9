import type { Logger } from 'pino'
import type { Send } from '../../../base/outbound/outbound-types.ts'
import type { PartnerTarget, PartnerTargets } from '../../../parties/partners/load-target.ts'
import { partnerWireId } from '../../../base/wire-ids.ts'
import type { Tracing } from '../../tracing.ts'
import type { ClaimedDelivery } from '../queue/claim.ts'
import { deliver, notSent } from '../deliver.ts'
import { paymentIdOf } from '../event.ts'
import type { AttemptEnd } from './delivery-window.ts'
import { recordWithRetries, type RecordResult, type AttemptResult } from '../queue/record.ts'
import { monotonicMs, pause } from '../../../base/chance.ts'

export type AttemptDeps = {
  record: RecordResult
  targets: PartnerTargets
  send: Send
  log: Logger
  tracing?: Tracing
  /** Called before the result is recorded; may add to it. */
  onEnded?: (result: AttemptResult) => void
  onRecorded?: (result: AttemptResult, delivery: ClaimedDelivery) => void
}

/**
 * Makes one attempt and records its result. Calls `onEnd` once, when the partner's answer is there.
 * Resolves with whether another event of the payment may be due now.
 */
export const makeAttempt = async (
  deps: AttemptDeps,
  delivery: ClaimedDelivery,
  onEnd: (end: AttemptEnd) => void,
  isStopping: () => boolean,
): Promise<boolean> => {
  try {
    const result = await call(deps, delivery, onEnd, isStopping)
    deps.onEnded?.(result)
    const freed = await recordWithRetries(deps.record, result, isStopping)
    deps.onRecorded?.(result, delivery)
    if (isGivenUp(result)) logGivenUp(deps.log, result, delivery)
    return freed
  } catch (error) {
    // The attempt is stored and its lease will lapse: the delivery is not lost.
    const line = { ...subjectOf(delivery), err: error }
    deps.log.error(line, 'the result of a webhook attempt was not recorded')
    return false
  }
}

/** The wire ids in a log line about a delivery. */
const subjectOf = ({ partner_id, event_id, attempt }: ClaimedDelivery) => ({
  partnerId: partnerWireId(partner_id),
  paymentId: paymentIdOf(event_id),
  eventId: event_id,
  attempt,
})

const isGivenUp = ({ outcome, nextDelayMs }: AttemptResult): boolean =>
  nextDelayMs === null && outcome !== 'acknowledged' && outcome !== 'not_sent'

/** From now on the partner gets the event only if someone acts. */
const logGivenUp = (
  log: Logger,
  { outcome, status }: AttemptResult,
  delivery: ClaimedDelivery,
): void => {
  log.warn(
    { ...subjectOf(delivery), outcome, status },
    'the last attempt of a webhook event failed: nothing more is sent unless somebody asks for it',
  )
}

const call = async (
  { targets, send }: AttemptDeps,
  delivery: ClaimedDelivery,
  onEnd: (end: AttemptEnd) => void,
  isStopping: () => boolean,
): Promise<AttemptResult> => {
  const end: AttemptEnd = { durationMs: 0, isAnswered: false }
  try {
    const target = await targetOf(targets, delivery, isStopping)
    const result = await deliver(send, target, delivery)
    end.durationMs = result.durationMs
    end.isAnswered = result.status !== null
    return result
  } finally {
    onEnd(end)
  }
}

/** Without a pause, the free place would claim one delivery after the other without a result. */
const WITHOUT_TARGET_MS = 1_000

/**
 * The wait for a database that is unavailable for a moment. A longer wait would leave too little of
 * the lease for the attempt and its result.
 */
const TARGET_WITHIN_MS = 2_500

/**
 * @throws Error when the partner's settings cannot be read: the database is unavailable, or a
 *   master key is wrong.
 */
const targetOf = async (
  targets: PartnerTargets,
  { partner_id, revision }: ClaimedDelivery,
  isStopping: () => boolean,
): Promise<PartnerTarget> => {
  const startedMs = monotonicMs()
  for (;;) {
    try {
      const target = await targets.get(partner_id, revision)
      if (!target) throw new Error(`partner ${partner_id} has no settings`)
      return target
    } catch (error) {
      if (!isStopping()) await pause(WITHOUT_TARGET_MS)
      if (isStopping() || monotonicMs() - startedMs > TARGET_WITHIN_MS) throw error
    }
  }
}

/** Hands back a claimed delivery that is not sent. Its due time stays the same. */
export const handBack = async (deps: AttemptDeps, delivery: ClaimedDelivery): Promise<boolean> => {
  try {
    const result = notSent(delivery)
    await deps.record(result)
    deps.onRecorded?.(result, delivery)
    return true
  } catch (error) {
    deps.log.error({ ...subjectOf(delivery), err: error }, 'a webhook was not handed back')
    return false
  }
}
