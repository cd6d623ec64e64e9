/** Payouts in the operator API (D32). */
import { z } from 'zod'
import { listOf } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import {
  batchFileQuery,
  createPayoutRequest,
  instructPayoutRequest,
  paidPayoutRequest,
  payable,
  payout,
  payoutBatch,
  payoutListQuery,
  returnedPayoutRequest,
} from '../../payouts.ts'
import * as examples from '../examples/settlement.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const
const ofPayout = { ...common, params: { payoutId: z.guid() }, malformedParams: 'unknown' } as const

const payoutList = listOf(payout)

named({ PayoutList: payoutList })

const answered = (description: string, example: unknown) =>
  ({ description, schema: payout, examples: { payout: example } }) as const

const REPEATED = 'A repetition gets the first answer.'

export const OPERATOR_PAYOUTS = {
  proposePayout: {
    ...common,
    params: { statementId: z.guid() },
    malformedParams: 'unknown',
    method: 'POST',
    path: '/operator/v1/statements/{statementId}/payouts',
    permission: 'payouts.instruct',
    stepUp: true,
    summary: 'Propose a payout',
    description:
      'For an approved statement of a partner that is live or paused: a partner that is still ' +
      'being tested has test payments alone. A statement may have several payouts, which together never ' +
      'exceed its net, nor what is released. To replace a returned or declined payout, propose ' +
      'a new one.',
    body: { schema: createPayoutRequest, optional: true, example: { amount: 9821.5 } },
    answer: { ...answered('The payout waits for another person.', examples.payout), status: 201 },
    errors: [
      'STATEMENT404_NOT_FOUND',
      'STATEMENT409_NOT_APPROVED',
      'PAYOUT409_TESTING',
      'PAYOUT409_AMOUNT',
    ],
  },
  listPayouts: {
    ...common,
    method: 'GET',
    path: '/operator/v1/payouts',
    permission: 'statements.view',
    summary: 'List payouts',
    description: 'Newest first.',
    query: payoutListQuery,
    answer: onePage(payoutList, examples.payout),
  },
  readPayout: {
    ...ofPayout,
    method: 'GET',
    path: '/operator/v1/payouts/{payoutId}',
    permission: 'statements.view',
    summary: 'Read a payout',
    description: 'With who did what when.',
    answer: answered('The payout.', examples.payout),
    errors: ['PAYOUT404_NOT_FOUND'],
  },
  readPayable: {
    ...common,
    params: { statementId: z.guid() },
    malformedParams: 'unknown',
    method: 'GET',
    path: '/operator/v1/statements/{statementId}/payable',
    permission: 'statements.view',
    summary: 'See how much of a statement may be paid now',
    description: 'Nothing may be paid of a statement that is not approved.',
    answer: {
      description: 'What may be paid, and what waits for the bank.',
      schema: payable,
      examples: { payable: examples.payable },
    },
    errors: ['STATEMENT404_NOT_FOUND'],
  },
  approvePayout: {
    ...ofPayout,
    method: 'POST',
    path: '/operator/v1/payouts/{payoutId}/approve',
    permission: 'payouts.confirm',
    stepUp: true,
    approves: true,
    summary: 'Approve a payout',
    description: `By a person other than the one who proposed it. ${REPEATED} Send no body.`,
    answer: answered('It can be instructed.', examples.approvedPayout),
    errors: ['PAYOUT404_NOT_FOUND', 'PAYOUT409_WRONG_STATUS', 'APPROVAL409_SAME_PERSON'],
  },
  declinePayout: {
    ...ofPayout,
    method: 'POST',
    path: '/operator/v1/payouts/{payoutId}/decline',
    permission: 'payouts.confirm',
    summary: 'Decline a payout',
    description: `Before it is instructed; anyone may. Its amount can be proposed again. ${REPEATED} Send no body.`,
    answer: answered('It is never paid.', examples.declinedPayout),
    errors: ['PAYOUT404_NOT_FOUND', 'PAYOUT409_WRONG_STATUS'],
  },
  instructPayout: {
    ...ofPayout,
    method: 'POST',
    path: '/operator/v1/payouts/{payoutId}/instruct',
    permission: 'payouts.instruct',
    stepUp: true,
    summary: 'Instruct the bank to pay',
    description:
      'Puts the payout into a batch: a new one, or that of batchId while it is a draft. Instruct all ' +
      `payouts of a batch before you download its file. ${REPEATED}`,
    body: { schema: instructPayoutRequest, optional: true, example: {} },
    answer: answered('It is in the file of its batch.', examples.instructedPayout),
    errors: [
      'PAYOUT404_NOT_FOUND',
      'PAYOUT409_WRONG_STATUS',
      'PAYOUT409_NO_ACCOUNT',
      'PAYOUT409_NO_FUNDS',
      'BATCH409_SENT',
    ],
  },
  readPayoutBatch: {
    ...common,
    params: { batchId: z.guid() },
    malformedParams: 'unknown',
    method: 'GET',
    path: '/operator/v1/payout-batches/{batchId}',
    permission: 'statements.view',
    summary: 'Read a batch of payouts',
    description: 'With its status, what its file asks of the bank, and who downloaded it.',
    answer: {
      description: 'The batch.',
      schema: payoutBatch,
      examples: { sent: examples.sentBatch },
    },
    errors: ['PAYOUT404_NOT_FOUND'],
  },
  readPayoutFile: {
    ...common,
    params: { batchId: z.guid() },
    malformedParams: 'unknown',
    method: 'GET',
    path: '/operator/v1/payout-batches/{batchId}/file',
    permission: 'export',
    summary: 'The payout file of a batch',
    description:
      'The first download sends the batch: its lines are the payouts that are still to be paid, ' +
      'and each later download has the same bytes. Each is recorded. CSV in UTF-8 with commas ' +
      'and CRLF (RFC 4180): payout, account holder, RIB, amount with two decimals, currency, ' +
      'statement number, and in each line the batch, the number of its lines and their total. A ' +
      'text that a spreadsheet would compute gets an apostrophe in front. The header fields ' +
      'wasl-count and wasl-total have the number and the total too; pain.001 contains them.',
    query: batchFileQuery,
    answer: {
      description: 'The payouts that the bank is asked to pay.',
      content: { 'text/csv': { type: 'string' }, 'application/xml': { type: 'string' } },
    },
    errors: ['PAYOUT404_NOT_FOUND', 'BATCH409_NOTHING_TO_PAY'],
  },
  markPayoutPaid: {
    ...ofPayout,
    method: 'POST',
    path: '/operator/v1/payouts/{payoutId}/paid',
    permission: 'payouts.confirm',
    stepUp: true,
    summary: 'Record that the bank has paid',
    description:
      'Posts the transfer PAYOUT. With the line of the bank, that line is matched; its amount must be ' +
      `that of the payout. ${REPEATED}`,
    body: {
      schema: paidPayoutRequest,
      optional: true,
      example: { bankLineId: examples.paidPayout.bankLineId },
    },
    answer: answered('It is paid.', examples.paidPayout),
    errors: [
      'PAYOUT404_NOT_FOUND',
      'PAYOUT409_WRONG_STATUS',
      'BANK_LINE404_NOT_FOUND',
      'BANK_LINE409_MATCHED',
      'BANK_LINE409_TAKEN',
      'BANK_LINE409_NOT_THIS',
      'APPROVAL409_SECOND_PERSON',
      'APPROVAL409_SAME_PERSON',
    ],
  },
  markPayoutReturned: {
    ...ofPayout,
    method: 'POST',
    path: '/operator/v1/payouts/{payoutId}/returned',
    permission: 'payouts.confirm',
    stepUp: true,
    summary: 'Record that the bank has returned it',
    description:
      'The bank did not pay it, or sent the money back: then this posts PAYOUT_RETURNED. Propose ' +
      `another payout of the same statement. ${REPEATED}`,
    body: { schema: returnedPayoutRequest, example: { reason: 'Account closed' } },
    answer: answered('Its amount can be proposed again.', examples.returnedPayout),
    errors: ['PAYOUT404_NOT_FOUND', 'PAYOUT409_WRONG_STATUS'],
  },
} as const satisfies OperationTable
