/** Examples of cases. */
import type { CaseRecord } from '../../cases.ts'
import { PAYMENT_ID } from './payments.ts'

export const CASE_ID = '019aa5c8-2c00-7abc-8def-0444000003e9'

export const reportTaken = { amount: 6000, takenBy: 'agt_12', takenAt: '2026-11-21T09:16:00.000Z' }

export const openCase: CaseRecord = {
  caseId: CASE_ID,
  channelId: 'chn_7',
  partnerId: 'prt_1001',
  paymentId: PAYMENT_ID,
  varianceId: null,
  ...reportTaken,
  reportedAt: '2026-11-21T09:20:00.000Z',
  status: 'open',
  confirmedBy: null,
  givenBackBy: null,
  resolvedAt: null,
  resolvedBy: null,
}

export const resolveCase = { givenBackBy: 'safe_7' }

export const givenBackCase: CaseRecord = {
  ...openCase,
  status: 'given_back',
  givenBackBy: 'agt_12',
  resolvedAt: '2026-11-21T09:40:00.000Z',
  resolvedBy: 'Souad Haddad',
}

export const resolvedCase: CaseRecord = {
  ...openCase,
  status: 'given_back',
  givenBackBy: 'safe_7',
  resolvedAt: '2026-11-21T16:00:00.000Z',
  resolvedBy: 'Amina Belkacem',
}
