/** Examples of cash that changes hands. */
import type { Handover } from '../../custody.ts'
import type { Deposit } from '../../deposits.ts'
import type { Float } from '../../floats.ts'
import type { Remittance } from '../../remittances.ts'

export const HANDOVER_ID = '019aa5c0-11d0-7abc-8def-012300000000'

export const offerHandover = { from: 'agt_12', to: 'safe_7', amount: 14_800 }

export const offeredHandover: Handover = {
  handoverId: HANDOVER_ID,
  channelId: 'chn_7',
  from: 'agt_12',
  to: 'safe_7',
  status: 'offered',
  amount: null,
  counted: null,
  difference: null,
  codesLeft: 5,
  reason: null,
  offeredAt: '2026-11-21T18:02:11.000Z',
  endedAt: null,
}

export const handoverWithCode = { ...offeredHandover, amount: 14_800, code: '04821973' }

export const receivedHandover: Handover = {
  ...offeredHandover,
  status: 'received',
  amount: 14_800,
  counted: 14_800,
  difference: 0,
  endedAt: '2026-11-21T18:05:40.000Z',
}

export const endedHandover = (status: Handover['status'], reason: string | null): Handover => ({
  ...offeredHandover,
  status,
  amount: 14_800,
  reason,
  endedAt: '2026-11-21T18:05:40.000Z',
})

export const DEPOSIT_ID = '019aa5c4-2a10-7abc-8def-045600000000'

export const bagCash = { from: 'safe_7', amount: 9_800, bag: 'BG-204417' }

export const baggedDeposit: Deposit = {
  carriedBy: 'agt_12',
  baggedBy: 'Samia Brahimi',
  depositId: DEPOSIT_ID,
  channelId: 'chn_7',
  ...bagCash,
  status: 'bagged',
  slip: null,
  hasPicture: false,
  banked: null,
  difference: null,
  account: null,
  reason: null,
  baggedAt: '2026-11-22T08:10:00.000Z',
  depositedAt: null,
  disputedAt: null,
  bankedAt: null,
}

export const depositedDeposit: Deposit = {
  ...baggedDeposit,
  status: 'deposited',
  slip: '0071-558213',
  depositedAt: '2026-11-22T09:20:00.000Z',
}

export const bankedDeposit: Deposit = {
  ...depositedDeposit,
  status: 'banked',
  banked: 9_800,
  difference: 0,
  account: 'clients',
  bankedAt: '2026-11-23T07:45:00.000Z',
}

export const disputedDeposit: Deposit = {
  ...depositedDeposit,
  status: 'disputed',
  reason: 'The bank has no such slip',
  disputedAt: '2026-11-23T07:45:00.000Z',
}

export const fundFloat = { channelId: 'chn_7', amount: 5_000, from: 'channel' } as const

export const fundedFloat: Float = {
  floatId: '019aa5c5-2a10-7abc-8def-078900000000',
  ...fundFloat,
  status: 'funded',
  fundedAt: '2026-11-21T07:00:00.000Z',
  fundedBy: 'Nadia',
  returnedAt: null,
  returnedBy: null,
}

export const returnedFloat: Float = {
  ...fundedFloat,
  status: 'returned',
  returnedAt: '2026-11-28T17:00:00.000Z',
  returnedBy: 'Nadia',
}

export const announceRemittance = { amount: 9_900, netted: 100 }

export const announcedRemittance: Remittance = {
  remittanceId: '019aa5c6-2a10-7abc-8def-089a00000000',
  channelId: 'chn_9',
  status: 'announced',
  ...announceRemittance,
  reference: 'RM7K2QX9F0',
  banked: null,
  account: null,
  announcedAt: '2026-11-22T10:00:00.000Z',
  endedAt: null,
}

export const confirmedRemittance: Remittance = {
  ...announcedRemittance,
  status: 'confirmed',
  banked: 9_900,
  account: 'clients',
  endedAt: '2026-11-23T07:45:00.000Z',
}

export const cancelledRemittance: Remittance = {
  ...announcedRemittance,
  status: 'cancelled',
  endedAt: '2026-11-22T10:05:00.000Z',
}
