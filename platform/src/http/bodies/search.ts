import {
  dinarsFromCentimes,
  dinarsFromSum,
  type PaymentMatch,
  type PartnerSearchAnswer,
  type SearchAnswer,
  type SearchGroup,
} from '@wasl/protocol'
import type { Search } from '../../operations/search/asked.ts'
import type { Found, FoundPaymentRow } from '../../operations/search/search.ts'
import type { FoundRecord } from '../../operations/search/find-by-id.ts'
import type { FoundStatement } from '../../operations/search/find-statements.ts'
import { agentWireId, channelWireId, partnerWireId } from '../../base/wire-ids.ts'
import { auditBody } from './audit-entry.ts'
import { operatorRecordOf } from './payment.ts'
import { eventRecordBody } from './webhook-event.ts'

type Group<Kind extends SearchGroup['kind']> = Extract<SearchGroup, { kind: Kind }>

/** Those with items. Names come before payments that only begin so, or have such an amount. */
export const groupsOf = (found: Found, limit: number): SearchGroup[] => {
  const { payments, statements, events } = ownGroups(found, limit)
  const group = <Row, Kind extends SearchGroup['kind']>(
    kind: Kind,
    rows: Row[],
    toItem: (row: Row) => Group<Kind>['items'][number],
  ) => cut(kind, rows.map(toItem), limit)
  const rest = [
    group('partners', found.partners, (row) => ({
      ...row,
      partnerId: partnerWireId(row.partnerId),
    })),
    group('channels', found.channels, (row) => ({
      ...row,
      channelId: channelWireId(row.channelId),
    })),
    group('agents', found.agents, (row) => ({
      ...row,
      agentId: agentWireId(row.agentId),
      channelId: channelWireId(row.channelId),
    })),
    statements,
    events,
    group('records', found.records, recordBody),
    group('requests', found.requests, auditBody),
  ] as SearchGroup[]
  const isSure = found.payments.some(({ match }) => !UNSURE.has(match))
  const all = isSure ? [payments, ...rest] : [...rest.slice(0, 3), payments, ...rest.slice(3)]
  return all.filter(({ items }) => items.length > 0)
}

const UNSURE: ReadonlySet<PaymentMatch> = new Set(['beginning', 'amount', 'end'])

type PartnerGroup = PartnerSearchAnswer['groups'][number]

/** The same for a partner, who does not see which till or agent took the money. */
export const partnerGroupsOf = (found: Found, limit: number): PartnerGroup[] => {
  const { payments, statements, events } = ownGroups(found, limit)
  const own = { ...payments, items: payments.items.map(withoutChannel) }
  return [own, statements, events].filter(({ items }) => items.length > 0)
}

const withoutChannel = ({
  channelId: _channel,
  channelName: _name,
  agentId: _agent,
  takenBy: _taken,
  ...own
}: Group<'payments'>['items'][number]) => own

const ownGroups = ({ payments, statements, events }: Found, limit: number) => ({
  payments: cut('payments', payments.map(paymentHit), limit),
  statements: cut('statements', statements.map(statementBody), limit),
  events: cut('events', events.map(eventRecordBody), limit),
})

const cut = <Kind extends string, Item>(kind: Kind, items: Item[], limit: number) => ({
  kind,
  items: items.slice(0, limit),
  hasMore: items.length > limit,
})

const paymentHit = (row: FoundPaymentRow) => ({ ...operatorRecordOf(row), match: row.match })

const statementBody = (row: FoundStatement) => ({
  ...row,
  partnerId: row.partnerId === 0 ? null : partnerWireId(row.partnerId),
  channelId: row.channelId === null ? null : channelWireId(row.channelId),
  net: row.net === null ? null : dinarsFromSum(row.net),
})

const recordBody = (row: FoundRecord) => ({
  ...row,
  at: row.at?.toISOString() ?? null,
  amount: row.amount === null ? null : dinarsFromSum(row.amount),
  partnerId: row.partnerId === null ? null : partnerWireId(row.partnerId),
  channelId: row.channelId === null ? null : channelWireId(row.channelId),
})

export const understoodOf = (
  { typed, openedWithAmount, filters }: Search,
  { reading }: Pick<Found, 'reading'>,
): SearchAnswer['understood'] => ({
  filters: reading === null ? filters : reading.filters,
  text: typed.text,
  amountFrom: typed.amounts && dinarsFromCentimes(typed.amounts.from),
  amountTo: typed.amounts && dinarsFromCentimes(typed.amounts.to),
  since: typed.amounts && (openedWithAmount.since?.toISOString() ?? null),
})
