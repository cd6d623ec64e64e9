/** What a line may be together with others: a whole batch, several bags, or a part of one payout (D37). */
import { GROUP_THINGS_MAX, type Centimes } from '@wasl/protocol'
import { isCounted } from '../../cells/counted.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import type { BankLineRow } from './line.ts'

export type GroupProposal = {
  bankLineIds: string[]
  things: { kind: 'deposit' | 'remittance' | 'payout' | 'batch'; id: string; amount: Centimes }[]
  remainder: Centimes
}

type Thing = GroupProposal['things'][number]

/** A batch, and what of it no line proves yet. */
type Batch = Thing & { payouts: Thing[] }

/** Open things and lines that are compared, the newest first. */
const COMPARED_MAX = 300

/** Proposals for one line. */
const SHOWN_MAX = 3

/** What a bank may have added to the debit of a batch as its fee: 5,000.00 DZD. */
const FEE_MAX: Centimes = 500_000

export const suggestGroups = async (
  cells: EveryCell,
  lines: readonly BankLineRow[],
): Promise<Map<string, GroupProposal[]>> => {
  const open = lines.filter(({ status }) => status === 'unmatched')
  const proposals = new Map<string, GroupProposal[]>()
  if (open.length === 0) return proposals
  const { credits, debits, batches } = await readOpenThings(cells)
  const others = await readOpenLines(cells)
  for (const line of open) {
    const wanted = Math.abs(line.amount)
    const things = line.amount > 0 ? credits : line.account === 'clients' ? debits : []
    const whole = line.amount < 0 && line.account === 'clients' ? batches : []
    const found = [
      ...batchesOf(line, whole),
      ...(line.amount > 0 ? pairsOf(things, wanted).map((pair) => one(line, pair)) : []),
      ...partsOf(line, others, [...things, ...whole.map(thingOf)]),
    ]
    if (found.length > 0) proposals.set(line.bank_line_id, found.slice(0, SHOWN_MAX))
  }
  return proposals
}

const one = (
  { bank_line_id: id }: BankLineRow,
  things: Thing[],
  remainder: Centimes = 0,
): GroupProposal => ({ bankLineIds: [id], things, remainder })

const thingOf = ({ kind, id, amount }: Batch): Thing => ({ kind, id, amount })

/**
 * A debit that is a whole batch; a batch without the one payout that the bank refused; or a batch and a
 * little more, which is left as the remainder: the bank's fee. The batch that the line names comes first.
 */
const batchesOf = (line: BankLineRow, batches: readonly Batch[]): GroupProposal[] => {
  const wanted = Math.abs(line.amount)
  const words = `${line.reference ?? ''} ${line.description}`.toLowerCase().replaceAll('-', '')
  const isNamed = ({ id }: Batch): boolean => words.includes(id.replaceAll('-', ''))
  const whole = batches.filter(({ amount }) => amount === wanted)
  const less = batches.flatMap((batch) => {
    const things = withoutOne(batch, wanted)
    return things === null ? [] : [one(line, things)]
  })
  const more = batches.filter((batch) => {
    const rest = wanted - batch.amount
    return rest > 0 && (rest <= FEE_MAX || isNamed(batch))
  })
  return [
    ...whole
      .toSorted((first, second) => Number(isNamed(second)) - Number(isNamed(first)))
      .map((batch) => one(line, [thingOf(batch)])),
    ...less,
    ...more
      .toSorted((first, second) => second.amount - first.amount)
      .map((batch) => one(line, [thingOf(batch)], batch.amount - wanted)),
  ]
}

/** The payouts of a batch but one, if they are the amount and no other payout could be the missing one. */
const withoutOne = ({ amount, payouts }: Batch, wanted: Centimes): Thing[] | null => {
  const missing = payouts.filter((payout) => payout.amount === amount - wanted)
  const [gone] = missing
  if (gone === undefined || missing.length > 1 || payouts.length > GROUP_THINGS_MAX + 1) return null
  return payouts.filter(({ id }) => id !== gone.id)
}

/** Two or three things that add up to the amount. */
const pairsOf = (things: readonly Thing[], wanted: Centimes): Thing[][] => {
  const found: Thing[][] = []
  // The last place of each amount: a third thing is looked up and not searched.
  const lastOf = new Map(things.map(({ amount }, place) => [amount, place]))
  for (const [place, first] of things.entries()) {
    for (const [offset, second] of things.slice(place + 1).entries()) {
      const rest = wanted - first.amount - second.amount
      const third = things[lastOf.get(rest) ?? -1]
      if (rest === 0) found.push([first, second])
      else if (third !== undefined && (lastOf.get(rest) ?? -1) > place + 1 + offset) {
        found.push([first, second, third])
      }
      if (found.length === SHOWN_MAX) return found
    }
  }
  return found
}

type OpenLine = { id: string; account: string; amount: Centimes }

/** Another open line that makes one thing with this one. */
const partsOf = (
  { bank_line_id: id, account, amount }: BankLineRow,
  others: readonly OpenLine[],
  things: readonly Thing[],
): GroupProposal[] => {
  const isSameSide = (other: OpenLine): boolean =>
    other.id !== id && other.account === account && other.amount > 0 === amount > 0
  // Of several with the same amount, the newest.
  const whole = new Map(things.toReversed().map((thing) => [thing.amount, thing]))
  return others.filter(isSameSide).flatMap((other) => {
    const thing = whole.get(Math.abs(amount + other.amount))
    if (thing === undefined) return []
    return [{ bankLineIds: [id, other.id], things: [thing], remainder: 0 }]
  })
}

const readOpenLines = async (cells: EveryCell): Promise<OpenLine[]> => {
  const { rows } = await cells.control.operatorLists.query<OpenLine>(
    `select bank_line_id as id, account, amount from bank_lines
    where status = 'unmatched' order by bank_line_id desc limit $1`,
    [COMPARED_MAX],
  )
  return rows
}

type OpenPayout = { id: string; batchId: string; amount: Centimes; isInstructed: boolean }

const readOpenThings = async (
  cells: EveryCell,
): Promise<{ credits: Thing[]; debits: Thing[]; batches: Batch[] }> => {
  const { rows: credits } = await cells.control.operatorLists.query<Thing>(
    `(select 'deposit' as kind, deposit_id as id, amount from deposits
      where status in ('deposited', 'disputed') order by deposit_id desc limit $1)
    union all
    (select 'remittance', remittance_id, amount from remittances
      where status = 'announced' order by remittance_id desc limit $1)`,
    [COMPARED_MAX],
  )
  const payouts = await readUnproved(cells)
  const open = payouts.filter(({ isInstructed }) => isInstructed)
  return { credits, debits: open.map(payoutOf), batches: batchesIn(payouts) }
}

/**
 * Payouts that the bank was asked to pay and that no line proves, even if a person has said that it
 * paid.
 */
const readUnproved = async (cells: EveryCell): Promise<OpenPayout[]> => {
  const parts = await cells.read(async ({ operatorLists }, leftOut) => {
    const { rows } = await operatorLists.query<OpenPayout>(
      `select payout_id as id, batch_id as "batchId", amount,
        status = 'instructed' as "isInstructed"
      from payouts
      where status in ('instructed', 'paid') and bank_line_id is null and batch_id is not null
        and ${isCounted('partner_id', leftOut)}
      order by payout_id desc
      limit $1`,
      // A batch must be whole.
      [COMPARED_MAX * 10],
    )
    return rows
  })
  return parts.flat()
}

const payoutOf = ({ id, amount }: OpenPayout): Thing => ({ kind: 'payout', id, amount })

const batchesIn = (payouts: readonly OpenPayout[]): Batch[] =>
  [...Map.groupBy(payouts, ({ batchId }) => batchId)]
    .filter(([, { length }]) => length > 1)
    .map(([id, parts]) => ({
      kind: 'batch',
      id,
      amount: parts.reduce((sum, { amount }) => sum + amount, 0),
      payouts: parts.map(payoutOf),
    }))
