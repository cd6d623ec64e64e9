import { existsSync, createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { partitionName, periodAt, timeOfId } from '../../base/database/period.ts'
import { entryHash, entryOfLine } from './entry-hash.ts'

/** Months of the audit log that were exported and dropped (`retention/`). */
export type Archives = {
  /** Whether the month of this entry was dropped. */
  has(auditId: string): boolean
  /** The hash of an entry in its file; null when the file does not have it. */
  hashOf(auditId: string): Promise<Buffer | 'unread' | null>
}

export const openArchives = async (pool: pg.Pool, folder: string | null): Promise<Archives> => {
  const dropped = await readDropped(pool)
  let open: { table: string; hashes: Map<string, Buffer> } | null = null
  return {
    // The oldest month is dropped first, so every month up to the newest dropped one was.
    has: (auditId) => dropped !== null && tableOf(auditId) <= dropped,
    async hashOf(auditId) {
      const table = tableOf(auditId)
      const file = folder === null ? null : join(folder, `${table}.ndjson.gz`)
      if (file === null || !existsSync(file)) return 'unread'
      if (open?.table !== table) open = { table, hashes: await readHashes(file) }
      return open.hashes.get(auditId) ?? null
    },
  }
}

/** The newest month that was taken out of the log; null when none was. */
const readDropped = async (pool: pg.Pool): Promise<string | null> => {
  const { rows } = await pool.query<{ table: string | null }>(
    `select max(name) as table
    from audit_log, jsonb_array_elements_text(details -> 'tables') as name
    where action = 'retention.detach' and name like 'audit\\_log\\_%'`,
  )
  return rows[0]?.table ?? null
}

const tableOf = (auditId: string): string =>
  partitionName('audit_log', periodAt(new Date(timeOfId(auditId)), 'month'))

const readHashes = async (file: string): Promise<Map<string, Buffer>> => {
  const hashes = new Map<string, Buffer>()
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) })
  for await (const line of lines) {
    const entry = entryOfLine(line)
    hashes.set(entry.auditId, entryHash(entry))
  }
  return hashes
}
