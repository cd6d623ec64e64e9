/** Examples of the document about partners. */
import type { ListedPartner, Partner } from '../../operator-partners.ts'
import { OPENED_AT, SHOWN_ONCE } from './payments.ts'

const partnerFields = {
  partnerId: 'prt_1001',
  name: 'مدرسة النجاح',
  status: 'active',
  state: 'live',
  apiUrl: 'https://school.example/payments',
  webhookUrl: 'https://school.example/payments/webhooks/platform',
  nameAr: 'مدرسة النجاح',
  city: 'Alger',
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
} satisfies Partial<Partner>

export const createPartner = {
  name: partnerFields.name,
  apiUrl: partnerFields.apiUrl,
}

export const createdPartner = {
  ...partnerFields,
  state: 'testing',
  apiKey: SHOWN_ONCE,
  apiSecret: SHOWN_ONCE,
  hmacSecret: SHOWN_ONCE,
}

export const partner: Partner = {
  ...partnerFields,
  certificate: {
    runId: '019ab1c2-7c00-7abc-8def-0123000003e9',
    at: '2026-11-20T10:00:00.000Z',
    validUntil: '2026-12-20T10:00:00.000Z',
  },
  canary: {
    lookedUpAt: OPENED_AT,
    nextAt: '2026-11-21T10:00:00.000Z',
    problem: null,
    durationMs: 84,
    failures: 0,
    passed: 481,
    failed: 2,
  },
  events: ['payment.refunded'],
  webhookHeaders: 'interface',
  echo: 'sample',
  debitLimit: null,
  warnings: [
    {
      at: OPENED_AT,
      kind: 'amount_detail',
      reference: 'INV/2026 01',
      message: 'The 2 values of amount_detail do not add up to total_amount 1250.50.',
    },
  ],
  rotations: [{ secret: 'hmacSecret', previousValidUntil: '2026-11-22T09:00:00.000Z' }],
  keyPermissions: ['payments.view', 'references.view', 'qr.edit'],
}

export const listedPartner: ListedPartner = {
  ...partner,
  health: {
    isFailing: true,
    waiting: 37,
    givenUp: 0,
    since: '2026-11-21T08:42:00.000Z',
    nextAttemptAt: '2026-11-21T09:24:00.000Z',
    lookups: { answered: 17, failed: 2 },
  },
  volume: { collected: 1_250.5, payments: 1 },
}

export const patchPartner = { apiUrl: 'https://new.school.example/payments' }

export const patchedPartner = {
  ...partner,
  apiUrl: 'https://new.school.example/payments',
  webhookUrl: 'https://new.school.example/payments/webhooks/platform',
  rotations: [],
  apiSecret: SHOWN_ONCE,
  hmacSecret: SHOWN_ONCE,
}

export const rotated = {
  partnerId: 'prt_1001',
  secret: 'hmacSecret',
  value: SHOWN_ONCE,
  previousValidUntil: '2026-11-22T09:00:00.000Z',
}
