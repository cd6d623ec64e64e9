/**
 * What an agent's or a courier's session may do: act as that agent, and nobody else (D29). A row of
 * another agent is answered as an unknown one. Each operation of the channel API has its rule here, and
 * one without a rule does not compile.
 */
import type { ErrorCode } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import { findCase } from '../../money/cash/cases/find.ts'
import { findDeposit } from '../../money/cash/deposits/find.ts'
import { findHandover } from '../../money/cash/handovers/find.ts'
import { findShift } from '../../money/cash/shifts/find.ts'
import { safeOwner } from '../../ledger/account.ts'
import { findPayment } from '../../payments/find.ts'
import type { PaymentDeps } from './payments.ts'
import { agentWireId } from '../../base/wire-ids.ts'
import type { Handler, Handlers, Refuse } from '../server/routes.ts'
import { uuidIn } from '../server/uuid-in.ts'
import type { ChannelCaller } from './channel.ts'

type Fields = Readonly<Record<string, unknown>>

/** A request of an agent, after its schema has checked it. */
type AgentRequest = {
  params: Readonly<Record<string, string>>
  query: Fields | undefined
  body: Fields | undefined
  caller: ChannelCaller
}

/** The agent who asks, as a number and on the wire. */
type Self = { agentId: number; own: string; channelId: number; deps: PaymentDeps }

/**
 * Returns the request as it may run, or throws the refusal.
 *
 * @param refuse any code: a rule refuses only with codes of its operations.
 */
type Rule = (
  asked: AgentRequest,
  self: Self,
  refuse: Refuse<ErrorCode>,
) => Promise<AgentRequest> | AgentRequest

/** Of the answer to a list, only what is the agent's. */
type Shown = (item: Fields, own: string) => boolean

const asIs: Rule = (asked) => asked

/** No role of an agent has the permission of this operation. */
const never: Rule = () => {
  throw new Error('an agent was let through without the permission')
}

/** A field of the body that names who acts: the agent itself, also where it is left out. */
const acts =
  (field: string, code: ErrorCode): Rule =>
  (asked, { own }, refuse) => {
    const named = asked.body?.[field]
    if (named === undefined || named === own)
      return { ...asked, body: { ...asked.body, [field]: own } }
    if (code !== 'VALIDATION400') throw refuse(code)
    const message = `expected ${own}, the agent who is signed in`
    throw refuse(code, { details: [{ path: field, message }] })
  }

/** A filter of a list: the agent itself, whatever was asked. */
const lists =
  (field: string): Rule =>
  (asked, { own }) => ({ ...asked, query: { ...asked.query, [field]: own } })

const both =
  (first: Rule, second: Rule): Rule =>
  async (asked, self, refuse) =>
    second(await first(asked, self, refuse), self, refuse)

/** A payment that the agent opened, or took the money of. */
const payment: Rule = async (asked, { agentId, channelId, deps }, refuse) => {
  const paymentId = uuidIn(asked.params['paymentId'] ?? '')
  const row = paymentId && (await findPayment(deps, channelId, paymentId))
  if (row && (row.agent_id === agentId || row.taken_by === agentId)) return asked
  throw refuse('PAYMENT404_NOT_FOUND')
}

const ownDifferences: Rule = (asked, { own }, refuse) => {
  if (asked.params['agentId'] === own) return asked
  throw refuse('AGENT404_NOT_FOUND')
}

const shift: Rule = async (asked, { agentId, channelId, deps }, refuse) => {
  const shiftId = uuidIn(asked.params['shiftId'] ?? '')
  const row = shiftId && (await findShift(deps.lists, { channelId, shiftId }))
  if (row && row.agent_id === agentId) return asked
  throw refuse('SHIFT404_NOT_FOUND')
}

const takenCase: Rule = async (asked, { own, channelId, deps }, refuse) => {
  const caseId = uuidIn(asked.params['caseId'] ?? '')
  const row = caseId && (await findCase(deps.lists, { channelId, caseId }))
  if (row && row.taken_by === own) return asked
  throw refuse('CASE404_NOT_FOUND')
}

const bag: Rule = async (asked, { own, channelId, deps }, refuse) => {
  const depositId = uuidIn(asked.params['depositId'] ?? '')
  const row = depositId && (await findDeposit(deps.lists, channelId, depositId))
  if (row && row.from_owner === own) return asked
  throw refuse('DEPOSIT404_NOT_FOUND')
}

/** @param sides who of the two may do this; the other one may only read it. */
const handover =
  (...sides: readonly ('from_owner' | 'to_owner')[]): Rule =>
  async (asked, { own, channelId, deps }, refuse) => {
    const handoverId = uuidIn(asked.params['handoverId'] ?? '')
    const row = handoverId && (await findHandover(deps.lists, channelId, handoverId))
    if (row && sides.some((side) => row[side] === own)) return asked
    throw refuse('HANDOVER404_NOT_FOUND')
  }

type Tables = typeof OPERATIONS.channel
type OperationId = { [Name in keyof Tables]: keyof Tables[Name] }[keyof Tables]

/**
 * What a supervisor or a manager does with cash that changes hands: they act for the safe. So one person
 * never gives and receives the same cash, and nobody checks their own count (W161).
 */
const OF_THE_SAFE: Partial<Record<OperationId, Rule>> = {
  offerHandover: (asked, { own }, refuse) => {
    if (asked.body?.['from'] === own) return asked
    const message = `expected ${own}, the safe: agents hand over their own cash`
    throw refuse('VALIDATION400', { details: [{ path: 'from', message }] })
  },
  receiveHandover: handover('to_owner'),
  declineHandover: handover('to_owner'),
  bagCash: (asked, { own }, refuse) => {
    if (asked.body?.['from'] === own) return asked
    const message = `expected ${own}, the safe: agents bag their own cash, or hand it over first`
    throw refuse('VALIDATION400', { details: [{ path: 'from', message }] })
  },
}

const RULES: Record<OperationId, Rule> = {
  openPayment: acts('agentId', 'AGENT404_NOT_FOUND'),
  readTill: asIs,
  listPayees: asIs,
  listChannelPayments: asIs,
  readPayment: payment,
  confirmPayment: both(payment, acts('takenBy', 'VALIDATION400')),
  cancelPayment: payment,
  failPayment: payment,
  readReceipt: payment,
  scanQrCode: asIs,
  openQrPayment: acts('agentId', 'AGENT404_NOT_FOUND'),
  // Names, for whom to hand cash over to.
  listAgents: asIs,
  createAgent: never,
  changeAgent: never,
  readCash: asIs,
  startShift: acts('agentId', 'AGENT404_NOT_FOUND'),
  listShifts: lists('agentId'),
  readShift: shift,
  countShift: shift,
  closeShift: shift,
  reportTaken: both(payment, acts('takenBy', 'AGENT404_NOT_FOUND')),
  listCases: asIs,
  readCase: takenCase,
  giveBackCase: never,
  // Its handler shows an agent only its own.
  readRequest: asIs,
  listChannelVariances: lists('agentId'),
  readDifferencesOfAgent: ownDifferences,
  decideChannelVariance: never,
  redeemRefund: acts('paidBy', 'VALIDATION400'),
  offerHandover: acts('from', 'HOLDER404_NOT_FOUND'),
  listHandovers: lists('holder'),
  readHandover: handover('from_owner', 'to_owner'),
  receiveHandover: handover('to_owner'),
  declineHandover: handover('to_owner'),
  cancelHandover: handover('from_owner'),
  disputeHandover: handover('from_owner', 'to_owner'),
  // An agent names no colleague as the one who has the bag.
  bagCash: both(acts('from', 'HOLDER404_NOT_FOUND'), acts('carriedBy', 'VALIDATION400')),
  listDeposits: asIs,
  readDeposit: bag,
  recordDeposited: bag,
  announceRemittance: never,
  listRemittances: never,
  readRemittance: never,
  cancelRemittance: never,
  listChannelUsers: never,
  inviteChannelUser: never,
  changeChannelUser: never,
  inviteChannelUserAgain: never,
  endSessionsOfChannelUser: never,
}

/** Lists whose rows of other agents are left out; a page may then have fewer than its limit. */
const SHOWN: Partial<Record<OperationId, Shown>> = {
  listCases: (item, own) => item['takenBy'] === own,
  listDeposits: (item, own) => item['from'] === own,
  readCash: (item, own) => item['agentId'] === own,
}

type Channels = { [Name in keyof Tables]: Handlers<Tables[Name], ChannelCaller> }
type AnyHandler = Handler<Tables['payments']['readPayment'], ChannelCaller>

/** The handlers of the channel API, each under its rule for agents and couriers. */
export const underOwnAgent = (deps: PaymentDeps, handlers: Channels): Channels => {
  const wrapped = Object.entries(handlers).map(([name, table]) => [
    name,
    Object.fromEntries(
      Object.entries(table as unknown as Readonly<Record<string, AnyHandler>>).map(
        ([id, handle]) => [id, underRule(deps, id as OperationId, handle)],
      ),
    ),
  ])
  return Object.fromEntries(wrapped) as Channels
}

const underRule = (deps: PaymentDeps, id: OperationId, handle: AnyHandler): AnyHandler => {
  const rule = RULES[id]
  const isShown = SHOWN[id]
  return async (asked, refuse) => {
    const { channelId, person } = asked.caller
    const agentId = person?.agentId ?? null
    if (person === null) return handle(asked, refuse)
    if (agentId === null) {
      const self = { agentId: NO_AGENT, own: safeOwner(channelId), channelId, deps }
      const ofSafe = OF_THE_SAFE[id]?.(asked, self, refuse as Refuse<ErrorCode>)
      return handle(((await ofSafe) ?? asked) as unknown as typeof asked, refuse)
    }
    const own = agentWireId(agentId)
    const self = { agentId, own, channelId, deps }
    const allowed = await rule(asked, self, refuse as Refuse<ErrorCode>)
    const answer = await handle(allowed as unknown as typeof asked, refuse)
    return isShown === undefined ? answer : shownOf(answer, (item) => isShown(item, own))
  }
}

/** Of no agent: numbers begin at 1. */
const NO_AGENT = 0

/** What the safe and the channel hold is not the agent's to know. */
const UNKNOWN = { amount: null, heldSince: null }

const shownOf = <Answer>(answer: Answer, isShown: (item: Fields) => boolean): Answer => {
  const page = answer as { items: Fields[]; safe?: Fields }
  const cash = page.safe === undefined ? {} : { safe: UNKNOWN, channel: UNKNOWN }
  return { ...answer, ...cash, items: page.items.filter(isShown) }
}
