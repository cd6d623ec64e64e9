import type { AnswerOf } from '../../api/contract.ts'
import { Moment } from '../../time/moment.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import type { Hit, HitGroup } from '../../lists/search/hit.ts'
import type { SEARCH } from '../../lists/search/search.texts.ts'
import type { Translate } from '../../texts/texts.ts'
import type { EVENT_KINDS, STAGES } from '../texts.ts'

type Answer = AnswerOf<'GET /partner/search/v1'>
type Group = Answer['groups'][number]
type Kind = Group['kind']
type HitOf<K extends Kind> = Extract<Group, { kind: K }>['items'][number]

type Words = {
  t: Translate<typeof SEARCH>
  stage: Translate<typeof STAGES>
  event: Translate<typeof EVENT_KINDS>
}

const MAKERS: { [K in Kind]: (words: Words, hit: HitOf<K>) => Hit } = {
  payments: ({ stage }, hit) => ({
    key: hit.paymentId,
    to: `/payments/${hit.paymentId}`,
    title: <Reference>{hit.reference}</Reference>,
    more: (
      <>
        {stage(hit.stage)} · <Moment at={hit.paidAt ?? hit.createdAt} shows="full" />
      </>
    ),
    amount: hit.amount,
  }),
  statements: (_, { statementId, number, from, to, net }) => ({
    key: statementId,
    to: `/statements/${statementId}`,
    title: <bdi>{number ?? statementId.slice(0, 8)}</bdi>,
    more: (
      <bdi dir="ltr">
        {from} – {to}
      </bdi>
    ),
    amount: net,
  }),
  events: ({ event }, { eventId, event: kind, reference, createdAt }) => ({
    key: eventId,
    to: `/events/${eventId}`,
    title: event(kind),
    more: (
      <>
        <OutsideText>{reference}</OutsideText> · <Moment at={createdAt} />
      </>
    ),
  }),
}

/** The groups of an answer as results, the best first. */
export const ownHitGroups = (words: Words, { groups }: Answer): readonly HitGroup[] =>
  groups.map(({ kind, items, hasMore }) => {
    const make = MAKERS[kind] as (words: Words, hit: unknown) => Hit
    return { kind, title: words.t(kind), hasMore, hits: items.map((hit) => make(words, hit)) }
  })
