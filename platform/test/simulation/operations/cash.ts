import { OPERATIONS } from '@wasl/protocol/operations'
import { announceRemittance } from '../../../src/money/cash/remittances/announce.ts'
import { bankRemittance } from '../../../src/money/cash/remittances/bank.ts'
import { closeShift } from '../../../src/money/cash/shifts/close.ts'
import { countShift } from '../../../src/money/cash/shifts/count.ts'
import { startShift } from '../../../src/money/cash/shifts/start.ts'
import { decide } from './decide.ts'
import type { Operation } from './operation.ts'

const { shifts: SHIFTS, remittances: REMITTANCES } = OPERATIONS.channel

export const beginShift: Operation = async (context) => {
  const { fixture, random, memory } = context
  const { agentId, channelId } = random.pick(fixture.agents)
  const asked = { channelId, agentId, float: 0 }
  const started = await decide(context, SHIFTS.startShift, (tx) => startShift(tx, asked))
  if (typeof started === 'string') return started
  memory.shifts.push({ channelId, shiftId: started.shiftId })
  return started.shiftId
}

/** The count begins, is made, or the shift closes: whatever the shift's status allows. */
export const countCash: Operation = async (context) => {
  const { random, memory } = context
  const [shift] = memory.shifts.slice(-1 - random.below(2))
  if (!shift) return 'no shift is open'
  const denominations = random.below(2) === 0 ? null : { '1000': random.below(4) }
  const counted = await decide(context, SHIFTS.countShift, (tx) =>
    countShift(tx, { ...shift, denominations }),
  )
  return typeof counted === 'string' ? counted : counted.shift.status
}

export const endShift: Operation = async (context) => {
  const shift = context.memory.shifts.at(-1)
  if (!shift) return 'no shift is open'
  const closed = await decide(context, SHIFTS.closeShift, (tx) => closeShift(tx, shift))
  return typeof closed === 'string' ? closed : closed.shift.status
}

const REMITTED = 1_000_00

export const remit: Operation = async (context) => {
  const { fixture, random, memory } = context
  const { channelId } = random.pick(fixture.channels)
  const asked = { channelId, amount: REMITTED, netted: 0, reference: null }
  const announced = await decide(context, REMITTANCES.announceRemittance, (tx) =>
    announceRemittance(tx, asked),
  )
  if (typeof announced === 'string') return announced
  memory.remittances.push(announced.remittance.remittance_id)
  return announced.remittance.remittance_id
}

export const bankIt: Operation = async (context) => {
  const { fixture, random, memory } = context
  if (memory.remittances.length === 0) return 'no remittance is announced'
  const remittanceId = random.pick(memory.remittances)
  const { holder } = fixture.people.checker
  const credit = { remittanceId, amount: REMITTED, account: 'clients', by: holder } as const
  const banked = await decide(context, OPERATIONS.operator.remittances.bankRemittance, (tx) =>
    bankRemittance(tx, { ...credit, actor: holder }),
  )
  return typeof banked === 'string' ? banked : banked.remittance.status
}
