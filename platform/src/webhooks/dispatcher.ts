import type { Logger } from 'pino'
import type { Pipeline } from '../database/pipeline.ts'
import type { Send } from '../outbound/outbound-types.ts'
import type { PartnerTargets } from '../partners/credentials.ts'
import { claimDeliveries, type ClaimedDelivery } from './claim.ts'
import { deliver } from './deliver.ts'
import {
  closeAttempt,
  freeSlots,
  isForgettable,
  openWindow,
  type DeliveryWindow,
} from './delivery-window.ts'
import type { SettleDelivery, Settlement } from './settle.ts'

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

const CLAIM_MAX = 256

/** A claim for a handful of free places costs as much as one for many. */
const CLAIM_MIN = 64

/** After a failed claim (the database is away, say) the next one waits this long. */
const AFTER_FAILURE_MS = 500

/**
 * Sends what is due: claims a batch, makes its attempts at once, settles each as it ends, and claims
 * the next batch while they are under way. Nothing is held over a call to a partner: no transaction,
 * no connection.
 */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { claims, settle, targets, send, log, onSettled } = options
  const inFlightMax = options.inFlightMax ?? IN_FLIGHT_MAX
  const windows = new Map<number, DeliveryWindow>()
  const underway = new Set<Promise<void>>()
  let afterPartner = 0
  let claiming: Promise<void> | null = null
  /** Whether something may be due that no claim has looked for yet. */
  let isDirty = false
  let stopped = true
  let poll: NodeJS.Timeout | undefined

  const attempt = async (delivery: ClaimedDelivery): Promise<void> => {
    const window = windows.get(delivery.partner_id) ?? openWindow()
    windows.set(delivery.partner_id, { ...window, inFlight: window.inFlight + 1 })
    let answered = false
    try {
      const target = await targets.get(delivery.partner_id, delivery.revision)
      if (!target) throw new Error(`partner ${delivery.partner_id} has no settings`)
      const settlement = await deliver(send, target, delivery)
      answered = settlement.status !== null
      await settle(settlement)
      onSettled?.(settlement, delivery)
    } catch (error) {
      // The attempt is on record and its lease will lapse: the delivery is not lost.
      log.error({ err: error, eventId: delivery.event_id }, 'a webhook attempt was not settled')
    } finally {
      close(delivery.partner_id, answered)
    }
  }

  const close = (partnerId: number, answered: boolean): void => {
    const window = closeAttempt(windows.get(partnerId) ?? openWindow(), answered)
    if (isForgettable(window)) windows.delete(partnerId)
    else windows.set(partnerId, window)
  }

  const begin = (delivery: ClaimedDelivery): void => {
    const running = attempt(delivery).finally(() => {
      underway.delete(running)
      // The end of one attempt can free a place, or the next event of the same payment.
      wake()
    })
    underway.add(running)
  }

  const claim = async (): Promise<void> => {
    isDirty = false
    const limit = Math.min(CLAIM_MAX, inFlightMax - underway.size)
    const free = new Map([...windows].map(([partner, window]) => [partner, freeSlots(window)]))
    const startedAfter = afterPartner
    const claimed = await claimDeliveries(claims, {
      limit,
      afterPartner,
      partnerLimit: freeSlots(openWindow()),
      free,
    })
    const isFull = claimed.length >= limit
    afterPartner = isFull ? lastPartner(claimed) : 0
    // Partners before the starting point have not been looked at, and a full claim left some over.
    if (isFull || startedAfter > 0) isDirty = true
    for (const delivery of claimed) begin(delivery)
  }

  const wake = (): void => {
    isDirty = true
    run()
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

const lastPartner = (claimed: ClaimedDelivery[]): number =>
  Math.max(0, ...claimed.map(({ partner_id }) => partner_id))

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
