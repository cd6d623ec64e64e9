import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { currentSigningKey, type SigningKeyStore } from '../../parties/signing-keys/current.ts'
import type { SigningKey } from '../../parties/signing-keys/signing-key.ts'
import { sha256Of, signSeal, type SealPayload } from './seal.ts'

/**
 * Signs the end of the chain once in each hour of the database's clock.
 *
 * @returns whether it did.
 */
export const sealHour = async (store: SigningKeyStore): Promise<boolean> => {
  const { rows } = await store.pool.query<{ due: boolean }>(DUE)
  if (rows[0]?.due !== true) return false
  return addSeal(store, { kind: 'audit-log', isStillDue: DUE })
}

/**
 * A clock that was set back does not stop the sealing. Entries that have waited for long get their places
 * first: after the seal they would look as if they were put in (LATE_MS of verify.ts).
 */
const DUE = `
  select (
      select date_trunc('hour', sealed_at) from audit_seals
      where kind = 'audit-log'
      order by number desc
      limit 1
    ) is distinct from date_trunc('hour', wasl_now())
    and not exists (
      select from audit_unchained
      where audit_id < (lpad(to_hex(
        (extract(epoch from wasl_now() - interval '30 minutes') * 1000)::bigint), 12, '0')
        || repeat('0', 20))::uuid
    ) as due`

export type NewSeal = {
  kind: 'audit-log' | 'ledger-day'
  more?: Pick<SealPayload, 'ledgerDay'>
  /** A statement with one row and one column, asked again when no other process can seal. */
  isStillDue: string
  /** What is written with the seal, in its transaction. */
  alsoWrite?: (tx: pg.ClientBase, number: number) => Promise<void>
}

/** Signs the end of the chain as it is, with what else the seal says. */
export const addSeal = async (store: SigningKeyStore, seal: NewSeal): Promise<boolean> => {
  const key = await currentSigningKey(store, 'statement')
  return withTransaction(store.pool, (tx) => insertSeal(tx, key, seal))
}

type LastState = {
  cell: string
  now: Date
  through: number
  hash: Buffer
  number: number | null
  seal: string | null
}

const insertSeal = async (
  tx: pg.ClientBase,
  key: SigningKey,
  { kind, more, isStillDue, alsoWrite }: NewSeal,
): Promise<boolean> => {
  const locked = await tx.query('select from audit_chain_head for update skip locked')
  if (locked.rowCount === 0) return false
  const { rows: due } = await tx.query<{ due: boolean }>(isStillDue)
  if (due[0]?.due !== true) return false
  const { rows } = await tx.query<LastState>(
    `select coalesce((select cell from this_cell), '') as cell, wasl_now() as now,
      head.number::float8 as through, head.hash, last.number::float8 as number, last.seal
    from audit_chain_head head
    left join lateral (select * from audit_seals order by number desc limit 1) as last on true`,
  )
  const [last] = rows
  if (last === undefined) throw new Error('the chain of the audit log has no head')
  const payload: SealPayload = {
    cell: last.cell,
    number: (last.number ?? 0) + 1,
    sealedAt: last.now.toISOString(),
    previous: last.seal === null ? null : sha256Of(last.seal),
    entries: last.through,
    hash: last.hash.toString('hex'),
    ...more,
  }
  await tx.query(
    `insert into audit_seals (number, kind, sealed_at, through, seal) values ($1, $2, $3, $4, $5)`,
    [payload.number, kind, last.now, payload.entries, signSeal(key, payload)],
  )
  await alsoWrite?.(tx, payload.number)
  return true
}
