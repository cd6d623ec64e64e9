/** Examples of fees, statements and payouts: the counter of money.md. */
export const putFee = {
  channelKind: 'AGENCY',
  from: '2026-12-01',
  basisPoints: 150,
  vatBasisPoints: 1900,
}

export const feeVersion = {
  feeVersionId: '01989d2e-5c00-7a10-8f3b-9c00000003e9',
  partnerId: 'prt_1001',
  channelId: null,
  channelKind: 'AGENCY',
  from: '2026-12-01',
  revision: 1,
  status: 'proposed',
  basisPoints: 150,
  fixed: 0,
  minimum: 0,
  maximum: null,
  vatBasisPoints: 1900,
  onRefund: 'keep',
  madeBy: 'Amina Belkacem',
  madeAt: '2026-11-21T09:00:00.000Z',
  approvedBy: null,
  approvedAt: null,
  declinedBy: null,
  declinedAt: null,
}

export const approvedFee = {
  ...feeVersion,
  status: 'approved',
  approvedBy: 'Karim Haddad',
  approvedAt: '2026-11-21T10:00:00.000Z',
}

export const declinedFee = {
  ...feeVersion,
  status: 'declined',
  declinedBy: 'Karim Haddad',
  declinedAt: '2026-11-21T10:00:00.000Z',
}

const ofChannel = { partnerId: null, channelId: 'chn_7' }

export const putCommission = { from: '2026-12-01', basisPoints: 50, vatBasisPoints: 1900 }

export const commission = { ...feeVersion, ...ofChannel, basisPoints: 50 }
export const approvedCommission = { ...approvedFee, ...ofChannel, basisPoints: 50 }
export const declinedCommission = { ...declinedFee, ...ofChannel, basisPoints: 50 }

export const preview = {
  from: '2026-11-01',
  to: '2026-11-20',
  payments: 1240,
  gross: 4_820_000,
  current: { fees: 96_400, vat: 18_316, total: 114_716 },
  proposed: { fees: 72_300, vat: 13_737, total: 86_037 },
}

export const closedStatement = {
  statementId: '01989d2e-5c00-7a10-8f3b-9d00000003e9',
  partnerId: 'prt_1001',
  channelId: null,
  number: '1001-2026-0001',
  creditNoteNumber: null,
  from: '2026-11-01',
  to: '2026-11-20',
  status: 'closed',
  lines: 1,
  payments: 1,
  gross: 10_000,
  refunds: 0,
  fees: 150,
  feesBack: 0,
  vat: 28.5,
  vatBack: 0,
  adjustments: 0,
  carriedForward: 0,
  net: 9821.5,
  paid: 0,
  currency: 'DZD',
  breakdown: [{ channelKind: 'AGENCY', vatBasisPoints: 1900, payments: 1, fees: 150, feesBack: 0 }],
  openedAt: '2026-11-21T09:00:00.000Z',
  closedAt: '2026-11-21T09:00:01.000Z',
  closedBy: 'Amina Belkacem',
  approvedAt: null,
  approvedBy: null,
  paidAt: null,
}

export const approvedStatement = {
  ...closedStatement,
  status: 'approved',
  approvedAt: '2026-11-21T10:00:00.000Z',
  approvedBy: 'Karim Haddad',
}

export const channelStatement = {
  ...closedStatement,
  partnerId: null,
  channelId: 'chn_7',
  number: 'chn7-2026-0001',
  fees: 50,
  vat: 9.5,
  net: 59.5,
  breakdown: [{ channelKind: 'AGENCY', vatBasisPoints: 1900, payments: 1, fees: 50, feesBack: 0 }],
}

export const settlement = { partnerId: 'prt_1001', schedule: 'weekly', release: 'banked' }

export const uninvoiced = {
  partnerId: 'prt_1001',
  from: '2026-11-21',
  payments: 12,
  gross: 84_000,
  refunds: 0,
  fees: 1260,
  vat: 239.4,
  adjustments: 0,
  net: 82_500.6,
}

export const payable = {
  statementId: closedStatement.statementId,
  available: 6821.5,
  underway: 0,
  paid: 2000,
  withheld: 1000,
  release: 'banked',
}

export const payout = {
  payoutId: '01989d2e-5c00-7a10-8f3b-9e00000003e9',
  statementId: closedStatement.statementId,
  partnerId: 'prt_1001',
  channelId: null,
  statementNumber: '1001-2026-0001',
  amount: 9821.5,
  currency: 'DZD',
  status: 'proposed',
  madeBy: 'Amina Belkacem',
  madeAt: '2026-11-21T11:00:00.000Z',
  declinedBy: null,
  declinedAt: null,
  approvedBy: null,
  approvedAt: null,
  batchId: null,
  instructedBy: null,
  instructedAt: null,
  bankLineId: null,
  paidBy: null,
  paidAt: null,
  returnedBy: null,
  returnedAt: null,
  returnReason: null,
}

export const declinedPayout = {
  ...payout,
  status: 'declined',
  declinedBy: 'Karim Haddad',
  declinedAt: '2026-11-21T12:00:00.000Z',
}

export const approvedPayout = {
  ...payout,
  status: 'approved',
  approvedBy: 'Karim Haddad',
  approvedAt: '2026-11-21T12:00:00.000Z',
}

export const instructedPayout = {
  ...approvedPayout,
  status: 'instructed',
  batchId: '01989d2e-5c00-7a10-8f3b-9f0000000000',
  instructedBy: 'Karim Haddad',
  instructedAt: '2026-11-21T13:00:00.000Z',
}

export const sentBatch = {
  batchId: instructedPayout.batchId,
  status: 'sent',
  count: 1,
  total: 9821.5,
  currency: 'DZD',
  sentAt: '2026-11-21T13:05:00.000Z',
  sentBy: 'Karim Haddad',
  downloads: [{ at: '2026-11-21T13:05:00.000Z', by: 'Karim Haddad', format: 'csv' }],
}

export const paidPayout = {
  ...instructedPayout,
  status: 'paid',
  bankLineId: '01989d2e-5c00-7a10-8f3b-a00000000000',
  paidBy: 'Amina Belkacem',
  paidAt: '2026-11-22T09:00:00.000Z',
}

export const returnedPayout = {
  ...paidPayout,
  status: 'returned',
  returnedBy: 'Amina Belkacem',
  returnedAt: '2026-11-23T09:00:00.000Z',
  returnReason: 'Account closed',
}
