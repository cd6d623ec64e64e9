/** How the answers of all cells become one (W172). */
import type {
  IntegrityReport,
  MoneyFigures,
  NamedIds,
  NotificationReport,
  OpenWork,
  SearchAnswer,
  SearchGroup,
  TrialBalance,
} from '@wasl/protocol'
import type { AskedRequest, Fields } from './asked.ts'
import { addLevels } from '../../operations/objectives/levels-body.ts'
import { mergeOverviews } from './merge-overviews.ts'
import { placeOfAccess, type AccessPlace } from '../../parties/access/list-access.ts'
import { placeOfSeal } from '../../operations/audit-seals/list-seals.ts'
import { addDinars, earliest, latestOf } from '../../cells/sums.ts'

/** One answer from those of the cells, in the order of the cells. */
type Merge<Answer> = (answers: Answer[], asked: AskedRequest) => Answer

type Page = { items: Fields[]; nextCursor: string | null }

/**
 * Pages in one order over all cells. Each cell has answered with its own page after the same cursor, so
 * the first of all of them are the first of the whole. While a partner moves, two cells have its rows: what
 * both answer is shown once, and each page is as full as before.
 *
 * @param idOf what the list is ordered by, which is also what its cursor holds.
 */
const pages =
  (idOf: (item: Fields) => string | number, order: 'newest' | 'lowest'): Merge<Page> =>
  (answers, { query }) => {
    const sign = order === 'newest' ? -1 : 1
    const compare = (one: Fields, other: Fields): number => {
      const [a, b] = [idOf(one), idOf(other)]
      return a === b ? 0 : sign * (a < b ? -1 : 1)
    }
    const found = answers.flatMap(({ items }) => items)
    const all = [...new Map(found.map((item) => [idOf(item), item])).values()].toSorted(compare)
    const items = all.slice(0, Number(query['limit']))
    const last = items.at(-1)
    const isLast = all.length === items.length && answers.every((page) => page.nextCursor === null)
    const nextCursor =
      isLast || last === undefined ? null : Buffer.from(`${idOf(last)}`).toString('base64url')
    return { ...answers[0], items, nextCursor }
  }

const newest = (field: string): Merge<Page> => pages((item) => String(item[field]), 'newest')

/** By the number in the partner's id. */
const byPartner = pages((item) => Number(String(item['partnerId']).slice('prt_'.length)), 'lowest')

const openWork: Merge<OpenWork> = (answers) => ({
  today: latestOf(answers.map(({ today }) => today)),
  completeThrough: earliest(answers.map(({ completeThrough }) => completeThrough)),
  items: (answers[0]?.items ?? []).map(({ step }, place) => {
    const steps = answers.flatMap(({ items }) => items[place] ?? [])
    const amounts = steps.map(({ amount }) => amount).filter((amount) => amount !== null)
    const times = steps.map(({ oldest }) => oldest).filter((at) => at !== null)
    return {
      step,
      count: steps.reduce((sum, { count }) => sum + count, 0),
      amount: amounts.length === 0 ? null : addDinars(amounts),
      oldest: times.toSorted()[0] ?? null,
    }
  }),
})

/** A channel's name is known in every cell. */
const namesOfIds: Merge<NamedIds> = (answers) => ({
  items: [
    ...new Map(answers.flatMap(({ items }) => items).map((item) => [item.id, item])).values(),
  ],
})

const moneyFigures: Merge<MoneyFigures> = (answers) => {
  const days = new Map<string, MoneyFigures['items'][number]>()
  for (const item of answers.flatMap(({ items }) => items)) {
    const key = `${item.date} ${item.channelKind}`
    const known = days.get(key)
    days.set(key, known === undefined ? item : { ...item, ...addMoved([known, item]) })
  }
  return { items: [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item) }
}

type Moved = { collected: number; payments: number; refunded: number; refunds: number }

const addMoved = (all: Moved[]): Moved => ({
  collected: addDinars(all.map(({ collected }) => collected)),
  payments: all.reduce((sum, { payments }) => sum + payments, 0),
  refunded: addDinars(all.map(({ refunded }) => refunded)),
  refunds: all.reduce((sum, { refunds }) => sum + refunds, 0),
})

type Sums = TrialBalance['total']

const addSums = (all: Sums[]): Sums => ({
  debits: addDinars(all.map(({ debits }) => debits)),
  credits: addDinars(all.map(({ credits }) => credits)),
  balance: addDinars(all.map(({ balance }) => balance)),
  currency: 'DZD',
})

/** Every transfer is whole in one cell, so that the sums of the cells add up to 0 as each of them does. */
const trialBalance: Merge<TrialBalance> = (answers) => {
  const kinds = new Set(answers.flatMap(({ items }) => items.map(({ kind }) => kind)))
  const lines = answers.flatMap(({ items }) => items)
  return {
    at: answers[0]?.at ?? null,
    completeThrough: earliest(answers.map(({ completeThrough }) => completeThrough)),
    items: [...kinds]
      .toSorted()
      .map((kind) => Object.assign({ kind }, addSums(lines.filter((line) => line.kind === kind)))),
    total: addSums(answers.map(({ total }) => total)),
  }
}

/** Each check with the worst of its results, and what contradicts it in any cell. */
const integrity: Merge<IntegrityReport> = (answers) => ({
  checkedAt: answers.map(({ checkedAt }) => checkedAt).toSorted()[0] as string,
  completeThrough: earliest(answers.map(({ completeThrough }) => completeThrough)),
  result: worst(
    RESULTS,
    answers.map(({ result }) => result),
  ),
  items: (answers[0]?.items ?? []).map(({ name }, place) => {
    const checks = answers.flatMap(({ items }) => items[place] ?? [])
    return {
      name,
      result: worst(
        CHECK_RESULTS,
        checks.map(({ result }) => result),
      ),
      violations: checks.flatMap(({ violations }) => violations),
    }
  }),
})

const RESULTS = ['holds', 'not all run', 'violated'] as const
const CHECK_RESULTS = ['holds', 'not run', 'violated'] as const

const worst = <Result extends string>(order: readonly Result[], results: Result[]): Result =>
  order[Math.max(...results.map((result) => order.indexOf(result)))] as Result

/** Groups of the same kind become one, in the order of the first cell that has the kind. */
const search: Merge<SearchAnswer> = (answers, { query }) => {
  const limit = Number(query['limit'])
  const groups = new Map<string, SearchGroup>()
  for (const group of answers.flatMap((answer) => answer.groups)) {
    const known = groups.get(group.kind)
    const items = distinct([...(known?.items ?? []), ...group.items])
    const hasMore = group.hasMore || known?.hasMore === true || items.length > limit
    groups.set(group.kind, { ...group, items: items.slice(0, limit), hasMore } as SearchGroup)
  }
  return {
    understood: (answers.find(hasPayments) ?? answers[0])?.understood as SearchAnswer['understood'],
    groups: [...groups.values()],
    isComplete: answers.every(({ isComplete }) => isComplete),
  }
}

const hasPayments = ({ groups }: SearchAnswer): boolean =>
  groups.some(({ kind }) => kind === 'payments')

/** Copies of channels and agents are found in every cell. */
const distinct = <Item>(items: Item[]): Item[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
]

/** Each cell watches for incidents of its own. */
const notifications: Merge<NotificationReport> = (answers) => ({
  ...(answers[0] as NotificationReport),
  items: answers
    .flatMap(({ items }) => items)
    .toSorted((one, other) => (one.notificationId < other.notificationId ? 1 : -1))
    .slice(0, Math.max(...answers.map(({ items }) => items.length))),
})

/** The operations whose answers are merged. */
export const MERGES = {
  listPartners: byPartner,
  listPayees: byPartner,
  listUninvoicedFees: byPartner,
  listPayments: newest('paymentId'),
  listChannelPayments: newest('paymentId'),
  listRefunds: newest('refundId'),
  listEchoes: newest('paymentId'),
  listWebhookEvents: newest('eventId'),
  listStatements: newest('statementId'),
  listPayouts: newest('payoutId'),
  listAdjustments: newest('adjustmentId'),
  listCases: newest('caseId'),
  listAllCases: newest('caseId'),
  listFollowUps: pages((item) => [item['dueOn'], item['followUpId']].join(' '), 'lowest'),
  listAccess: pages((item) => placeOfAccess(item as AccessPlace), 'lowest'),
  listAuditLog: newest('auditId'),
  listAuditSeals: pages(
    (item) => placeOfSeal(Number(item['number']), String(item['cell'])),
    'newest',
  ),
  listIntegrityRuns: newest('runId'),
  checkIntegrity: integrity,
  listNames: namesOfIds,
  readNotifications: notifications,
  readOpenWork: openWork,
  readTrialBalance: trialBalance,
  readMoneyFigures: moneyFigures,
  readOverview: mergeOverviews,
  readServiceLevels: addLevels,
  search,
} as const

export const mergeOf = (id: string): Merge<unknown> =>
  MERGES[id as keyof typeof MERGES] as unknown as Merge<unknown>
