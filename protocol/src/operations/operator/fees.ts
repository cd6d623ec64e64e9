/** Fees of partners and commissions of channels in the operator API (D32). */
import { z } from 'zod'
import {
  feePreview,
  feePreviewQuery,
  feeVersion,
  putCommissionRequest,
  putFeeRequest,
} from '../../fees.ts'
import { channelIdSchema, partnerIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import * as examples from '../examples/settlement.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const
const ofPartner = { ...common, params: { partnerId: partnerIdSchema } } as const
const ofFee = {
  ...common,
  params: { partnerId: partnerIdSchema, feeVersionId: z.guid() },
  malformedParams: 'unknown',
} as const
const ofChannel = {
  ...common,
  params: { channelId: channelIdSchema },
  malformedParams: 'unknown',
} as const
const ofCommission = {
  ...common,
  params: { channelId: channelIdSchema, feeVersionId: z.guid() },
  malformedParams: 'unknown',
} as const

const feeVersionList = listOf(feeVersion)

named({ FeeVersionList: feeVersionList })

const PROPOSED =
  'It applies from its business date on, once another person approves it. The same terms again get ' +
  'the version that waits. Another version of the same date replaces the earlier one when it is ' +
  'approved.'

const APPROVE =
  'By another holder than the one who proposed it, on a business date before its from. A repetition ' +
  'gets the first answer. Send no body.'

const DECLINE =
  'Anyone may, also the one who proposed it. A repetition gets the first answer. Send no body.'

const PREVIEW =
  'What the payments of a period cost, and what they would cost under this version. Fees that refunds ' +
  'give back are not counted.'

const version = (description: string, example: unknown) =>
  ({ description, schema: feeVersion, examples: { version: example } }) as const

export const OPERATOR_FEES = {
  proposeFee: {
    ...ofPartner,
    method: 'PUT',
    path: '/operator/v1/partners/{partnerId}/fees',
    permission: 'fees.edit',
    summary: 'Propose fees of a partner',
    description: `For one kind of channel. ${PROPOSED}`,
    body: { schema: putFeeRequest, example: examples.putFee },
    answer: version('The version waits for another person.', examples.feeVersion),
    errors: ['PARTNER404_NOT_FOUND', 'FEE409_TOO_LATE'],
  },
  listFees: {
    ...ofPartner,
    method: 'GET',
    path: '/operator/v1/partners/{partnerId}/fees',
    permission: 'statements.view',
    summary: 'List the fee versions of a partner',
    description: 'Newest first.',
    query: listQuery,
    answer: onePage(feeVersionList, examples.approvedFee),
    errors: ['PARTNER404_NOT_FOUND'],
  },
  approveFee: {
    ...ofFee,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/fees/{feeVersionId}/approve',
    permission: 'statements.approve',
    stepUp: true,
    approves: true,
    summary: 'Approve fees of a partner',
    description: APPROVE,
    answer: version('The version applies from its date on.', examples.approvedFee),
    errors: ['FEE404_NOT_FOUND', 'FEE409_TOO_LATE', 'FEE409_DECIDED', 'APPROVAL409_SAME_PERSON'],
  },
  declineFee: {
    ...ofFee,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/fees/{feeVersionId}/decline',
    permission: 'statements.approve',
    summary: 'Decline fees of a partner',
    description: DECLINE,
    answer: version('The version never applies.', examples.declinedFee),
    errors: ['FEE404_NOT_FOUND', 'FEE409_DECIDED'],
  },
  previewFee: {
    ...ofFee,
    method: 'GET',
    path: '/operator/v1/partners/{partnerId}/fees/{feeVersionId}/preview',
    permission: 'statements.view',
    summary: 'Preview fees of a partner',
    description: PREVIEW,
    query: feePreviewQuery,
    answer: {
      description: 'Both sums.',
      schema: feePreview,
      examples: { preview: examples.preview },
    },
    errors: ['FEE404_NOT_FOUND'],
  },
  proposeCommission: {
    ...ofChannel,
    method: 'PUT',
    path: '/operator/v1/channels/{channelId}/commissions',
    permission: 'fees.edit',
    summary: 'Propose the commission of a channel',
    description: PROPOSED,
    body: { schema: putCommissionRequest, example: examples.putCommission },
    answer: version('The version waits for another person.', examples.commission),
    errors: ['CHANNEL404_NOT_FOUND', 'FEE409_TOO_LATE'],
  },
  listCommissions: {
    ...ofChannel,
    method: 'GET',
    path: '/operator/v1/channels/{channelId}/commissions',
    permission: 'statements.view',
    summary: 'List the commission versions of a channel',
    description: 'Newest first.',
    query: listQuery,
    answer: onePage(feeVersionList, examples.approvedCommission),
    errors: ['CHANNEL404_NOT_FOUND'],
  },
  approveCommission: {
    ...ofCommission,
    method: 'POST',
    path: '/operator/v1/channels/{channelId}/commissions/{feeVersionId}/approve',
    permission: 'statements.approve',
    stepUp: true,
    approves: true,
    summary: 'Approve the commission of a channel',
    description: APPROVE,
    answer: version('The version applies from its date on.', examples.approvedCommission),
    errors: ['FEE404_NOT_FOUND', 'FEE409_TOO_LATE', 'FEE409_DECIDED', 'APPROVAL409_SAME_PERSON'],
  },
  declineCommission: {
    ...ofCommission,
    method: 'POST',
    path: '/operator/v1/channels/{channelId}/commissions/{feeVersionId}/decline',
    permission: 'statements.approve',
    summary: 'Decline the commission of a channel',
    description: DECLINE,
    answer: version('The version never applies.', examples.declinedCommission),
    errors: ['FEE404_NOT_FOUND', 'FEE409_DECIDED'],
  },
} as const satisfies OperationTable
