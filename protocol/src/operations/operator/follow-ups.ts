/** Calls that wait for somebody, in the operator API (W211). */
import {
  changeFollowUpRequest,
  colleagues,
  followUpDetail,
  followUpIdSchema,
  followUpList,
  followUpsQuery,
  openFollowUpRequest,
} from '../../follow-ups.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/follow-ups.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const ofFollowUp = {
  ...common,
  params: { followUpId: followUpIdSchema },
  malformedParams: 'unknown',
} as const

const answered = (description: string) =>
  ({
    description,
    schema: followUpDetail,
    examples: { 'a call': examples.followUpDetail },
  }) as const

export const OPERATOR_FOLLOW_UPS = {
  openFollowUp: {
    ...common,
    method: 'POST',
    path: '/operator/v1/follow-ups',
    permission: 'payments.refund',
    summary: 'Open a follow-up',
    description:
      'A call that somebody takes care of by a certain day: about a payment, about a partner, ' +
      'or about neither. Without an owner it waits for somebody to take it.',
    body: { schema: openFollowUpRequest, example: examples.openFollowUp },
    answer: { ...answered('It waits.'), status: 201 },
    errors: ['PAYMENT404_NOT_FOUND', 'PARTNER404_NOT_FOUND', 'USER404_NOT_FOUND'],
  },
  listFollowUps: {
    ...common,
    method: 'GET',
    path: '/operator/v1/follow-ups',
    permission: 'payments.view',
    summary: 'List follow-ups',
    description: 'Sorted by due date.',
    query: followUpsQuery,
    answer: onePage(followUpList, examples.followUp),
  },
  readFollowUp: {
    ...ofFollowUp,
    method: 'GET',
    path: '/operator/v1/follow-ups/{followUpId}',
    permission: 'payments.view',
    summary: 'Read a follow-up',
    description: 'With what was done about it.',
    answer: answered('The follow-up.'),
    errors: ['FOLLOW_UP404_NOT_FOUND'],
  },
  changeFollowUp: {
    ...ofFollowUp,
    method: 'PATCH',
    path: '/operator/v1/follow-ups/{followUpId}',
    permission: 'payments.refund',
    summary: 'Change a follow-up',
    description:
      'Gives it to somebody, changes its day, records what was done, closes it or opens it ' +
      'again. A request that changes nothing adds no entry.',
    body: {
      schema: changeFollowUpRequest,
      example: { status: 'done', text: 'Told her that the shop knows it now.' },
    },
    answer: answered('As it is now.'),
    errors: ['FOLLOW_UP404_NOT_FOUND', 'USER404_NOT_FOUND', 'FOLLOW_UP409_TOO_MANY'],
  },
  listColleagues: {
    ...common,
    method: 'GET',
    path: '/operator/v1/colleagues',
    permission: 'payments.view',
    summary: 'List who can take care of a follow-up',
    description: 'The active users of the operator by name, 500 at most.',
    answer: {
      description: 'The users.',
      schema: colleagues,
      examples: {
        one: { items: [{ userId: 'usr_12', name: 'Lina', email: 'lina@wasl.example' }] },
      },
    },
  },
} as const satisfies OperationTable
