/** Examples of the document about a statement and the health of a partner, as its users see them. */
import type { OwnAccount } from '../../own-account.ts'
import type { OwnHealth } from '../../own-health.ts'
import type { NextStatement, OwnStatement } from '../../own-statements.ts'
import { statementRecord } from './statement-documents.ts'

export const ownStatement: OwnStatement = {
  ...(statementRecord as Omit<typeof statementRecord, 'status' | 'currency'> & {
    status: 'approved'
    currency: 'DZD'
  }),
  creditNoteNumber: null,
  lines: 1,
  payments: 1,
  breakdown: [{ channelKind: 'AGENCY', vatBasisPoints: 1900, payments: 1, fees: 150, feesBack: 0 }],
  paid: 0,
  release: 'banked',
  cash: { banked: 0, deposited: 9_821.5, held: 0 },
  payouts: [],
  accountEnding: '4471',
}

export const nextStatement: NextStatement = {
  from: '2026-11-21',
  payments: 1,
  gross: 1_250.5,
  refunds: 0,
  fees: 12.5,
  vat: 2.38,
  adjustments: 0,
  carriedForward: 0,
  net: 1_235.62,
  currency: 'DZD',
}

export const ownHealth: OwnHealth = {
  now: {
    isFailing: true,
    waiting: 37,
    givenUp: 0,
    since: '2026-11-21T08:42:00.000Z',
    nextAttemptAt: '2026-11-21T09:24:00.000Z',
    lookups: { answered: 17, failed: 2 },
  },
  completeSince: '2026-11-21T09:00:00.000Z',
  hours: [
    {
      from: '2026-11-21T09:00:00.000Z',
      lookups: 12,
      lookupFailures: 1,
      lookupMs50: 180,
      lookupMs95: 410,
      attempts: 21,
      acknowledged: 21,
      attemptMs50: 95,
      attemptMs95: 240,
    },
  ],
  failures: [
    {
      code: 'PARTNER502_BAD_RESPONSE',
      count: 1,
      explanation: 'expected JSON, the partner answered HTML',
      lastAt: '2026-11-21T09:40:00.000Z',
    },
  ],
}

export const ownAccount: OwnAccount = {
  current: {
    accountHolder: 'SARL El Baraka Fournitures',
    bank: '007',
    ending: '7803',
    since: '2026-10-01T09:12:00.000Z',
  },
  requested: null,
}
