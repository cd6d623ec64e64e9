import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Pipeline } from '../database/pipeline.ts'
import type { Send } from '../outbound/outbound-types.ts'
import type { PartnerTargets } from '../partners/credentials.ts'
import {
  claimDeliveries,
  lastPartnerLookedAt,
  type ClaimRequest,
  type ClaimedDelivery,
} from './claim.ts'
import { deliver } from './deliver.ts'
import { createDeliveryWindows } from './delivery-window.ts'
import { settleSurely, type SettleDelivery, type Settlement } from './settle.ts'

export type DispatcherOptions = {
  claims: Pipeline
  settle: SettleDelivery
  targets: PartnerTargets
  send: Send
  log: Logger
  onSettled?: (settlement: Settlement, delivery: ClaimedDelivery) => void
  /** The slow poll behind the wake-ups: retries that come due, and leases of processes that died. */
  pollMs?: number
  inFlightMax?: number
}

export type Dispatcher = {
  start(): void
  /** Something may be due: look now. Cheap, and cheap to call often. */
  wake(): void
  /** Claims no more, and resolves when every attempt under way is settled. */
  stop(): Promise<void>
}

const POLL_MS = 1_000

/** Attempts under way in this process; slow partners need many, and waiting costs little. */
const IN_FLIGHT_MAX = 1_024

const CLAIM_MAX = 512

/** A claim for a handful of free places costs nearly as much as one for many. */
const CLAIM_MIN = 256

/** After a failed claim (the database is away, say) the next one waits this long. */
const AFTER_FAILURE_MS = 500

/**
 * Sends what is due: claims a batch, makes its attempts at once, settles each as it ends, and claims
 * the next batch while they are under way. Nothing is held over a call to a partner: no transaction,
 * no connection.
 */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { claims, log } = options
  const inFlightMax = options.inFlightMax ?? IN_FLIGHT_MAX
  const windows = createDeliveryWindows()
  const underway = new Set<Promise<void>>()
  let afterPartner = 0
  let claiming: Promise<void> | null = null
  /** Whether something may be due that no claim has looked for yet. */
  let isDirty = false
  let stopped = true
  let poll: NodeJS.Timeout | undefined

  const begin = (delivery: ClaimedDelivery): void => {
    windows.begin(delivery.partner_id)
    // The partner has a free place from its answer on, whenever that is written down.
    const onEnd = (answered: boolean): void => {
      windows.end(delivery.partner_id, answered)
      wake()
    }
    const running = attempt(options, delivery, onEnd, () => stopped).then(() => {
      underway.delete(running)
      // What is settled can free the next event of the same payment.
      wake()
    })
    underway.add(running)
  }

  const claim = async (): Promise<void> => {
    isDirty = false
    const limit = Math.min(CLAIM_MAX, inFlightMax - underway.size)
    const startedAfter = afterPartner
    const { asked, looked } = claimAndLook(claims, {
      limit,
      afterPartner,
      partnerLimit: windows.atFirst,
      free: windows.free(),
    })
    const claimed = await asked
    for (const delivery of claimed) begin(delivery)
    const isFull = claimed.length >= limit
    afterPartner = isFull ? lastPartner(claimed) : ((await looked) ?? 0)
    // Partners before the starting point have not been looked at, and a full claim left some over.
    if (afterPartner > 0 || startedAfter > 0) isDirty = true
  }

  const run = (): void => {
    if (stopped || claiming || !isDirty || inFlightMax - underway.size < CLAIM_MIN) return
    claiming = claim()
      .catch((error: unknown) => {
        log.error({ err: error }, 'webhook deliveries could not be claimed')
        isDirty = true
        return pause(AFTER_FAILURE_MS)
      })
      .finally(() => {
        claiming = null
        run()
      })
  }

  const wake = (): void => {
    isDirty = true
    run()
  }

  return {
    wake,
    start() {
      stopped = false
      poll = setInterval(wake, options.pollMs ?? POLL_MS)
      wake()
    },
    async stop() {
      stopped = true
      clearInterval(poll)
      await claiming
      await Promise.all(underway)
    },
  }
}

/**
 * Makes and settles one attempt. `onEnd` is called once, when the call is over: with whether the
 * partner answered, with whatever status.
 */
const attempt = async (
  options: DispatcherOptions,
  delivery: ClaimedDelivery,
  onEnd: (answered: boolean) => void,
  isStopping: () => boolean,
): Promise<void> => {
  const { settle, log, onSettled } = options
  try {
    const settlement = await call(options, delivery, onEnd)
    await settleSurely(settle, settlement, isStopping)
    onSettled?.(settlement, delivery)
  } catch (error) {
    // The attempt is on record and its lease will lapse: the delivery is not lost.
    log.error({ err: error, eventId: delivery.event_id }, 'a webhook attempt was not settled')
  }
}

const call = async (
  { targets, send }: DispatcherOptions,
  delivery: ClaimedDelivery,
  onEnd: (answered: boolean) => void,
): Promise<Settlement> => {
  let answered = false
  try {
    const target = await targets.get(delivery.partner_id, delivery.revision)
    if (!target) throw new Error(`partner ${delivery.partner_id} has no settings`)
    const settlement = await deliver(send, target, delivery)
    answered = settlement.status !== null
    return settlement
  } finally {
    onEnd(answered)
  }
}

/** Claims, and asks right behind it, on the same connection, where a claim that is not full goes on. */
const claimAndLook = (claims: Pipeline, request: ClaimRequest) => {
  const asked = claimDeliveries(claims, request)
  const looked = lastPartnerLookedAt(claims, request.afterPartner)
  // Nobody asks for it after a full claim, or after one that failed.
  looked.catch(() => undefined)
  return { asked, looked }
}

const lastPartner = (claimed: ClaimedDelivery[]): number =>
  Math.max(0, ...claimed.map(({ partner_id }) => partner_id))
