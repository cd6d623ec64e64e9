/** Examples of the document about what a partner changes by itself. */
import type { OwnPartner, OwnQrCode, PartnerKey } from '../../own-partner.ts'
import { partner } from './partners.ts'
import { SHOWN_ONCE } from './payments.ts'
import { qrCode, qrConfig } from './qr-codes.ts'

const { debitLimit: _limit, echo: _echo, ...rest } = partner

export const ownPartner: OwnPartner = { ...rest, isWebhookUrlDerived: true }

export const patchOwnPartner = { webhookUrl: 'https://school.example/wasl' }

export const patchedOwnPartner = {
  ...ownPartner,
  webhookUrl: 'https://school.example/wasl',
  isWebhookUrlDerived: false,
}

export const rotatedKey = {
  partnerId: partner.partnerId,
  secret: 'apiKey',
  value: SHOWN_ONCE,
  previousValidUntil: '2026-11-27T09:00:00.000Z',
}

export const keys: PartnerKey[] = [
  {
    hint: '5f1c02ab',
    createdAt: '2026-11-20T09:00:00.000Z',
    expiresAt: null,
    lastUsedAt: '2026-11-20T09:12:00.000Z',
    permissions: ['payments.view', 'references.view'],
  },
  {
    hint: 'c2e70d19',
    createdAt: '2026-03-02T10:00:00.000Z',
    expiresAt: '2026-11-27T09:00:00.000Z',
    lastUsedAt: '2026-11-20T09:11:00.000Z',
    permissions: ['payments.view', 'references.view', 'qr.edit'],
  },
]

const { qrCodeToken: _token, ...config } = qrConfig

export const ownQrCode: OwnQrCode = {
  ...qrCode,
  config,
  isUsedUp: false,
  lastPaidAt: null,
  lastPaymentId: null,
}
