import { Counter, Histogram, Registry } from 'prom-client'
import { ATTEMPT_OUTCOMES, type PaymentStage, type ProcessRole } from '@wasl/protocol'
import type pg from 'pg'
import type { ChannelLimits, LimitRefusal } from '../../parties/channels/limits.ts'
import { canaryCounter } from './canary-metrics.ts'
import { echoCounter } from './echo-metrics.ts'
import { gaugesByCell, joinTexts, storeGauges, type Probed } from './store-gauges.ts'
import { createCallCounter, type CallCounter } from '../figures/count-calls.ts'
import { notificationCounter } from './notification-counter.ts'
import { objectiveMetrics } from './objective-metrics.ts'
import {
  createPartnerFailures,
  type PartnerCall,
  type PartnerFailures,
} from './partner-failures.ts'
import type { Lookup } from '../../delivery/lookups/ask-partner.ts'
import {
  partnerGauge,
  processMetrics,
  watchBreakers,
  watchRoles,
  watchTasks,
} from './process-gauges.ts'
import type { BreakerCounts } from '../../base/outbound/partner-guard.ts'
import type { LookupCode } from '../../delivery/lookups/read-lookup.ts'
import type { MakeTransition } from '../../payments/transition.ts'
import type { OpenDeps } from '../../payments/open.ts'
import type { Cause } from '../../payments/payment.ts'
import type { PaymentRow } from '../../payments/payment-row.ts'
import type { MovedRefund } from '../../payments/refunds/transition.ts'
import type { TaskAge } from '../periodic/schedule.ts'
import type { ClaimedDelivery } from '../../delivery/webhooks/queue/claim.ts'
import type { Outcome } from '../../delivery/webhooks/acknowledgement.ts'
import type { AttemptResult } from '../../delivery/webhooks/queue/record.ts'
import { wallClock } from '../../base/chance.ts'

/** The metrics at /metrics, for the operator's dashboards and alerts. Durations are in seconds. */
export type Metrics = ReturnType<typeof createMetrics>

/** From a read from memory to a partner that uses its full ten seconds. */
const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** From an event delivered at once to one delivered by the schedule's last attempt. */
const DELIVERY_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 600, 3_600, 43_200, 86_400, 259_200]

/** @param cells every cell, when there are several; each then has gauges of its own. */
export const createMetrics = (pool: pg.Pool, cells: Probed[] = []) => {
  const registry = new Registry()
  const { requests, lookups, moves, attempts, deliveries, channelLimits } = createMeters(registry)
  const readStore = cells.length === 0 ? storeGauges(registry, pool) : null
  const readCells = gaugesByCell(cells)
  const failures = createPartnerFailures()
  const calls = createCallCounter()
  const watch = watchPartners(failures, calls)
  const objectives = objectiveMetrics(registry, calls)
  partnerGauge(registry, failures)
  processMetrics(registry)
  return {
    contentType: registry.contentType,
    /** All metrics in Prometheus' text format. */
    async scrape(): Promise<string> {
      const texts = await Promise.all([readStore?.(), readCells()])
      const own = await registry.metrics()
      return cells.length === 0 ? own : joinTexts([own, ...texts[1]])
    },
    requests,
    /** What is counted of calls, until it is recorded. */
    calls,
    countEcho: echoCounter(registry),
    countCanary: canaryCounter(registry),
    countNotification: notificationCounter(registry),
    watchBreakers: (breakers: () => BreakerCounts): void => watchBreakers(registry, breakers),
    watchRoles: (roles: readonly ProcessRole[]): void => watchRoles(registry, roles),
    watchTasks: (tasks: () => TaskAge[]): void => watchTasks(registry, tasks),
    countAttempt: (result: AttemptResult, { created_seconds }: ClaimedDelivery): void => {
      attempts.inc({ outcome: result.outcome })
      watch.attempt(result)
      const ageSeconds = secondsSince(created_seconds)
      if (result.outcome === 'acknowledged') deliveries.observe(ageSeconds)
      objectives.countAttempt(result, ageSeconds)
    },
    countAnswer: objectives.countAnswer,
    countTransitions:
      (makeTransition: MakeTransition): MakeTransition =>
      async (request) => {
        const result = await makeTransition(request)
        if (result.found && result.decision === 'made') {
          moves.inc({ stage: result.payment.stage, cause: request.cause })
        }
        return result
      },
    countRefund: ({ isWhole }: MovedRefund): void => {
      if (isWhole) moves.inc({ stage: 'refunded', cause: 'refund' })
    },
    countLimits: countLimits(channelLimits),
    countOpenings:
      <Request>(open: (request: Request) => Promise<PaymentRow | null>) =>
      async (request: Request): Promise<PaymentRow | null> => {
        const payment = await open(request)
        if (payment) moves.inc({ stage: 'locked', cause: 'open' })
        return payment
      },
    timeLookup:
      (lookUp: OpenDeps['lookUp']): OpenDeps['lookUp'] =>
      async (target, ...asked) => {
        const stop = lookups.startTimer()
        const lookup = await lookUp(target, ...asked)
        const seconds = stop({ outcome: lookup.ok ? 'payable' : lookup.code })
        watch.lookup(target.partnerId, lookup, seconds * 1_000)
        return lookup
      },
  }
}

const countLimits =
  (counter: Counter<'code'>) =>
  (limits: ChannelLimits): ChannelLimits => {
    const counted = <Result extends { ok: boolean } | null>(result: Result): Result => {
      if (result && 'code' in result) counter.inc({ code: result.code as LimitRefusal['code'] })
      return result
    }
    return {
      ...limits,
      admit: async (channel) => counted(await limits.admit(channel)),
      admitLock: async (channel) => counted(await limits.admitLock(channel)),
      lockRefusal: async (channel) => counted(await limits.lockRefusal(channel)),
    }
  }

/** Counts how partners answer, for the metric of the worst and for the charts. */
const watchPartners = (failures: PartnerFailures, calls: CallCounter) => {
  const failed = (partnerId: number, call: PartnerCall): void => {
    failures.count(partnerId, call)
    calls.failed(partnerId, call)
  }
  return {
    lookup(partnerId: number, lookup: Lookup, durationMs: number): void {
      if (lookup.ok || lookup.code.startsWith('REFERENCE')) {
        calls.answered(partnerId, 'lookup', durationMs)
      } else if (lookup.code.startsWith('PARTNER5')) failed(partnerId, 'lookup')
    },
    attempt({ partnerId, outcome, durationMs }: AttemptResult): void {
      if (outcome === 'acknowledged') calls.answered(partnerId, 'webhook', durationMs)
      else if (!NOT_THE_PARTNERS.has(outcome)) failed(partnerId, 'webhook')
    },
  }
}

/** Outcomes of an attempt that are not the partner's fault. */
const NOT_THE_PARTNERS: ReadonlySet<Outcome> = new Set([
  'acknowledged',
  'not_sent',
  'too_many_calls',
])

const createMeters = (registry: Registry) => {
  const registers = [registry]
  const requests = new Histogram({
    name: 'wasl_http_request_seconds',
    help: 'Time to answer a request, by route, method and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const lookups = new Histogram({
    name: 'wasl_lookup_seconds',
    help: 'Time a partner took to answer a lookup, by outcome.',
    labelNames: ['outcome'] as const,
    buckets: SECONDS_BUCKETS,
    registers,
  })
  const moves = new Counter({
    name: 'wasl_payment_transitions_total',
    help: 'Payments that reached a stage.',
    labelNames: ['stage', 'cause'] as const,
    registers,
  })
  const attempts = new Counter({
    name: 'wasl_webhook_attempts_total',
    help: 'Webhook attempts that ended, by outcome.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const deliveries = new Histogram({
    name: 'wasl_webhook_delivery_seconds',
    help: 'Time from an event to its acknowledgement.',
    buckets: DELIVERY_BUCKETS,
    registers,
  })
  const channelLimits = new Counter({
    name: 'wasl_channel_limited_total',
    help: 'Openings refused because their channel was at one of its limits, by code.',
    labelNames: ['code'] as const,
    registers,
  })
  for (const code of CHANNEL_LIMIT_CODES) channelLimits.inc({ code }, 0)
  // Every counter starts at 0 with the first scrape. A counter that first appears as 1 has not
  // increased for Prometheus, and a missing one is not 0, so that no alert would fire.
  for (const [stage, causes] of Object.entries(CAUSES)) {
    for (const cause of causes) moves.inc({ stage, cause }, 0)
  }
  for (const outcome of ATTEMPT_OUTCOMES) attempts.inc({ outcome }, 0)
  for (const outcome of LOOKUP_OUTCOMES) lookups.zero({ outcome })
  return { requests, lookups, moves, attempts, deliveries, channelLimits }
}

/** The causes of the transitions to each stage (D9). */
const CAUSES = {
  locked: ['open'],
  paid: ['confirm'],
  released: ['cancel', 'fail', 'expire'],
  refunded: ['refund'],
} as const satisfies Record<PaymentStage, readonly (Cause | 'open' | 'refund')[]>

const CHANNEL_LIMIT_CODES = [
  'CHANNEL429_TOO_MANY_LOCKS',
  'CHANNEL429_TOO_MANY_NOT_FOUND',
] as const satisfies readonly LimitRefusal['code'][]

/** The possible results of a lookup (D11). */
const LOOKUP_OUTCOMES = [
  'payable',
  'REFERENCE404_NOT_FOUND',
  'REFERENCE409_ALREADY_PAID',
  'PARTNER502_BAD_RESPONSE',
  'PARTNER503_UNAVAILABLE',
  'PARTNER504_TIMEOUT',
  'SERVER503_UNAVAILABLE',
] as const satisfies readonly ('payable' | LookupCode)[]

/** Events carry the time of the database's clock, which may be ahead of this machine's. */
const secondsSince = (seconds: number): number =>
  Math.max(0, wallClock().getTime() / 1000 - seconds)
