/** Checks of a live integration: the platform calls a partner's two addresses and judges (W152). */
import { z } from 'zod'
import { listOf } from './lists.ts'
import { LIVE_CHECK_IDS, type LiveCheckId } from './live-checks/texts.ts'
import { named } from './named.ts'
import { referenceSchema } from './reference.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

/** The number of runs of one partner within an hour. */
export const LIVE_RUNS_PER_HOUR_MAX = 6

/** The newest runs of a partner are kept. */
export const LIVE_RUNS_KEPT = 20

/** `POST /partner/webhooks/v1/live-checks` */
export const liveChecksRequest = requestObject({
  reference: referenceSchema.optional().meta({
    description:
      'A reference of yours that is not paid. Without one the checks that need it are left out.',
  }),
})

export const LIVE_CHECK_OUTCOMES = ['passed', 'failed', 'skipped'] as const

export const liveCheckResult = z.object({
  check: z.enum(LIVE_CHECK_IDS as readonly [LiveCheckId, ...LiveCheckId[]]),
  outcome: z.enum(LIVE_CHECK_OUTCOMES).meta({
    description: 'skipped: it needs a reference, or the address did not answer the check before.',
  }),
  status: z.int().nullable().meta({ description: 'The HTTP status, if there was one.' }),
  durationMs: z.int().nullable(),
  problem: z.string().nullable().meta({ description: 'What is wrong, as one sentence.' }),
  responseBody: z.string().nullable().meta({ description: 'At most 1 KiB of the answer.' }),
})

export const liveRun = z.object({
  runId: z.guid(),
  state: z.enum(['running', 'finished', 'interrupted']).meta({
    description: 'interrupted: the process that ran it stopped. Start another one.',
  }),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  askedBy: z.string(),
  apiUrl: z.string(),
  webhookUrl: z.string(),
  reference: z.string().nullable(),
  checks: z.int().meta({ description: 'How many checks there are in all.' }),
  results: z.array(liveCheckResult).meta({ description: 'Of the checks that were made so far.' }),
})

export const liveRunList = listOf(liveRun)

named({
  LiveCheckResult: liveCheckResult,
  LiveChecksRequest: liveChecksRequest,
  LiveRun: liveRun,
  LiveRunList: liveRunList,
})

export type LiveCheckResult = z.infer<typeof liveCheckResult>
export type LiveRun = z.infer<typeof liveRun>
