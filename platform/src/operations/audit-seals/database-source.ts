import type pg from 'pg'
import { listSigningKeys } from '../../parties/signing-keys/list.ts'
import { openArchives, type Archives } from './archives.ts'
import { ENTRY_COLUMNS, type AuditEntry } from './entry-hash.ts'
import type { SealKey } from './seal.ts'
import type { AuditSource, Place } from './verify.ts'

export type DatabaseInput = {
  pool: pg.Pool
  /** The databases of the other cells. */
  others: readonly pg.Pool[]
  /** Where archived months are; null when that is unknown. */
  archiveDir: string | null
}

/** The audit log of a database, for `verifyAudit` and for an export. */
export const databaseSource = async ({
  pool,
  others,
  archiveDir,
}: DatabaseInput): Promise<AuditSource> => {
  const archives = await openArchives(pool, archiveDir)
  const { rows: seals } = await pool.query<{ seal: string }>(
    'select seal from audit_seals order by number',
  )
  const { rows: waiting } = await pool.query<{ count: number }>(
    'select count(*)::int as count from audit_unchained',
  )
  return {
    keys: await readKeys(pool),
    seals: seals.map(({ seal }) => seal),
    waiting: waiting[0]?.count ?? 0,
    places: () => readPlaces(pool),
    unplaced: () => readUnplaced(pool),
    async hasPlace({ partnerId, auditId }) {
      return (await placeHashes([pool], partnerId, auditId)).length > 0
    },
    elsewhere: (place) => findElsewhere({ pool, others, archives }, place),
    async arrived({ partnerId, auditId, entryHash }) {
      const hashes = await placeHashes(others, partnerId, auditId)
      return hashes.some((hash) => hash.equals(entryHash))
    },
  }
}

const readKeys = async (pool: pg.Pool): Promise<SealKey[]> =>
  (await listSigningKeys(pool)).map((key) => ({
    kid: key.kid,
    x: key.public_key.toString('base64url'),
    revokedAt: key.revoked_at?.toISOString() ?? null,
  }))

const PAGE = 1_000

type PlaceRow = Omit<Place, 'entry'> & { entry: AuditEntry | null; found: string | null }

const readPlaces = async function* (pool: pg.Pool): AsyncGenerator<Place> {
  let after = 0
  for (;;) {
    const { rows } = await pool.query<PlaceRow & AuditEntry>(
      `select chain.number::float8 as number, chain.entry_hash as "entryHash", chain.hash,
        log.audit_id as found, ${ENTRY_COLUMNS},
        chain.partner_id as "partnerId", chain.audit_id as "auditId"
      from audit_chain chain
      left join audit_log log using (partner_id, audit_id)
      where chain.number > $1
      order by chain.number
      limit ${PAGE}`,
      [after],
    )
    for (const { number, entryHash, hash, found, ...entry } of rows) {
      const { partnerId, auditId } = entry
      yield { number, partnerId, auditId, entryHash, hash, entry: found === null ? null : entry }
      after = number
    }
    if (rows.length < PAGE) return
  }
}

/** Entries that nobody chains: put in while the trigger was off, or by another way. */
const readUnplaced = async (pool: pg.Pool): Promise<AuditEntry[]> => {
  const { rows } = await pool.query<AuditEntry>(
    `select ${ENTRY_COLUMNS}
    from audit_log log
    where not exists (
        select from audit_chain chain
        where chain.partner_id = log.partner_id and chain.audit_id = log.audit_id
      )
      and not exists (
        select from audit_unchained waiting
        where waiting.partner_id = log.partner_id and waiting.audit_id = log.audit_id
      )
    order by audit_id
    limit 1`,
  )
  return rows
}

/** An entry of a partner that lives here is in this log, or in an archive of it. */
const findElsewhere = async (
  { pool, others, archives }: Pick<DatabaseInput, 'pool' | 'others'> & { archives: Archives },
  { partnerId, auditId, entryHash }: Place,
): Promise<Buffer | 'unread' | null> => {
  if (archives.has(auditId)) {
    const hash = await archives.hashOf(auditId)
    if (hash !== null) return hash
  }
  const { rowCount } = await pool.query('select from partners where partner_id = $1', [partnerId])
  if (partnerId === 0 || (rowCount ?? 0) > 0) return null
  const hashes = await placeHashes(others, partnerId, auditId)
  return hashes.find((hash) => hash.equals(entryHash)) ?? hashes[0] ?? null
}

/** The hashes of an entry in the chains of these databases. */
const placeHashes = async (
  pools: readonly pg.Pool[],
  partnerId: number,
  auditId: string,
): Promise<Buffer[]> => {
  const hashes: Buffer[] = []
  for (const pool of pools) {
    const { rows } = await pool.query<{ entry_hash: Buffer }>(
      'select entry_hash from audit_chain where partner_id = $1 and audit_id = $2',
      [partnerId, auditId],
    )
    hashes.push(...rows.map((row) => row.entry_hash))
  }
  return hashes
}
