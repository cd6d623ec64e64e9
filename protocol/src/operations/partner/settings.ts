/** A partner's users read and change its own settings and secrets (W153). */
import { rotated, rotateRequest } from '../../operator-partners.ts'
import type { OperationTable } from '../../operation.ts'
import {
  keyHintSchema,
  ownPartner,
  partnerKeyList,
  patchedOwnPartner,
  patchOwnPartnerRequest,
} from '../../own-partner.ts'
import { ownServiceLevels } from '../../objectives.ts'
import { ownServiceLevels as ownLevels } from '../examples/objectives.ts'
import * as examples from '../examples/own-partner.ts'

const common = { caller: 'partner', tag: 'Settings API' } as const

const REFUSALS = ['PARTNER_API403_MERCHANT_INACTIVE'] as const

const REFUSED_CHANGES = [...REFUSALS, 'PARTNER_API429_TOO_MANY_CHANGES'] as const

const KEYS = {
  description: 'Its valid API keys, the current one first.',
  schema: partnerKeyList,
  examples: { 'during a rotation': { items: examples.keys } },
} as const

export const PARTNER_SETTINGS = {
  readOwnServiceLevels: {
    ...common,
    method: 'GET',
    path: '/partner/settings/v1/service-levels',
    permission: 'events.view',
    summary: 'Read this month’s levels of your own server',
    description:
      'How many of your webhooks were acknowledged within 60 s, how many lookups you answered, and what is left of ' +
      'the error budget of the month. Counted each minute.',
    answer: {
      description: 'The levels until now.',
      schema: ownServiceLevels,
      examples: { month: ownLevels },
    },
    errors: [...REFUSALS],
  },
  readOwnPartner: {
    ...common,
    method: 'GET',
    path: '/partner/settings/v1/partner',
    permission: 'partners.view',
    summary: 'Read your own partner',
    description: 'With the warnings that its developers should act on (D11).',
    answer: {
      description: 'The partner, without secrets.',
      schema: ownPartner,
      examples: { partner: examples.ownPartner },
    },
    errors: [...REFUSALS],
  },
  changeOwnPartner: {
    ...common,
    method: 'PATCH',
    path: '/partner/settings/v1/partner',
    permission: 'partners.edit',
    stepUp: true,
    summary: 'Change your addresses and events',
    description:
      'At least one field. webhookUrl: null restores {apiUrl}/webhooks/platform. When the host of ' +
      'either URL changes, both shared secrets are replaced at once and the answer has the new ones, ' +
      'this once. Names, limits and the bank account stay with the operator.',
    body: { schema: patchOwnPartnerRequest, example: examples.patchOwnPartner },
    answer: {
      description: 'The partner after the change.',
      schema: patchedOwnPartner,
      examples: { changed: examples.patchedOwnPartner },
    },
    errors: [...REFUSED_CHANGES],
  },
  rotateOwnSecret: {
    ...common,
    method: 'POST',
    path: '/partner/settings/v1/rotate',
    permission: 'partners.secrets',
    stepUp: true,
    summary: 'Rotate one of your secrets',
    description:
      'Until previousValidUntil the platform accepts the old API key, and keeps using the old API secret ' +
      'or HMAC secret, so that you can add the new one first.',
    body: { schema: rotateRequest, example: { secret: 'apiKey', overlapSeconds: 604_800 } },
    answer: {
      description: 'The new secret, shown only here.',
      schema: rotated,
      examples: { rotated: examples.rotatedKey },
    },
    errors: [...REFUSED_CHANGES],
  },
  listOwnKeys: {
    ...common,
    method: 'GET',
    path: '/partner/settings/v1/keys',
    permission: 'partners.view',
    summary: 'List your API keys',
    description: 'When each was last used, to the minute. The keys themselves are shown nowhere.',
    answer: KEYS,
    errors: [...REFUSALS],
  },
  revokeOwnKey: {
    ...common,
    method: 'POST',
    path: '/partner/settings/v1/keys/{hint}/revoke',
    permission: 'partners.secrets',
    stepUp: true,
    summary: 'Revoke an API key that was replaced',
    description: 'Before its overlap ends. The current key cannot be revoked. Send no body.',
    params: { hint: keyHintSchema },
    malformedParams: 'unknown',
    answer: KEYS,
    errors: [...REFUSED_CHANGES, 'KEY404_NOT_FOUND', 'KEY409_CURRENT'],
  },
} as const satisfies OperationTable
