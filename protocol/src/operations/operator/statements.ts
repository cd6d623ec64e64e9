/** Statements in the operator API (D32). */
import { z } from 'zod'
import { channelIdSchema, partnerIdSchema } from '../../ids.ts'
import { listOf } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import {
  approveStatementRequest,
  closeStatementRequest,
  operatorStatement,
  patchSettlementRequest,
  settlementSettings,
  statementListQuery,
  uninvoicedFees,
  uninvoicedQuery,
} from '../../statements.ts'
import * as examples from '../examples/settlement.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const
const ofPartner = { ...common, params: { partnerId: partnerIdSchema } } as const
const ofStatement = {
  ...common,
  params: { statementId: z.guid() },
  malformedParams: 'unknown',
} as const

const statementList = listOf(operatorStatement)

const uninvoicedList = listOf(uninvoicedFees)

named({ OperatorStatementList: statementList, UninvoicedFeesList: uninvoicedList })

const CLOSE =
  'Covers the business dates from the end of the statement before through until, which must be sealed. ' +
  'Its fees are charged, and it gets its number. The same until again gets the same statement, and ' +
  'finishes it when an earlier attempt was interrupted.'

export const OPERATOR_STATEMENTS = {
  closeStatement: {
    ...ofPartner,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/statements',
    permission: 'statements.close',
    summary: 'Close a statement of a partner',
    description: CLOSE,
    body: { schema: closeStatementRequest, example: { until: '2026-11-20' } },
    answer: {
      status: 201,
      description: 'The statement, closed.',
      schema: operatorStatement,
      examples: { closed: examples.closedStatement },
    },
    errors: ['PARTNER404_NOT_FOUND', 'STATEMENT409_NOT_SEALED', 'STATEMENT409_COVERED'],
  },
  closeChannelStatement: {
    ...common,
    params: { channelId: channelIdSchema },
    malformedParams: 'unknown',
    method: 'POST',
    path: '/operator/v1/channels/{channelId}/statements',
    permission: 'statements.close',
    summary: 'Close a statement of a channel',
    description:
      'What the channel has earned: its commissions and their VAT. gross is what it collected. ' +
      CLOSE,
    body: { schema: closeStatementRequest, example: { until: '2026-11-20' } },
    answer: {
      status: 201,
      description: 'The statement, closed.',
      schema: operatorStatement,
      examples: { closed: examples.channelStatement },
    },
    errors: ['CHANNEL404_NOT_FOUND', 'STATEMENT409_NOT_SEALED', 'STATEMENT409_COVERED'],
  },
  listStatements: {
    ...common,
    method: 'GET',
    path: '/operator/v1/statements',
    permission: 'statements.view',
    summary: 'List statements',
    description: 'Newest first.',
    query: statementListQuery,
    answer: onePage(statementList, examples.closedStatement),
  },
  readStatement: {
    ...ofStatement,
    method: 'GET',
    path: '/operator/v1/statements/{statementId}',
    permission: 'statements.view',
    summary: 'Read a statement',
    description: 'With its sums by kind of channel and VAT rate.',
    answer: {
      description: 'The statement.',
      schema: operatorStatement,
      examples: { statement: examples.closedStatement },
    },
    errors: ['STATEMENT404_NOT_FOUND'],
  },
  approveStatement: {
    ...ofStatement,
    method: 'POST',
    path: '/operator/v1/statements/{statementId}/approve',
    permission: 'statements.approve',
    stepUp: true,
    approves: true,
    summary: 'Approve a statement',
    description:
      'By a person other than the one who closed it. The approver sends the net that they have ' +
      'checked. A repetition gets the first answer.',
    body: { schema: approveStatementRequest, example: { net: 9821.5 } },
    answer: {
      description: 'It can be paid from now on.',
      schema: operatorStatement,
      examples: { approved: examples.approvedStatement },
    },
    errors: [
      'STATEMENT404_NOT_FOUND',
      'STATEMENT409_NOT_CLOSED',
      'STATEMENT409_NET',
      'APPROVAL409_SAME_PERSON',
    ],
  },
  listUninvoicedFees: {
    ...common,
    method: 'GET',
    path: '/operator/v1/uninvoiced-fees',
    permission: 'statements.view',
    summary: 'List fees that no statement charges yet',
    description:
      'For each partner, ordered by id, including today’s fees. With until: what a statement of ' +
      'each partner through that date would have.',
    query: uninvoicedQuery,
    answer: onePage(uninvoicedList, examples.uninvoiced),
  },
  readSettlement: {
    ...ofPartner,
    method: 'GET',
    path: '/operator/v1/partners/{partnerId}/settlement',
    permission: 'statements.view',
    summary: 'Read the settlement settings of a partner',
    description: 'When its statements are closed, and when their money may be paid.',
    answer: {
      description: 'The settings.',
      schema: settlementSettings,
      examples: { weekly: examples.settlement },
    },
    errors: ['PARTNER404_NOT_FOUND'],
  },
  changeSettlement: {
    ...ofPartner,
    method: 'PATCH',
    path: '/operator/v1/partners/{partnerId}/settlement',
    permission: 'fees.edit',
    stepUp: true,
    summary: 'Change the settlement settings of a partner',
    description:
      'At least one field. A schedule closes a statement soon after the last of its dates is sealed; ' +
      'another person approves it. A second person says the same, because it decides when money is paid ' +
      'and against what.',
    body: { schema: patchSettlementRequest, example: { schedule: 'weekly', release: 'banked' } },
    answer: {
      description: 'The settings after the change.',
      schema: settlementSettings,
      examples: { weekly: examples.settlement },
    },
    errors: [
      'APPROVAL403_NOT_A_PERSON',
      'APPROVAL409_SAME_PERSON',
      'APPROVAL409_SECOND_PERSON',
      'PARTNER404_NOT_FOUND',
    ],
  },
} as const satisfies OperationTable
