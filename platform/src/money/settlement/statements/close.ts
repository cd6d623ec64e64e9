import type pg from 'pg'
import { appendAudit, type Actor } from '../../../base/audit/append.ts'
import type { EveryCell } from '../../../cells/every-cell.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import type { Behind } from '../../../parties/people/persons-behind.ts'
import { isChannel, type Owner } from '../fees/owner.ts'
import { postTransfers } from '../../../ledger/post.ts'
import { readCommissions, readDatesOfCells } from './commissions-of-cells.ts'
import { compute, type Computed, type LineSums } from './figures.ts'
import { readStatement } from './read.ts'
import type { Statement } from './statement.ts'
import { takeDates, type TakenDates } from './take-dates.ts'
import { transferOf } from './transfers.ts'

export type Closed = { ok: true; statement: Statement } | Extract<TakenDates, { ok: false }>

/** Who closes: the actor of the audit log, and the person; null for the schedule. */
export type Closer = { actor: Actor; holder: string | null; behind?: Behind }

/**
 * Closes the statement of the sealed business dates through `until` (D32). Three steps, each of which
 * can be repeated: take the dates, compute the figures, and close. A process that is killed between
 * them leaves an open statement, which the next call for this owner, or the periodic task, closes.
 *
 * The figures are read outside a transaction that writes: it would hold back the roll-up of the ledger
 * as long as a million lines take. Their dates are sealed, so they cannot change until they are stored.
 *
 * @param cells the payments of a channel are in all of them; a partner's are in its own.
 */
export const closeStatement = async (
  pool: pg.Pool,
  owner: Owner,
  until: string,
  by: Closer,
  cells: EveryCell | null = null,
): Promise<Closed> => {
  const over = overCells(owner, cells)
  const dates = over && (await readDatesOfCells(over))
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const taken = await takeDates(pool, owner, until, by, dates)
    if (taken === 'again') continue
    if (!taken.ok) return taken
    if (taken.isOpen) await finishStatement(pool, owner, taken.statementId, by.actor, cells)
    if (!taken.isAsked) continue
    const statement = await readStatement(pool, owner.partnerId, taken.statementId)
    if (statement === null) throw new Error(`the statement ${taken.statementId} is not there`)
    return { ok: true, statement }
  }
  throw new Error(`others closed ${ROUNDS_MAX} statements of ${owner.owner} at the same time`)
}

/** Null for a partner, and with one database, whose statements say everything. */
const overCells = (owner: { partnerId: number }, cells: EveryCell | null): EveryCell | null =>
  cells !== null && !cells.isAlone && isChannel(owner) ? cells : null

/** Each round finishes a statement that was open, or loses the dates to another process. */
const ROUNDS_MAX = 20

/** Computes the figures of an open statement, and closes it. */
export const finishStatement = async (
  pool: pg.Pool,
  { partnerId, owner }: Owner,
  statementId: string,
  actor: Actor,
  cells: EveryCell | null = null,
): Promise<void> => {
  const over = overCells({ partnerId }, cells)
  const sums = over
    ? await readCommissions(over, owner, statementId)
    : await readSums(pool, { partnerId, owner }, statementId)
  await withTransaction(pool, async (tx) => {
    const locked = await tx.query<{ before: number }>(LOCK, [partnerId, statementId])
    const [open] = locked.rows
    // Another process was faster.
    if (open === undefined) return
    const computed = compute(sums, open.before, isChannel({ partnerId }) ? 1 : -1)
    await postTransfers(
      tx,
      computed.charges.map((charge) =>
        transferOf({ partnerId, owner }, statementId, charge, actor.id ?? 'platform'),
      ),
    )
    await storeFees(tx, { partnerId, statementId }, computed)
    await storeFigures(tx, { partnerId, owner, statementId }, computed)
    await appendAudit(tx, actor, {
      partnerId,
      action: 'statement.close',
      subject: statementId,
      details: { owner, net: computed.figures.net },
    })
  })
}

const readSums = async (
  pool: pg.Pool,
  { partnerId, owner }: Owner,
  statementId: string,
): Promise<LineSums[]> => {
  const { rows } = await pool.query<LineSums>(isChannel({ partnerId }) ? CHANNEL_SUMS : SUMS, [
    partnerId,
    statementId,
    ...(isChannel({ partnerId }) ? [owner] : []),
  ])
  return rows
}

const COLUMNS = `sums.channel_kind as "channelKind", sums.vat_basis_points as "vatBasisPoints",
  sums.lines, sums.payments, sums.gross, sums.refunds, sums.adjustments, sums.fee,
  sums.fee_back as "feeBack"`

const SUMS = `
  select ${COLUMNS}
  from statements statement
  cross join lateral statement_sums(
    statement.partner_id, statement.period_from, statement.period_until
  ) sums
  where statement.partner_id = $1 and statement.statement_id = $2`

const CHANNEL_SUMS = `
  select ${COLUMNS}
  from statements statement
  cross join lateral commission_sums(
    $3, statement.period_from, statement.period_until
  ) sums
  where statement.partner_id = $1 and statement.statement_id = $2`

/** With the net of the statement before. */
const LOCK = `
  select coalesce((
    select earlier.net
    from statements earlier
    where earlier.partner_id = statement.partner_id and earlier.owner = statement.owner
      and earlier.period_until < statement.period_from
    order by earlier.period_from desc
    limit 1
  ), 0) as before
  from statements statement
  where statement.partner_id = $1 and statement.statement_id = $2 and statement.status = 'open'
  for update`

const storeFees = async (
  tx: pg.ClientBase,
  { partnerId, statementId }: { partnerId: number; statementId: string },
  { fees }: Computed,
): Promise<void> => {
  await tx.query(
    `insert into statement_fees
      (partner_id, statement_id, line, channel_kind, vat_basis_points, payments, fee, fee_back)
    select $1, $2, fee.*
    from unnest($3::smallint[], $4::text[], $5::int[], $6::bigint[], $7::bigint[], $8::bigint[]) fee`,
    [
      partnerId,
      statementId,
      fees.map(({ line }) => line),
      fees.map(({ channelKind }) => channelKind),
      fees.map(({ vatBasisPoints }) => vatBasisPoints),
      fees.map(({ payments }) => payments),
      fees.map(({ fee }) => fee),
      fees.map(({ feeBack }) => feeBack),
    ],
  )
}

/** The one place that closes a statement: its number comes from a counter that this locks. */
const storeFigures = async (
  tx: pg.ClientBase,
  { partnerId, owner, statementId }: Owner & { statementId: string },
  { figures }: Computed,
): Promise<void> => {
  const { rows } = await tx.query<{ year: number }>(
    'select extract(year from business_date_of(wasl_now()))::int as year',
  )
  const year = rows[0]?.year
  const number = await nextNumber(tx, [partnerId, owner, 'statement', year])
  const creditNote =
    figures.feesBack > 0 ? await nextNumber(tx, [partnerId, owner, 'credit_note', year]) : null
  const { rowCount } = await tx.query(
    `update statements
    set status = 'closed', closed_at = wasl_now(), year = $3, number = $4, credit_note_number = $5,
      lines = $6, payments = $7, gross = $8, refunds = $9, fees = $10, fees_back = $11, vat = $12,
      vat_back = $13, adjustments = $14, carried_forward = $15, net = $16
    where partner_id = $1 and statement_id = $2 and status = 'open'`,
    [
      partnerId,
      statementId,
      year,
      number,
      creditNote,
      figures.lines,
      figures.payments,
      figures.gross,
      figures.refunds,
      figures.fees,
      figures.feesBack,
      figures.vat,
      figures.vatBack,
      figures.adjustments,
      figures.carriedForward,
      figures.net,
    ],
  )
  if (rowCount !== 1) throw new Error(`the statement ${statementId} was not closed`)
}

const nextNumber = async (tx: pg.ClientBase, series: unknown[]): Promise<number> => {
  const { rows } = await tx.query<{ last_number: number }>(
    `insert into statement_counters (partner_id, owner, series, year, last_number)
    values ($1, $2, $3, $4, 1)
    on conflict (partner_id, owner, series, year)
      do update set last_number = statement_counters.last_number + 1
    returning last_number`,
    series,
  )
  const number = rows[0]?.last_number
  if (number === undefined) throw new Error('the counter of statements gave no number')
  return number
}
