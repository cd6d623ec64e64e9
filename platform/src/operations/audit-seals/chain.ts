import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { ENTRY_COLUMNS, entryHash, placeHash, type AuditEntry } from './entry-hash.ts'

/** Few enough that a batch takes milliseconds. */
const BATCH = 1_000

/**
 * Gives entries that have committed their places in the chain, the oldest id first. What commits later
 * gets a later place, whatever its id.
 *
 * @returns whether there may be more.
 */
export const chainEntries = (pool: pg.Pool): Promise<boolean> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<Head>(
      'select number::float8 as number, hash from audit_chain_head for update skip locked',
    )
    const [head] = rows
    if (head === undefined) return false
    const { taken, entries } = await takeUnchained(tx)
    if (entries.length > 0) await addPlaces(tx, head, entries)
    return taken === BATCH
  })

type Head = { number: number; hash: Buffer }

/** An entry that is gone left with its partner before it had a place: it has one where it went. */
const takeUnchained = async (
  tx: pg.ClientBase,
): Promise<{ taken: number; entries: AuditEntry[] }> => {
  const { rows } = await tx.query<AuditEntry | { auditId: null }>(
    `with taken as (
      delete from audit_unchained
      where (partner_id, audit_id) in (
        select partner_id, audit_id from audit_unchained order by audit_id, partner_id limit $1
      )
      returning partner_id, audit_id
    )
    select ${ENTRY_COLUMNS}
    from taken
    left join audit_log log using (partner_id, audit_id)
    order by taken.audit_id, taken.partner_id`,
    [BATCH],
  )
  return { taken: rows.length, entries: rows.filter((row) => row.auditId !== null) }
}

const addPlaces = async (
  tx: pg.ClientBase,
  head: Head,
  entries: readonly AuditEntry[],
): Promise<void> => {
  let { number, hash } = head
  const places = entries.map((entry) => {
    const ofEntry = entryHash(entry)
    hash = placeHash(hash, ofEntry)
    number += 1
    return { number, entry, ofEntry, hash }
  })
  await tx.query(
    `insert into audit_chain (number, partner_id, audit_id, entry_hash, hash)
    select * from unnest($1::bigint[], $2::integer[], $3::uuid[], $4::bytea[], $5::bytea[])`,
    [
      places.map((place) => place.number),
      places.map(({ entry }) => entry.partnerId),
      places.map(({ entry }) => entry.auditId),
      places.map(({ ofEntry }) => ofEntry),
      places.map((place) => place.hash),
    ],
  )
  await tx.query('update audit_chain_head set number = $1, hash = $2', [number, hash])
}
