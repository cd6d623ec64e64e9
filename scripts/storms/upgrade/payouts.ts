/** Payouts of a statement while processes are replaced: batches, their files, the bank's lines and returns. */
import type pg from 'pg'
import type { Verdict } from '../storm.ts'
import type { Desk } from './desk.ts'
import { MAPPING, type Payee } from './payee.ts'

/** In dinars. */
const AMOUNT = 1

type End = 'paid' | 'returned' | 'declined'

type PayoutReport = {
  ends: Map<string, End>
  /** The file of each batch that was sent. */
  files: Map<string, string>
  strange: string[]
}

export type Payouts = { stop(): Promise<Verdict> }

/** Pays batch after batch. Each call is asked of another process. */
export const startPayouts = (pool: pg.Pool, payee: Payee, desk: Desk): Payouts => {
  const told: PayoutReport = { ends: new Map(), files: new Map(), strange: [] }
  let isOver = false
  const run = async (): Promise<void> => {
    for (let turn = 1; !isOver; turn += 1) await payBatch(payee, told, turn)
  }
  const running = run().catch((error: Error) => void told.strange.push(error.message))
  return {
    async stop() {
      isOver = true
      await running
      return judge(pool, payee, told, desk.unanswered())
    },
  }
}

/**
 * Of each batch one payout is declined before it is in it, one leaves it before it is sent, one is paid by a line
 * of the bank, one by hand, and one is paid and returned.
 */
const payBatch = async (payee: Payee, told: PayoutReport, turn: number): Promise<void> => {
  const { amina, karim } = payee
  const end = async (payoutId: string, how: End, verb: string, body: unknown): Promise<void> => {
    const answer = await karim('POST', `/payouts/${payoutId}/${verb}`, body)
    if (answer.body.status !== how) told.strange.push(`${payoutId} is not ${how}: ${answer.text}`)
    told.ends.set(payoutId, how)
  }
  await end(await propose(payee), 'declined', 'decline', undefined)
  const leaving = await propose(payee)
  const batchId = await instruct(payee, leaving, {})
  const [byLine, byHand, back] = [await propose(payee), await propose(payee), await propose(payee)]
  for (const one of [byLine, byHand, back]) await instruct(payee, one, { batchId })
  await end(leaving, 'returned', 'returned', { reason: 'It left the batch' })
  await download(payee, told, batchId, [byLine, byHand, back])
  await end(byLine, 'paid', 'paid', { bankLineId: await bankLine(payee, turn) })
  await end(byHand, 'paid', 'paid', {})
  await end(back, 'paid', 'paid', {})
  await end(back, 'returned', 'returned', { reason: 'Account closed' })
  const again = await amina('GET', `/payout-batches/${batchId}/file`)
  if (again.text !== told.files.get(batchId))
    told.strange.push(`The file of the batch ${batchId} changed after it was sent.`)
}

const propose = async ({ amina, statementId }: Payee): Promise<string> => {
  const { body } = await amina('POST', `/statements/${statementId}/payouts`, { amount: AMOUNT })
  return body.payoutId
}

const instruct = async ({ karim }: Payee, payoutId: string, into: object): Promise<string> => {
  await karim('POST', `/payouts/${payoutId}/approve`)
  const { body } = await karim('POST', `/payouts/${payoutId}/instruct`, into)
  return body.batchId
}

/** The first download sends the batch. */
const download = async (
  { karim }: Payee,
  told: PayoutReport,
  batchId: string,
  payoutIds: readonly string[],
): Promise<void> => {
  const file = await karim('GET', `/payout-batches/${batchId}/file`)
  told.files.set(batchId, file.text)
  const listed = linesOf(file.text)
  const [count, total] = ['wasl-count', 'wasl-total'].map((name) => file.headers.get(name))
  const isWhole = listed.join() === payoutIds.toSorted().join()
  if (!isWhole || count !== `${payoutIds.length}` || Number(total) !== payoutIds.length * AMOUNT)
    told.strange.push(`The file of the batch ${batchId} is not of its payouts: ${file.text}`)
}

const linesOf = (csv: string): string[] =>
  csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[0] as string)
    .toSorted()

/** The bank says that it paid this amount, without saying to whom. */
const bankLine = async ({ amina }: Payee, turn: number): Promise<string> => {
  const text = `VIREMENT ${turn}`
  const csv = `2026-01-01;-${AMOUNT}.00;${text}`
  await amina('POST', `/bank-lines?mapping=${MAPPING}`, csv, { 'content-type': 'text/csv' })
  const { body } = await amina('GET', '/bank-lines?limit=3')
  const line = body.items.find((one: { description: string }) => one.description === text)
  if (line === undefined) throw new Error(`The bank line ${text} is lost.`)
  return line.bankLineId
}

/** The invariants compare them with the ledger (L5). */
const judge = async (
  pool: pg.Pool,
  { partner }: Payee,
  { ends, files, strange }: PayoutReport,
  unanswered: number,
): Promise<Verdict> => {
  const { rows } = await pool.query<{ payoutId: string; status: string }>(
    'select payout_id as "payoutId", status from payouts where partner_id = $1',
    [partner.number],
  )
  const stored = new Map(rows.map((row) => [row.payoutId, row]))
  const lost = [...ends].filter(([payoutId, how]) => stored.get(payoutId)?.status !== how)
  const extra = rows.filter(({ payoutId }) => !ends.has(payoutId))
  const doubled = extra.filter(({ status }) => status !== 'proposed')
  const listed = [...files.values()].flatMap(linesOf)
  const count = (how: End): number => [...ends.values()].filter((one) => one === how).length
  return {
    figures: [
      `payouts: ${count('paid')} paid, ${count('returned')} returned, ${count('declined')} declined, in ` +
        `${files.size} files; lost ${lost.length}, doubled ${doubled.length}; ` +
        `proposed again after a lost answer: ${extra.length - doubled.length}`,
    ],
    violations: [
      ...strange,
      ...lost.map(([id, how]) => `The payout ${id} is ${stored.get(id)?.status}; it was ${how}.`),
      ...doubled.map(
        ({ payoutId, status }) => `The payout ${payoutId} is ${status}; nobody asked.`,
      ),
      ...(extra.length > unanswered ? [`${extra.length} proposals too many.`] : []),
      ...(new Set(listed).size < listed.length ? ['A payout is in two files.'] : []),
      ...(files.size === 0 ? ['No batch was paid.'] : []),
    ],
  }
}
