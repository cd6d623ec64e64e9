import type { FastifyInstance } from 'fastify'
import type { Send } from '../base/outbound/outbound-types.ts'
import type { Lookup } from '../delivery/lookups/ask-partner.ts'
import type { ClaimedDelivery } from '../delivery/webhooks/queue/claim.ts'
import type { AttemptResult } from '../delivery/webhooks/queue/record.ts'

/**
 * What a program that runs the platform inside itself, such as `wasl dev`, may observe and change.
 * A platform that runs alone has no hooks.
 */
export type PlatformHooks = {
  /** Wraps every call to a partner. It may delay a call, send it twice, or hold back its result. */
  aroundSend?: (send: Send) => Send
  /** Called with the result of each lookup. */
  onLookup?: (reference: string, lookup: Lookup) => void
  /** Called when an attempt to deliver an event has ended and is recorded. */
  onAttempt?: (result: AttemptResult, delivery: ClaimedDelivery) => void
  /** Called with the server before it has any route, to observe requests and answers. */
  onServer?: (app: FastifyInstance) => void
  /**
   * Refuses a `Host` that is not one of the platform's own names, so that the page of another site
   * cannot reach a demonstration by making its own name point to this machine.
   */
  onlyOwnHosts?: boolean
  /**
   * If the port is taken, tries the next ones and then any free one. It finds out by listening: a
   * port that was checked in advance may be taken a moment later.
   */
  otherPorts?: boolean
}
