/** Examples of shifts, variances and cash. */
import type { CashView, Recovery } from '../../cash.ts'
import type { ShiftRecord } from '../../shifts.ts'
import type { AgentDifferences, VarianceRecord } from '../../variances.ts'
import { PAYMENT_ID } from './payments.ts'

export const SHIFT_ID = '019aa580-1c00-7abc-8def-011100000000'
export const VARIANCE_ID = '019aa7a0-2c00-7abc-8def-022200000000'

export const startShift = { agentId: 'agt_12', float: 5000 }

export const openShift: ShiftRecord = {
  shiftId: SHIFT_ID,
  channelId: 'chn_7',
  agentId: 'agt_12',
  status: 'open',
  float: 5000,
  openedAt: '2026-11-21T08:00:00.000Z',
  countingAt: null,
  countedAt: null,
  reviewedAt: null,
  closedAt: null,
  count: null,
}

export const countShift = { denominations: { '2000': 7, '500': 1, '200': 1, '100': 1 } }

export const countedShift: ShiftRecord = {
  ...openShift,
  status: 'counted',
  countingAt: '2026-11-21T17:00:00.000Z',
  countedAt: '2026-11-21T17:04:30.000Z',
  count: {
    counted: 14_800,
    expected: 15_000,
    difference: -200,
    ...countShift,
    openPayments: [{ paymentId: PAYMENT_ID, amount: 1250.5 }],
    varianceId: VARIANCE_ID,
  },
}

export const closedShift: ShiftRecord = {
  ...countedShift,
  status: 'closed',
  reviewedAt: '2026-11-21T17:30:00.000Z',
  closedAt: '2026-11-21T17:31:00.000Z',
}

export const decideVariance = { outcome: 'agent_receivable', reason: 'The agent admits it.' }

export const openVariance: VarianceRecord = {
  varianceId: VARIANCE_ID,
  channelId: 'chn_7',
  holder: 'agt_12',
  mayOwe: 'agt_12',
  source: 'shift',
  sourceId: SHIFT_ID,
  kind: 'short',
  amount: 200,
  status: 'open',
  foundAt: '2026-11-21T17:04:30.000Z',
  foundBy: 'chn_7',
  outcome: null,
  caseId: null,
  decidedAt: null,
  decidedBy: null,
  tolerance: null,
  reason: null,
}

export const decidedVariance: VarianceRecord = {
  ...openVariance,
  status: 'decided',
  outcome: 'agent_receivable',
  decidedAt: '2026-11-21T17:30:00.000Z',
  decidedBy: 'Amina Belkacem',
  reason: decideVariance.reason,
}

export const cashView: CashView = {
  safe: { amount: 45_000, heldSince: '2026-11-20' },
  channel: { amount: 0, heldSince: null },
  items: [
    {
      agentId: 'agt_12',
      name: 'Karim Haddad',
      status: 'active',
      shiftId: SHIFT_ID,
      shiftOpenedAt: '2026-11-21T08:00:00.000Z',
      openPayments: 1,
      lastSeenAt: '2026-11-21T11:42:10.000Z',
      amount: 15_000,
      heldSince: '2026-11-21',
    },
  ],
  nextCursor: null,
}

export const recover = { amount: 200, paidTo: 'bank' }

export const recovered: Recovery = {
  recoveryId: '019aac00-2c00-7abc-8def-033300000000',
  agentId: 'agt_12',
  amount: 200,
  paidTo: 'bank',
  at: '2026-11-22T13:20:00.000Z',
  stillOwed: 0,
}

export const agentDifferences: AgentDifferences = {
  agentId: 'agt_12',
  owed: 200,
  months: [
    {
      month: '2026-11',
      short: { count: 12, amount: 740 },
      over: { count: 1, amount: 20 },
      shortWithinTolerance: { count: 11, amount: 540 },
      overWithinTolerance: { count: 1, amount: 20 },
    },
  ],
}
