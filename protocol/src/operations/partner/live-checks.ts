/** A partner checks its live integration (W152). */
import { z } from 'zod'
import { LANGUAGES } from '../../language.ts'
import { listQuery } from '../../lists.ts'
import {
  LIVE_RUNS_KEPT,
  LIVE_RUNS_PER_HOUR_MAX,
  liveChecksRequest,
  liveRun,
  liveRunList,
} from '../../live-checks.ts'
import type { OperationTable } from '../../operation.ts'
import { requestQuery } from '../../request-object.ts'
import { liveRun as example } from '../examples/live-checks.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'partner', tag: 'Webhook Events API' } as const

const REFUSALS = ['PARTNER_API403_MERCHANT_INACTIVE', 'PARTNER_API429_TOO_MANY_AT_ONCE'] as const

const ofRun = {
  ...common,
  method: 'GET',
  params: { runId: z.guid() },
  malformedParams: 'unknown',
  permission: 'events.view',
  errors: [...REFUSALS, 'CHECKS404_NOT_FOUND'],
} as const

export const PARTNER_LIVE_CHECKS = {
  startLiveChecks: {
    ...common,
    method: 'POST',
    path: '/partner/webhooks/v1/live-checks',
    permission: 'events.redeliver',
    summary: 'Check your live integration',
    description:
      'The platform calls your two saved addresses with test references and test webhooks, some ' +
      'of them forged, and judges the answers. None of them reports a paid payment. One run at ' +
      `a time, and at most ${LIVE_RUNS_PER_HOUR_MAX} within an hour. Read the run to follow it. ` +
      'This is not a certificate: "wasl certify" gives one.',
    body: { schema: liveChecksRequest, optional: true, example: { reference: 'FAC-2026-0042' } },
    answer: {
      status: 202,
      description: 'The run, which has begun.',
      schema: liveRun,
      examples: { running: example },
    },
    errors: [
      ...REFUSALS,
      'PARTNER_API429_TOO_MANY_CHANGES',
      'CHECKS409_RUNNING',
      'CHECKS429_TOO_MANY',
    ],
  },
  listLiveChecks: {
    ...common,
    method: 'GET',
    path: '/partner/webhooks/v1/live-checks',
    permission: 'events.view',
    summary: 'List the checks of your live integration',
    description: `Newest first. The last ${LIVE_RUNS_KEPT} runs are kept.`,
    query: listQuery,
    answer: onePage(liveRunList, example),
    errors: [...REFUSALS],
  },
  readLiveChecks: {
    ...ofRun,
    path: '/partner/webhooks/v1/live-checks/{runId}',
    summary: 'Read one run of the checks',
    description: 'With the results so far.',
    answer: { description: 'The run.', schema: liveRun, examples: { running: example } },
  },
  readLiveChecksReport: {
    ...ofRun,
    path: '/partner/webhooks/v1/live-checks/{runId}/report',
    summary: 'The report of a run, as a page to keep',
    description: 'One HTML file without script, in the language that is asked for.',
    query: requestQuery({
      lang: z.enum(LANGUAGES).optional().meta({
        description: 'By default that of Accept-Language.',
      }),
    }),
    answer: { description: 'The report.', content: { 'text/html': { type: 'string' } } },
    errors: [...ofRun.errors, 'VALIDATION400'],
  },
} as const satisfies OperationTable
