import type { FastifyInstance } from 'fastify'
import type { Send } from './outbound/outbound-types.ts'
import type { Lookup } from './lookups/ask-partner.ts'
import type { ClaimedDelivery } from './webhooks/queue/claim.ts'
import type { AttemptResult } from './webhooks/queue/record.ts'

/**
 * What a program that runs the platform inside itself may see and change, such as the local platform
 * of partner developers. A platform that runs on its own has none of these.
 */
export type PlatformHooks = {
  /**
   * Stands between the platform and its partners: it gets every call, and may make it late, twice or
   * withhold its result.
   */
  aroundSend?: (send: Send) => Send
  /** What came of asking a partner for the details of a reference. */
  onLookup?: (reference: string, lookup: Lookup) => void
  /** Told when an attempt to deliver an event has ended and is settled. */
  onAttempt?: (result: AttemptResult, delivery: ClaimedDelivery) => void
  /** Gets the server before any route is on it, to see what is asked and answered. */
  onServer?: (app: FastifyInstance) => void
  /**
   * A port that is taken gives way to the next ones, and these to any that is free. It is found out by
   * listening: a port that was looked at beforehand may be another program's by then.
   */
  otherPorts?: boolean
}
