/** What a line may be together with others: a whole batch, several bags, or a part of one payout (D37). */
import type { Centimes } from '@wasl/protocol'
import { isCounted } from '../cells/counted.ts'
import type { EveryCell } from '../cells/every-cell.ts'
import type { BankLineRow } from './line.ts'

export type GroupProposal = {
  bankLineIds: string[]
  things: { kind: 'deposit' | 'remittance' | 'payout' | 'batch'; id: string; amount: Centimes }[]
  remainder: Centimes
}

type Thing = GroupProposal['things'][number]

/** Open things and lines that are compared, the newest first. */
const COMPARED_MAX = 300

/** Proposals for one line. */
const SHOWN_MAX = 3

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
      ...whole.filter(({ amount }) => amount === wanted).map((batch) => one(line, [batch])),
      ...(line.amount > 0 ? pairsOf(things, wanted).map((pair) => one(line, pair)) : []),
      ...partsOf(line, others, [...things, ...whole]),
    ]
    if (found.length > 0) proposals.set(line.bank_line_id, found.slice(0, SHOWN_MAX))
  }
  return proposals
}

const one = ({ bank_line_id: id }: BankLineRow, things: Thing[]): GroupProposal => ({
  bankLineIds: [id],
  things,
  remainder: 0,
})

/** Two or three things that add up to the amount. */
const pairsOf = (things: readonly Thing[], wanted: Centimes): Thing[][] => {
  const found: Thing[][] = []
  for (const [place, first] of things.entries()) {
    for (const [offset, second] of things.slice(place + 1).entries()) {
      const rest = wanted - first.amount - second.amount
      if (rest === 0) found.push([first, second])
      else if (rest > 0) {
        const third = things.slice(place + offset + 2).find(({ amount }) => amount === rest)
        if (third !== undefined) found.push([first, second, third])
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

const readOpenThings = async (
  cells: EveryCell,
): Promise<{ credits: Thing[]; debits: Thing[]; batches: Thing[] }> => {
  const { rows: credits } = await cells.control.operatorLists.query<Thing>(
    `(select 'deposit' as kind, deposit_id as id, amount from deposits
      where status in ('deposited', 'disputed') order by deposit_id desc limit $1)
    union all
    (select 'remittance', remittance_id, amount from remittances
      where status = 'announced' order by remittance_id desc limit $1)`,
    [COMPARED_MAX],
  )
  const parts = await cells.read(async ({ operatorLists }, leftOut) => {
    const { rows } = await operatorLists.query<{ id: string; batchId: string; amount: Centimes }>(
      `select payout_id as id, batch_id as "batchId", amount
      from payouts
      where status = 'instructed' and ${isCounted('partner_id', leftOut)}
      order by payout_id desc
      limit $1`,
      // A batch must be whole.
      [COMPARED_MAX * 10],
    )
    return rows
  })
  const payouts = parts.flat()
  const sums = new Map<string, Centimes[]>()
  for (const { batchId, amount } of payouts) {
    sums.set(batchId, [...(sums.get(batchId) ?? []), amount])
  }
  const batches = [...sums].filter(([, amounts]) => amounts.length > 1)
  return {
    credits,
    debits: payouts.map(({ id, amount }) => ({ kind: 'payout', id, amount })),
    batches: batches.map(([id, amounts]) => ({
      kind: 'batch',
      id,
      amount: amounts.reduce((sum, amount) => sum + amount, 0),
    })),
  }
}
