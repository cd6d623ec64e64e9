/** Examples of the operator's books. */

export const ledgerBalance = {
  kind: 'cash',
  owner: 'agt_12',
  debits: 15_000,
  credits: 14_800,
  balance: 200,
  currency: 'DZD',
}

export const ledgerTransfer = {
  source: '019aa5c2-9c3a-7b1e-8f3b-9c00000003e9',
  code: 'COLLECT',
  line: 1,
  partnerId: 'prt_1001',
  debit: { kind: 'cash', owner: 'agt_12' },
  credit: { kind: 'partner_payable', owner: 'prt_1001' },
  amount: 10_000,
  currency: 'DZD',
  actor: 'chn_7',
  at: '2026-11-21T09:05:00.000Z',
  businessDate: '2026-11-21',
}

export const trialBalance = {
  at: '2026-11-21',
  completeThrough: '2026-11-21',
  items: [
    { kind: 'cash', debits: 10_000, credits: 0, balance: 10_000, currency: 'DZD' },
    { kind: 'partner_payable', debits: 0, credits: 10_000, balance: -10_000, currency: 'DZD' },
  ],
  total: { debits: 10_000, credits: 10_000, balance: 0, currency: 'DZD' },
}

export const adjustmentRequest = {
  debit: { kind: 'over_short', owner: 'chn_7' },
  credit: { kind: 'agent_receivable', owner: 'agt_12' },
  amount: 200,
  reason: 'The agent left and does not pay the shortage of 14 November.',
}

export const proposedAdjustment = {
  adjustmentId: '019aa5c2-9c3a-7b1e-8f3b-9c0000000000',
  status: 'proposed',
  ...adjustmentRequest,
  currency: 'DZD',
  madeBy: 'Amina Belkacem',
  madeAt: '2026-11-22T10:00:00.000Z',
  decidedBy: null,
  decidedAt: null,
}

export const approvedAdjustment = {
  ...proposedAdjustment,
  status: 'approved',
  decidedBy: 'Karim Hadj',
  decidedAt: '2026-11-22T10:20:00.000Z',
}

export const declinedAdjustment = { ...approvedAdjustment, status: 'declined' }
