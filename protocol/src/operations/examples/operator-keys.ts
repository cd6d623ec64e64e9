/** Examples of operator keys. */
import { SHOWN_ONCE } from './payments.ts'

export const operatorKeyRecord = {
  operatorKeyId: 'opr_2',
  name: 'Amina, support desk',
  role: 'owner',
  holder: 'Amina Belkacem',
  madeBy: 'Yacine Mansouri',
  createdAt: '2026-11-01T08:00:00.000Z',
  revokedAt: null,
}

export const createdOperatorKey = { ...operatorKeyRecord, apiKey: SHOWN_ONCE }

export const revokedOperatorKey = {
  ...operatorKeyRecord,
  revokedAt: '2026-11-21T09:00:00.000Z',
}
