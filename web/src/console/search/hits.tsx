import type { AnswerOf } from '../../api/contract.ts'
import { Day } from '../money/day.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import type { PAYMENT_STATE } from '@wasl/protocol/payment-words'
import type { Hit, HitGroup } from '../../lists/search/hit.ts'
import type { SEARCH } from '../../lists/search/search.texts.ts'
import type { Translate } from '../../texts/texts.ts'
import { PartnerName } from '../money/who.tsx'

export type SearchAnswer = AnswerOf<'GET /operator/v1/search'>
type Group = SearchAnswer['groups'][number]
type Kind = Group['kind']
type HitOf<K extends Kind> = Extract<Group, { kind: K }>['items'][number]

type Words = { t: Translate<typeof SEARCH>; state: Translate<typeof PAYMENT_STATE> }

/** Where records without a page of their own are listed. */
const LISTS: Partial<Record<HitOf<'records'>['type'], string>> = {
  shift: '/shifts',
  handover: '/handovers',
  deposit: '/deposits',
  case: '/lost-locks',
  payout: '/payouts',
  bankLine: '/reconciliation',
}

const payment = ({ state }: Words, hit: HitOf<'payments'>): Hit => ({
  key: hit.paymentId,
  to: `/payments/${hit.paymentId}`,
  title: (
    <>
      <Reference>{hit.reference}</Reference>{' '}
      <PartnerName id={hit.partnerId} name={hit.partnerName} />
    </>
  ),
  more: (
    <>
      {state(hit.stage)} · <Moment at={hit.paidAt ?? hit.createdAt} shows="short" /> ·{' '}
      <OutsideText>{hit.channelName}</OutsideText>
    </>
  ),
  amount: hit.amount,
})

const record = ({ t }: Words, hit: HitOf<'records'>): Hit => ({
  key: hit.id,
  to: hit.paymentId === null ? (LISTS[hit.type] ?? '/ledger') : `/payments/${hit.paymentId}`,
  title: t(hit.type),
  more: hit.at === null ? hit.id : <Moment at={hit.at} />,
  amount: hit.amount,
})

const MAKERS: { [K in Kind]: (words: Words, hit: HitOf<K>) => Hit } = {
  payments: payment,
  records: record,
  partners: (_, { partnerId, name, city }) => ({
    key: partnerId,
    to: `/partners/${partnerId}`,
    title: <PartnerName id={partnerId} name={name} />,
    more: city === null ? partnerId : <OutsideText>{city}</OutsideText>,
  }),
  channels: (_, { channelId, name }) => ({
    key: channelId,
    to: `/channels/${channelId}`,
    title: <OutsideText>{name}</OutsideText>,
    more: channelId,
  }),
  agents: (_, { agentId, name, channelId, channelName }) => ({
    key: agentId,
    to: `/channels/${channelId}`,
    title: <OutsideText>{name}</OutsideText>,
    more: <OutsideText>{channelName}</OutsideText>,
  }),
  statements: (_, { statementId, number, owner, from, to, net }) => ({
    key: statementId,
    to: `/statements/${statementId}`,
    title: (
      <>
        <bdi>{number ?? statementId.slice(0, 8)}</bdi> <OutsideText>{owner}</OutsideText>
      </>
    ),
    more: (
      <>
        <Day date={from} shows="short" /> – <Day date={to} shows="short" />
      </>
    ),
    amount: net,
  }),
  events: (_, { eventId, paymentId, event, createdAt }) => ({
    key: eventId,
    to: `/payments/${paymentId}`,
    title: <bdi className="code">{event}</bdi>,
    more: <Moment at={createdAt} />,
  }),
  requests: (_, { auditId, action, actor, at }) => ({
    key: auditId,
    to: '/audit',
    title: <bdi className="code">{action}</bdi>,
    more: (
      <>
        <OutsideText>{actor}</OutsideText> · <Moment at={at} />
      </>
    ),
  }),
}

/** The groups of an answer as results, the best first. */
export const hitGroups = (words: Words, { groups }: SearchAnswer): readonly HitGroup[] =>
  groups.map(({ kind, items, hasMore }) => {
    const make = MAKERS[kind] as (words: Words, hit: unknown) => Hit
    return { kind, title: words.t(kind), hasMore, hits: items.map((hit) => make(words, hit)) }
  })
