/** A partner's users look at a statement, where it is paid, and how its addresses do (W153, W154). */
import { z } from 'zod'
import type { OperationTable } from '../../operation.ts'
import { ownAccount } from '../../own-account.ts'
import { healthQuery, ownHealth } from '../../own-health.ts'
import { nextStatement, ownStatement } from '../../own-statements.ts'
import * as examples from '../examples/own-statements.ts'

const common = {
  method: 'GET',
  caller: 'partner',
  errors: ['PARTNER_API403_MERCHANT_INACTIVE', 'PARTNER_API429_TOO_MANY_AT_ONCE'],
} as const

export const PARTNER_OWN_STATEMENTS = {
  readOwnStatement: {
    ...common,
    tag: 'Books API',
    path: '/partner/statements/v1/{statementId}/summary',
    permission: 'statements.view',
    summary: 'Read the sums of one of your statements',
    description:
      'With where its cash is, and the transfers that pay it. Its lines are in its files.',
    params: { statementId: z.guid() },
    malformedParams: 'unknown',
    answer: {
      description: 'The statement.',
      schema: ownStatement,
      examples: { approved: examples.ownStatement },
    },
    errors: [...common.errors, 'STATEMENT404_NOT_FOUND'],
  },
  readNextStatement: {
    ...common,
    tag: 'Books API',
    path: '/partner/settings/v1/next-statement',
    permission: 'statements.view',
    summary: 'Read what you will be paid since the last statement',
    description:
      'What the next statement would say if it were closed now, with today. Payments and ' +
      'refunds change it until it is closed.',
    answer: {
      description: 'The sums so far.',
      schema: nextStatement,
      examples: { 'so far': examples.nextStatement },
    },
  },
  readOwnAccount: {
    ...common,
    tag: 'Settings API',
    path: '/partner/settings/v1/account',
    permission: 'statements.view',
    summary: 'Read which bank account you are paid to',
    description:
      'Masked. Only the operator changes it: one person there proposes the account, another ' +
      'compares it ' +
      "with the bank's document and approves it.",
    answer: {
      description: 'The account in force, and the one that waits for a second person.',
      schema: ownAccount,
      examples: { 'in force': examples.ownAccount },
    },
  },
  readOwnHealth: {
    ...common,
    tag: 'Settings API',
    path: '/partner/settings/v1/health',
    permission: 'events.view',
    summary: 'Read the health of your lookups and webhooks',
    description:
      'By the hour: how many, how many failed, and how long your server took. For a large ' +
      'partner, only the newest 5,000 payments and events are counted.',
    query: healthQuery,
    answer: {
      description: 'The hours, the oldest first.',
      schema: ownHealth,
      examples: { 'one hour': examples.ownHealth },
    },
  },
} as const satisfies OperationTable
