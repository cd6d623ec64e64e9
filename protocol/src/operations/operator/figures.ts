/** The overview and the series of its charts (W144). */
import {
  callFigures,
  callFiguresQuery,
  moneyFigures,
  moneyFiguresQuery,
  overview,
} from '../../figures.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/figures.ts'

const common = {
  caller: 'operator',
  tag: 'Operator API',
  method: 'GET',
  permission: 'payments.view',
} as const

export const OPERATOR_FIGURES = {
  readOverview: {
    ...common,
    path: '/operator/v1/overview',
    summary: 'Read the overview',
    description:
      'Money of today against yesterday and the same day last week, which partners fail and ' +
      'since when, what waits longest, cash by age, queues and standbys. One answer is shared ' +
      'by everybody for five seconds.',
    answer: {
      description: 'The overview.',
      schema: overview,
      examples: { now: examples.overview },
    },
  },
  readMoneyFigures: {
    ...common,
    path: '/operator/v1/figures/money',
    summary: 'Read money by day and kind of channel',
    description: 'From the ledger, by business date. A day and kind without money has no item.',
    query: moneyFiguresQuery,
    answer: {
      description: 'The oldest day first.',
      schema: moneyFigures,
      examples: { day: examples.moneyFigures },
    },
  },
  readCallFigures: {
    ...common,
    path: '/operator/v1/figures/calls',
    summary: 'Read how a partner answered, by hour',
    description:
      'Lookups and webhooks: usable answers, failures and times. Counted each minute, kept for 90 days.',
    query: callFiguresQuery,
    answer: {
      description: 'The oldest hour first. An hour without calls has no item.',
      schema: callFigures,
      examples: { hour: examples.callFigures },
    },
  },
} as const satisfies OperationTable
