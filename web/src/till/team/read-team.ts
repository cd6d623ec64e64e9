import type {
  AgentCash,
  CaseRecord,
  CashView,
  Handover,
  ShiftRecord,
  VarianceRecord,
} from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { serverTime } from '../../api/server-time.ts'

export type Team = {
  /** Who is at work first, then by what they hold. */
  agents: AgentCash[]
  safe: CashView['safe']
  /** Cash that was taken without naming an agent. */
  channel: CashView['channel']
  handovers: Handover[]
  conflicts: CaseRecord[]
  /** Differences that nobody has decided. */
  variances: VarianceRecord[]
  /** Shifts whose difference is decided, and that are not closed. */
  counted: ShiftRecord[]
  /** When this was asked. */
  at: string
}

/** The most agents that the screen shows: a supervisor cannot follow more. */
const AGENTS_MAX = 1_000

const PAGE = '200'

const readCash = async (): Promise<CashView> => {
  const ask = on('GET /channel/v1/cash')
  const view: CashView = await ask({ query: { limit: PAGE } })
  const items = [...view.items]
  let cursor = view.nextCursor
  while (cursor !== null && items.length < AGENTS_MAX) {
    const page: CashView = await ask({ query: { limit: PAGE, cursor } })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return { ...view, items }
}

/** Everything that a supervisor answers for, as the platform knows it now. */
export const readTeam = async (): Promise<Team> => {
  const at = serverTime()
  const [{ items, safe, channel }, handovers, cases, variances, counted] = await Promise.all([
    readCash(),
    on('GET /channel/v1/handovers')({ query: { status: 'offered', limit: PAGE } }),
    on('GET /channel/v1/cases')({ query: { status: 'open', limit: PAGE } }),
    on('GET /channel/v1/variances')({ query: { status: 'open', limit: PAGE } }),
    on('GET /channel/v1/shifts')({ query: { status: 'counted', limit: PAGE } }),
  ])
  return {
    at,
    safe,
    channel,
    agents: items.filter(isOfTeam).toSorted(byWork),
    handovers: handovers.items,
    // A surplus that a count found has no payment, and is no conflict.
    conflicts: cases.items.filter(({ paymentId }) => paymentId !== null),
    variances: variances.items,
    counted: counted.items.filter(
      ({ shiftId, count }) =>
        count !== null &&
        count.difference !== 0 &&
        !variances.items.some(({ sourceId }) => sourceId === shiftId),
    ),
  }
}

/** Leaves out agents who left the channel and hold nothing. */
const isOfTeam = ({ status, amount, shiftId, openPayments }: AgentCash): boolean =>
  status === 'active' || shiftId !== null || amount !== 0 || openPayments > 0

const byWork = (one: AgentCash, other: AgentCash): number =>
  Number(other.shiftId !== null) - Number(one.shiftId !== null) ||
  (other.amount ?? 0) - (one.amount ?? 0)
