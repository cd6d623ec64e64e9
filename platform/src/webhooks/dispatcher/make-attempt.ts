import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Send } from '../../outbound/outbound-types.ts'
import type { PartnerTarget, PartnerTargets } from '../../partners/load-target.ts'
import { partnerWireId } from '../../wire-ids.ts'
import type { Tracing } from '../../tracing.ts'
import type { ClaimedDelivery } from '../queue/claim.ts'
import { deliver, notSent } from '../deliver.ts'
import { paymentIdOf } from '../event.ts'
import type { AttemptEnd } from './delivery-window.ts'
import { recordWithRetries, type RecordResult, type AttemptResult } from '../queue/record.ts'

export type AttemptDeps = {
  record: RecordResult
  targets: PartnerTargets
  send: Send
  log: Logger
  tracing?: Tracing
  /** Told of an attempt's end before it is recorded, and may add to what is recorded. */
  onEnded?: (result: AttemptResult) => void
  onRecorded?: (result: AttemptResult, delivery: ClaimedDelivery) => void
}

/**
 * Makes one attempt and records its result. `onEnd` is called once, when the call is over. Resolves with whether
 * something else of the payment may be due now.
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
    // The attempt is on record and its lease will lapse: the delivery is not lost.
    const line = { ...subjectOf(delivery), err: error }
    deps.log.error(line, 'the result of a webhook attempt was not recorded')
    return false
  }
}

/** The ids that a log line about a delivery names, as they travel. */
const subjectOf = ({ partner_id, event_id, attempt }: ClaimedDelivery) => ({
  partnerId: partnerWireId(partner_id),
  paymentId: paymentIdOf(event_id),
  eventId: event_id,
  attempt,
})

const isGivenUp = ({ outcome, nextDelayMs }: AttemptResult): boolean =>
  nextDelayMs === null && outcome !== 'acknowledged' && outcome !== 'not_sent'

/** From now on the partner learns of the event only if somebody acts. */
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

/** A place that is given back at once would have the next delivery claimed in vain, and the next. */
const WITHOUT_TARGET_MS = 1_000

/**
 * A database that was away for a moment costs that moment, and not the rest of a lease. Beyond this the
 * lease would not last for the attempt and its result.
 */
const TARGET_WITHIN_MS = 2_500

/** @throws Error when the partner's settings cannot be read: the database is away, or a key is wrong. */
const targetOf = async (
  targets: PartnerTargets,
  { partner_id, revision }: ClaimedDelivery,
  isStopping: () => boolean,
): Promise<PartnerTarget> => {
  const startedMs = performance.now()
  for (;;) {
    try {
      const target = await targets.get(partner_id, revision)
      if (!target) throw new Error(`partner ${partner_id} has no settings`)
      return target
    } catch (error) {
      if (!isStopping()) await pause(WITHOUT_TARGET_MS)
      if (isStopping() || performance.now() - startedMs > TARGET_WITHIN_MS) throw error
    }
  }
}

/** Gives back what was claimed and will not be sent on this claim. It is due as it was before. */
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
