/** Partners in the operator API (D22). */
import { partnerIdSchema } from '../../ids.ts'
import { listOf } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import {
  createdPartner,
  createPartnerRequest,
  listedPartner,
  partner,
  partnersQuery,
  patchedPartner,
  patchPartnerRequest,
  rotated,
  rotateRequest,
} from '../../operator-partners.ts'
import * as examples from '../examples/partners.ts'
import { changeStateRequest, goLiveRequest } from '../../partner-states.ts'
import { healthQuery, ownHealth } from '../../own-health.ts'
import { ownHealth as healthExample } from '../examples/own-statements.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const
const ofPartner = { ...common, params: { partnerId: partnerIdSchema } } as const

const partnerList = listOf(listedPartner)

named({ PartnerList: partnerList })

export const OPERATOR_PARTNERS = {
  createPartner: {
    ...common,
    method: 'POST',
    path: '/operator/v1/partners',
    permission: 'partners.edit',
    stepUp: true,
    summary: 'Create a partner',
    description: 'Only this answer shows the three secrets.',
    body: { schema: createPartnerRequest, example: examples.createPartner },
    answer: {
      status: 201,
      description: 'The partner, active and testing (D40), with its three secrets.',
      schema: createdPartner,
      examples: { created: examples.createdPartner },
    },
  },
  listPartners: {
    ...common,
    method: 'GET',
    path: '/operator/v1/partners',
    permission: 'partners.view',
    summary: 'List partners',
    description:
      'Ordered by id. Each has its health, as on the overview, and what was collected for it in ' +
      'the last 30 days.',
    query: partnersQuery,
    answer: onePage(partnerList, examples.listedPartner),
  },
  readPartner: {
    ...ofPartner,
    method: 'GET',
    path: '/operator/v1/partners/{partnerId}',
    permission: 'partners.view',
    summary: 'Read a partner',
    description: 'With the warnings that its developers should act on (D11).',
    answer: {
      description: 'The partner, without secrets.',
      schema: partner,
      examples: { partner: examples.partner },
    },
    errors: ['PARTNER404_NOT_FOUND'],
  },
  readPartnerHealth: {
    ...ofPartner,
    method: 'GET',
    path: '/operator/v1/partners/{partnerId}/health',
    permission: 'events.view',
    summary: 'Read the health of a partner’s lookups and webhooks',
    description: 'The same figures as the partner sees in its portal.',
    query: healthQuery,
    answer: {
      description: 'How it does now, and the hours, the oldest first.',
      schema: ownHealth,
      examples: { 'one hour': healthExample },
    },
    errors: ['PARTNER404_NOT_FOUND'],
  },
  changePartner: {
    ...ofPartner,
    method: 'PATCH',
    path: '/operator/v1/partners/{partnerId}',
    permission: 'partners.edit',
    stepUp: true,
    summary: 'Change a partner',
    description:
      'At least one field. webhookUrl: null restores {apiUrl}/webhooks/platform. When the host of ' +
      'either URL changes, both shared secrets are replaced at once and the answer has ' +
      'the new ones, this once. Raising or removing debitLimit takes effect when another person says ' +
      'the same; lowering it, at once (W258).',
    body: { schema: patchPartnerRequest, example: examples.patchPartner },
    answer: {
      description: 'The partner after the change.',
      schema: patchedPartner,
      examples: { 'another host': examples.patchedPartner },
    },
    errors: [
      'APPROVAL403_NOT_A_PERSON',
      'APPROVAL409_SAME_PERSON',
      'APPROVAL409_SECOND_PERSON',
      'PARTNER404_NOT_FOUND',
    ],
  },
  goLive: {
    ...ofPartner,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/go-live',
    permission: 'partners.edit',
    stepUp: true,
    summary: 'Let a testing partner be paid',
    description:
      'Needs a certificate: a passed live check of the last 30 days, at the present addresses. Without one, ' +
      'an owner gives a reason, which the audit log keeps (D40). A live partner stays as it is.',
    body: { schema: goLiveRequest, optional: true, example: {} },
    answer: {
      description: 'The partner, live.',
      schema: partner,
      examples: { live: examples.partner },
    },
    errors: ['PARTNER404_NOT_FOUND', 'PARTNER409_NOT_CERTIFIED', 'PARTNER409_OTHER_STATE'],
  },
  pausePartner: {
    ...ofPartner,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/pause',
    permission: 'partners.edit',
    stepUp: true,
    summary: 'Pause a live partner',
    description:
      'Nothing new opens; what is open ends as usual (D40). A paused partner stays as it is.',
    body: { schema: changeStateRequest, example: { reason: 'The shop moves to another server.' } },
    answer: {
      description: 'The partner, paused.',
      schema: partner,
      examples: { paused: { ...examples.partner, state: 'paused' } },
    },
    errors: ['PARTNER404_NOT_FOUND', 'PARTNER409_OTHER_STATE'],
  },
  resumePartner: {
    ...ofPartner,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/resume',
    permission: 'partners.edit',
    stepUp: true,
    summary: 'Let a paused partner be paid again',
    description: 'Payments open again at once (D40). A live partner stays as it is.',
    body: { schema: changeStateRequest, example: { reason: 'The shop has moved.' } },
    answer: {
      description: 'The partner, live.',
      schema: partner,
      examples: { live: examples.partner },
    },
    errors: ['PARTNER404_NOT_FOUND', 'PARTNER409_OTHER_STATE'],
  },
  rotateSecret: {
    ...ofPartner,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/rotate',
    permission: 'partners.secrets',
    stepUp: true,
    summary: 'Rotate a secret of a partner',
    description:
      'Until previousValidUntil the platform accepts the old API key, and keeps using the old API secret ' +
      'or HMAC secret, so that the partner can add the new one first.',
    body: { schema: rotateRequest, example: { secret: 'hmacSecret', overlapSeconds: 86_400 } },
    answer: {
      description: 'The new secret, shown only here.',
      schema: rotated,
      examples: { rotated: examples.rotated },
    },
    errors: ['PARTNER404_NOT_FOUND'],
  },
} as const satisfies OperationTable
