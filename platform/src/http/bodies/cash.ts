import {
  dinarsFromCentimes,
  dinarsFromSum,
  type AgentCash,
  type AgentDifferences,
  type CashView,
  type Centimes,
  type VarianceRecord,
} from '@wasl/protocol'
import type { AgentHolding, ChannelCash, HeldCash } from '../../parties/agents/channel-cash.ts'
import type { Differences } from '../../money/cash/variances/differences.ts'
import type { VarianceRow } from '../../money/cash/variances/variance.ts'
import { agentNumber, agentWireId, channelWireId } from '../../base/wire-ids.ts'
import { pageOf } from '../server/cursor.ts'

/** A page of at most `limit` agents, with the safe and the channel itself. */
export const cashBody = ({ safe, channel, agents }: ChannelCash, limit: number): CashView => ({
  safe: holdingBody(safe),
  channel: holdingBody(channel),
  ...pageOf(agents, limit, { idOf: (row) => row.agent_id, toItem: agentCashBody }),
})

const agentCashBody = (agent: AgentHolding): AgentCash => ({
  agentId: agentWireId(agent.agent_id),
  name: agent.name,
  status: agent.status,
  shiftId: agent.shift_id,
  shiftOpenedAt: agent.shift_opened_at?.toISOString() ?? null,
  openPayments: agent.open_payments,
  lastSeenAt: agent.last_seen_at?.toISOString() ?? null,
  ...holdingBody(agent.held),
})

const holdingBody = (held: HeldCash | null): { amount: number | null; heldSince: string | null } =>
  held === null
    ? { amount: null, heldSince: null }
    : { amount: dinarsFromSum(held.cash), heldSince: held.heldSince }

export const varianceBody = (variance: VarianceRow): VarianceRecord => ({
  varianceId: variance.variance_id,
  channelId: channelWireId(variance.channel_id),
  holder: variance.owner,
  mayOwe: agentNumber(variance.liable) === null ? null : variance.liable,
  source: variance.source,
  sourceId: variance.source_id,
  kind: variance.kind,
  amount: dinarsFromCentimes(variance.amount),
  status: variance.status,
  foundAt: variance.found_at.toISOString(),
  foundBy: variance.found_by,
  outcome: variance.outcome,
  caseId: variance.case_id,
  decidedAt: variance.decided_at?.toISOString() ?? null,
  decidedBy: variance.decided_by,
  tolerance: variance.tolerance === null ? null : dinarsFromSum(variance.tolerance),
  reason: variance.reason,
})

/** What counts found of an agent, month by month. */
export const differencesBody = (
  agentId: number,
  { owed, months }: Differences,
): AgentDifferences => ({
  agentId: agentWireId(agentId),
  owed: dinarsFromSum(owed),
  months: months.map(({ month, ...found }) => ({
    month,
    short: foundBody(found.short),
    over: foundBody(found.over),
    shortWithinTolerance: foundBody(found.shortWithinTolerance),
    overWithinTolerance: foundBody(found.overWithinTolerance),
  })),
})

const foundBody = ({ count, amount }: { count: number; amount: Centimes }) => ({
  count,
  amount: dinarsFromSum(amount),
})
