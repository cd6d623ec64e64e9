/** The books of the operator (D31). */
import { z } from 'zod'
import { businessDateSchema } from '../../business-date.ts'
import {
  accountKindSchema,
  accountOwnerSchema,
  ledgerBalanceList,
  ledgerTransferList,
  TRANSFER_DAYS_MAX,
  trialBalance,
} from '../../ledger.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { requestQuery } from '../../request-object.ts'
import * as examples from '../examples/ledger.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const at = businessDateSchema
  .optional()
  .meta({ description: 'At the end of this business date. Without it: now, with the open days.' })

const transfersQuery = listQuery
  .extend({
    kind: accountKindSchema.optional().meta({ description: 'With owner: of this account.' }),
    owner: accountOwnerSchema.optional().meta({ description: 'With kind: of this account.' }),
    source: z.guid().optional().meta({ description: 'Of this payment, refund, handover, …' }),
    from: businessDateSchema.optional().meta({
      description: `The first business date; by default ${TRANSFER_DAYS_MAX} days before to.`,
    }),
    to: businessDateSchema.optional().meta({ description: 'The last business date.' }),
  })
  .superRefine(({ kind, owner, source, from, to }, context) => {
    const problem = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (source === undefined && kind === undefined)
      problem('source', 'expected a source, or kind and owner')
    if ((kind === undefined) !== (owner === undefined))
      problem(kind === undefined ? 'kind' : 'owner', 'expected kind and owner together')
    if (from !== undefined && to !== undefined && from > to)
      problem('from', 'expected a date that is not after to')
  })

export const OPERATOR_LEDGER = {
  listLedgerBalances: {
    ...common,
    method: 'GET',
    path: '/operator/v1/ledger/balances',
    permission: 'statements.view',
    summary: 'List balances',
    description:
      'Of all accounts that have had a transfer, or of those asked for, ordered by kind and owner. Exact ' +
      'at the moment of the answer.',
    query: listQuery.extend({
      kind: accountKindSchema.optional().meta({ description: 'Only accounts of this kind.' }),
      owner: accountOwnerSchema.optional().meta({ description: 'Only accounts of this owner.' }),
      at,
    }),
    answer: {
      description: 'One page.',
      schema: ledgerBalanceList,
      examples: {
        'last page': {
          items: [examples.ledgerBalance],
          nextCursor: null,
          completeThrough: '2026-11-21',
        },
      },
    },
  },
  listTransfers: {
    ...common,
    method: 'GET',
    path: '/operator/v1/ledger/transfers',
    permission: 'statements.view',
    summary: 'List transfers',
    description:
      'Of an account (kind and owner), or of a source. Ordered by business date and time, the newest ' +
      'first. from and to are inclusive.',
    query: transfersQuery,
    answer: {
      description: 'One page.',
      schema: ledgerTransferList,
      examples: {
        'last page': {
          items: [examples.ledgerTransfer],
          nextCursor: null,
          completeThrough: '2026-11-21',
        },
      },
    },
  },
  readTrialBalance: {
    ...common,
    method: 'GET',
    path: '/operator/v1/ledger/trial-balance',
    permission: 'statements.view',
    summary: 'Read the trial balance',
    description: 'The sums of each kind of account over the whole deployment. They add up to 0.',
    query: requestQuery({ at }),
    answer: {
      description: 'The sums of each kind that has had a transfer, and their total.',
      schema: trialBalance,
      examples: { 'at a date': examples.trialBalance },
    },
  },
} as const satisfies OperationTable
