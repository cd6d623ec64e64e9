import { OPERATIONS } from '@wasl/protocol/operations'
import { bagCash } from '../../../src/money/cash/deposits/bag.ts'
import { bankDeposit } from '../../../src/money/cash/deposits/bank.ts'
import { disputeDeposit } from '../../../src/money/cash/deposits/dispute.ts'
import { recordSlip } from '../../../src/money/cash/deposits/record-slip.ts'
import { fundFloat } from '../../../src/money/cash/floats/fund.ts'
import { closeHandover } from '../../../src/money/cash/handovers/close.ts'
import { offerHandover } from '../../../src/money/cash/handovers/offer.ts'
import { receiveHandover } from '../../../src/money/cash/handovers/receive.ts'
import { decideVariance } from '../../../src/money/cash/variances/decide.ts'
import { withTransaction } from '../../../src/base/database/with-transaction.ts'
import { safeOwner } from '../../../src/ledger/account.ts'
import { agentWireId, channelWireId } from '../../../src/base/wire-ids.ts'
import { expectDocumented } from '../oracles/documented.ts'
import { decide } from './decide.ts'
import type { Context, Operation } from './operation.ts'

const { handovers: HANDOVERS, deposits: DEPOSITS } = OPERATIONS.channel
const { deposits: OF_OPERATORS, variances: VARIANCES } = OPERATIONS.operator

/** A part of what one payment brings, so that holders often have it. */
const PART = 400_00

const FLOAT = 2_000_00

/** Cash for a safe, so that it has some to give. */
export const fund: Operation = async (context) => {
  const { process, fixture, random, report } = context
  const { channelId } = random.pick(fixture.channels)
  const { holder, id } = fixture.people.maker
  const float = { channelId, amount: FLOAT, from: 'own' as const, by: holder, actor: id ?? holder }
  const funded = await withTransaction(process.db.pool, (tx) => fundFloat(tx, float))
  if (funded === null) report(`channel ${channelId} is not found`)
  return `${funded?.float_id} of ${funded?.amount}`
}

const holdersOf = ({ fixture, random }: Context) => {
  const { agentId, channelId } = random.pick(fixture.agents)
  return { channelId, agent: agentWireId(agentId), safe: safeOwner(channelId) }
}

/** An agent brings cash to the safe, or is given some. */
export const offer: Operation = async (context) => {
  const { process, random, memory, report } = context
  const { channelId, agent, safe } = holdersOf(context)
  const [from, to] = random.below(2) === 0 ? [safe, agent] : [agent, safe]
  const asked = { channelId, from, to, amount: PART * (1 + random.below(3)) }
  const offered = await offerHandover(process.db.pool, asked)
  if (!offered.ok) {
    expectDocumented(HANDOVERS.offerHandover, offered.code, report)
    return `${from} to ${to}: ${offered.code}`
  }
  const { handover_id: handoverId, amount } = offered.handover
  memory.handovers.push({ channelId, handoverId, amount, code: offered.code })
  return `${handoverId} of ${amount}, ${from} to ${to}`
}

/** Now and then with a wrong code, or with another amount than was offered. */
export const receive: Operation = async (context) => {
  const { process, random, memory, endings, report } = context
  if (memory.handovers.length === 0) return 'no handover is offered'
  const { channelId, handoverId, amount, code } = random.pick(memory.handovers)
  const counted = random.below(4) === 0 ? amount - random.below(3) * 10_00 : amount
  const isWrong = random.below(5) === 0
  const receipt = { channelId, handoverId, counted, actor: channelWireId(channelId) }
  const wrong = code === '00000000' ? '00000001' : '00000000'
  const received = await receiveHandover(process.db.pool, {
    ...receipt,
    code: isWrong ? wrong : code,
  })
  if (!received.ok) {
    expectDocumented(HANDOVERS.receiveHandover, received.code, report)
    return `${handoverId}: ${received.code}`
  }
  const { status, counted: booked } = received.handover
  if (isWrong) report(`handover ${handoverId} was received with a wrong code`)
  if (booked !== counted) report(`handover ${handoverId}: ${counted} was counted, ${booked} booked`)
  endings.ended('handover', handoverId, `${status} ${booked}`)
  return `${handoverId}: ${status}, ${booked} of ${amount}`
}

export const endOffer: Operation = async (context) => {
  const { process, random, memory, endings, report } = context
  if (memory.handovers.length === 0) return 'no handover is offered'
  const { channelId, handoverId } = random.pick(memory.handovers)
  const end = random.pick(['decline', 'cancel', 'dispute'] as const)
  const closing = { channelId, handoverId, end, reason: 'Another amount' }
  const closed = await closeHandover(process.db.pool, closing)
  if (!closed.ok) {
    expectDocumented(HANDOVERS[`${end}Handover`], closed.code, report)
    return `${handoverId}: ${closed.code}`
  }
  endings.ended('handover', handoverId, closed.handover.status)
  return `${handoverId}: ${closed.handover.status}`
}

export const bag: Operation = async (context) => {
  const { random, memory } = context
  const { channelId, agent, safe } = holdersOf(context)
  const amount = PART * (1 + random.below(2))
  const from = random.below(3) === 0 ? agent : safe
  const asked = { channelId, from, amount, bag: null, actor: channelWireId(channelId) }
  const bagged = await decide(context, DEPOSITS.bagCash, (tx) => bagCash(tx, asked))
  if (typeof bagged === 'string') return bagged
  const depositId = bagged.deposit.deposit_id
  memory.bags.push({ channelId, depositId, amount })
  return `${depositId} of ${amount}`
}

/** The slip that the bank gives for a bag. */
export const slipOf = (depositId: string): string => `S-${depositId.slice(0, 18)}`

export const deposit: Operation = async ({ process, random, memory, report }) => {
  if (memory.bags.length === 0) return 'no bag is closed'
  const { channelId, depositId } = random.pick(memory.bags)
  const slip = { channelId, depositId, number: slipOf(depositId), picture: null }
  const recorded = await recordSlip(process.db.pool, slip)
  if (recorded.ok) return `${depositId}: ${recorded.deposit.status}`
  expectDocumented(DEPOSITS.recordDeposited, recorded.code, report)
  return `${depositId}: ${recorded.code}`
}

/** The bank credits a bag, with what is in it or with less; or denies it. */
export const creditBag: Operation = async (context) => {
  const { fixture, random, memory, endings } = context
  if (memory.bags.length === 0) return 'no bag is closed'
  const { depositId, amount } = random.pick(memory.bags)
  const { holder, id } = fixture.people.checker
  if (random.below(6) === 0) {
    const denied = { depositId, reason: 'It never arrived', by: holder }
    const disputed = await decide(context, OF_OPERATORS.disputeDeposit, (tx) =>
      disputeDeposit(tx, denied),
    )
    return typeof disputed === 'string' ? disputed : `${depositId}: ${disputed.deposit.status}`
  }
  const credited = random.pick([amount, amount, amount - 100_00, 0])
  const credit = { depositId, amount: credited, account: 'clients', by: holder } as const
  const banked = await decide(context, OF_OPERATORS.bankDeposit, (tx) =>
    bankDeposit(tx, { ...credit, actor: id ?? holder }),
  )
  if (typeof banked === 'string') return `${depositId}: ${banked}`
  endings.ended('bag', depositId, `${banked.deposit.status} ${banked.deposit.banked}`)
  return `${depositId}: ${banked.deposit.banked} of ${amount}`
}

/** Never the person who found it, although that person tries. */
export const decideDifference: Operation = async (context) => {
  const { process, fixture, random, endings, report } = context
  const { rows } = await process.db.pool.query<{ id: string; found_by: string }>(
    `select variance_id as id, found_by from variances order by variance_id desc limit 5`,
  )
  if (rows.length === 0) return 'nothing differs'
  const { id, found_by } = random.pick(rows)
  const by = random.pick([fixture.people.maker, fixture.people.checker])
  const outcome = random.pick(['over_short', 'agent_receivable', 'payer_held'] as const)
  const decision = { outcome, reason: 'It was counted again' }
  const decided = await decideVariance(process.db.pool, id, decision, by)
  if (!decided.ok) {
    expectDocumented(VARIANCES.decideVariance, decided.code, report)
    return `${id}: ${decided.code}`
  }
  if (found_by === by.holder && decided.variance.decided_by === by.holder)
    report(`variance ${id} was decided by the person who found it`)
  endings.ended('variance', id, outcome)
  return `${id}: ${outcome}`
}
