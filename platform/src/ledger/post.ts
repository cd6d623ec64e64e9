import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { Account } from './account.ts'
import { allows, type TransferCode } from './codes.ts'

/** Partner 0: a transfer about no partner. */
export const NO_PARTNER = 0

export type NewTransfer = {
  /** The partner that it is about, or NO_PARTNER. All transfers of a transaction have the same. */
  partnerId: number
  /** The payment, refund, handover, statement, … that causes it. */
  sourceId: string
  code: TransferCode
  /** 1 unless the source has several transfers of this code; -n reverses line n. */
  line?: number
  debit: Account
  credit: Account
  /** Centimes, above 0. */
  amount: Centimes
  /** The wire id of the key that causes it, or `platform`. */
  actor: string
}

/**
 * Appends transfers to the ledger, in the transaction of the change that causes them. Lock the rows of
 * that change first: the business date is read here. A transfer that the ledger already has is left as
 * it is, so that a change can be repeated.
 *
 * @returns how many were new.
 * @throws Error when a code does not allow its accounts, or when the ledger has another transfer under
 *   the same partner, source, code and line: both are bugs.
 */
export const postTransfers = async (
  tx: pg.ClientBase,
  transfers: readonly NewTransfer[],
): Promise<number> => {
  if (transfers.length === 0) return 0
  for (const transfer of transfers) expectAllowed(transfer)
  const { rowCount } = await tx.query(INSERT, columnsOf(transfers))
  const added = rowCount ?? 0
  if (added < transfers.length) await expectSame(tx, transfers)
  return added
}

const expectAllowed = ({ code, line = 1, debit, credit }: NewTransfer): void => {
  // The reverse of a line has its accounts on the other sides.
  const [from, to] = line > 0 ? [debit, credit] : [credit, debit]
  if (allows(code, from.kind, to.kind)) return
  throw new Error(
    `the code ${code} does not allow a debit of ${from.kind} and a credit of ${to.kind}`,
  )
}

const expectSame = async (tx: pg.ClientBase, transfers: readonly NewTransfer[]): Promise<void> => {
  const { rows } = await tx.query<{ source_id: string; code: string }>(
    DIFFERENT,
    columnsOf(transfers),
  )
  const [row] = rows
  if (row === undefined) return
  throw new Error(`the ledger has another transfer ${row.code} of the source ${row.source_id}`)
}

const columnsOf = (transfers: readonly NewTransfer[]): unknown[] => [
  transfers.map(({ partnerId }) => partnerId),
  transfers.map(({ sourceId }) => sourceId),
  transfers.map(({ code }) => code),
  transfers.map(({ line }) => line ?? 1),
  transfers.map(({ debit }) => debit.kind),
  transfers.map(({ debit }) => debit.owner),
  transfers.map(({ credit }) => credit.kind),
  transfers.map(({ credit }) => credit.owner),
  transfers.map(({ amount }) => amount),
  transfers.map(({ actor }) => actor),
]

const GIVEN = `
  unnest(
    $1::int[], $2::uuid[], $3::text[], $4::smallint[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::bigint[], $10::text[]
  ) as given (
    partner_id, source_id, code, line, debit_kind, debit_owner, credit_kind, credit_owner, amount,
    actor
  )`

const INSERT = `
  insert into ledger_transfers (partner_id, source_id, code, line, debit_kind, debit_owner,
    credit_kind, credit_owner, amount, actor, at, business_date)
  select given.*, clock.at, clock.business_date
  from (
    select at, business_date_of(at) as business_date from (select wasl_now() as at) as now
  ) as clock, ${GIVEN}
  order by given.partner_id, given.source_id, given.code, given.line
  on conflict do nothing`

const DIFFERENT = `
  select given.source_id, given.code
  from ${GIVEN}
  left join ledger_transfers here using (partner_id, source_id, code, line)
  where (given.debit_kind, given.debit_owner, given.credit_kind, given.credit_owner, given.amount)
    is distinct from
    (here.debit_kind, here.debit_owner, here.credit_kind, here.credit_owner, here.amount)
  limit 1`
