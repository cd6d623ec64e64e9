/** Bank accounts and tax numbers of partners in the operator API. */
import { z } from 'zod'
import { partnerIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { accountChange, accountChangeRequest, partnerAccount } from '../../partner-accounts.ts'
import * as examples from '../examples/partner-accounts.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const
const ofPartner = { ...common, params: { partnerId: partnerIdSchema } } as const
const ofChange = {
  ...common,
  params: { partnerId: partnerIdSchema, changeId: z.guid() },
  malformedParams: 'unknown',
} as const

const changeList = listOf(accountChange)

named({ AccountChangeList: changeList })

export const OPERATOR_PARTNER_ACCOUNTS = {
  readPartnerAccount: {
    ...ofPartner,
    method: 'GET',
    path: '/operator/v1/partners/{partnerId}/account',
    permission: 'partners.view',
    summary: 'Read a partner’s bank account',
    description: 'The account in force, and the change that waits for approval.',
    answer: {
      description: 'The account, with the tax numbers.',
      schema: partnerAccount,
      examples: {
        'a change waits': { current: examples.approvedChange, requested: null },
      },
    },
    errors: ['PARTNER404_NOT_FOUND'],
  },
  listAccountChanges: {
    ...ofPartner,
    method: 'GET',
    path: '/operator/v1/partners/{partnerId}/account-changes',
    permission: 'partners.view',
    summary: 'List changes of a partner’s bank account',
    description: 'Newest first.',
    query: listQuery,
    answer: onePage(changeList, examples.approvedChange),
    errors: ['PARTNER404_NOT_FOUND'],
  },
  requestAccountChange: {
    ...ofPartner,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/account-changes',
    permission: 'payouts.instruct',
    stepUp: true,
    summary: 'Request a change of a partner’s bank account',
    description:
      'Send the whole new account. Nothing changes until another person approves it. A partner ' +
      'has at most one waiting change: decline it to request another.',
    body: { schema: accountChangeRequest, example: examples.accountChangeRequest },
    answer: {
      status: 201,
      description: 'The change waits for another person.',
      schema: accountChange,
      examples: { requested: examples.requestedChange },
    },
    errors: ['PARTNER404_NOT_FOUND', 'PARTNER_ACCOUNT409_WAITING'],
  },
  approveAccountChange: {
    ...ofChange,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/account-changes/{changeId}/approve',
    permission: 'payouts.confirm',
    stepUp: true,
    approves: true,
    summary: 'Approve a change of a partner’s bank account',
    description:
      'By a person other than the one who requested it. Payouts that are instructed from now on ' +
      'go to this account. A repetition gets the first answer. Send no body.',
    answer: {
      description: 'The account is in force.',
      schema: accountChange,
      examples: { approved: examples.approvedChange },
    },
    errors: [
      'PARTNER_ACCOUNT404_NOT_FOUND',
      'PARTNER_ACCOUNT409_DECIDED',
      'APPROVAL409_SAME_PERSON',
    ],
  },
  declineAccountChange: {
    ...ofChange,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/account-changes/{changeId}/decline',
    permission: 'payouts.confirm',
    summary: 'Decline a change of a partner’s bank account',
    description:
      'Anyone may decline, including the person who requested it. A repetition gets the first ' +
      'answer. Send no body.',
    answer: {
      description: 'The change is declined, and the account in force stays.',
      schema: accountChange,
      examples: { declined: examples.declinedChange },
    },
    errors: ['PARTNER_ACCOUNT404_NOT_FOUND', 'PARTNER_ACCOUNT409_DECIDED'],
  },
} as const satisfies OperationTable
