/** Seals leave the database as soon as they are made, to where its administrators cannot change them. */
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { syncName, writeSynced } from '../../base/files/durable-file.ts'
import type { Send } from '../../base/outbound/outbound-types.ts'
import { readCellName } from './cell-name.ts'
import { sealFileName, type SealFile } from './kept-seals.ts'
import { readSealFiles } from './read-seals.ts'

const FILES_MAX = 50

/**
 * Writes the seals that a folder does not have yet, a file for each. A file is never written again.
 *
 * @returns whether there may be more.
 */
export const keepSeals = async (pool: pg.Pool, folder: string): Promise<boolean> => {
  const cell = await readCellName(pool)
  const files = await readSealFiles(pool, lastKept(folder, cell), FILES_MAX)
  for (const file of files) writeSeal(folder, file)
  return files.length === FILES_MAX
}

/** The number of the newest seal of the cell that the folder has; 0 for none. */
const lastKept = (folder: string, cell: string): number => {
  const start = sealFileName(cell, 0).replace(/\d+\.json$/, '')
  const numbers = readdirSync(folder)
    .filter((name) => name.startsWith(start) && /^\d+\.json$/.test(name.slice(start.length)))
    .map((name) => Number.parseInt(name.slice(start.length), 10))
  return Math.max(0, ...numbers)
}

const writeSeal = (folder: string, seal: SealFile): void => {
  const path = join(folder, sealFileName(seal.cell, seal.number))
  if (existsSync(path)) return
  writeSynced(`${path}.part`, `${JSON.stringify(seal)}\n`)
  renameSync(`${path}.part`, path)
  syncName(path)
}

const LEASE = `interval '2 minutes'`
const TIMEOUT_MS = 10_000
const BYTES_MAX = 64 * 1024

/** No partner has this number, so the connections are the operator's own. */
const THE_OPERATOR = 0

/**
 * Posts the oldest seal that the operator's address has not taken. Any 2xx takes it; the next run tries
 * again. A seal may arrive twice, because its receiver's answer may be lost.
 *
 * @returns whether one was taken, so that the next one is due. @throws Error when it was not taken.
 */
export const postSeal = async (pool: pg.Pool, send: Send, url: string): Promise<boolean> => {
  const { rows } = await pool.query<{ number: number }>(
    `update audit_seals set leased_until = wasl_now() + ${LEASE}
    where number = any(array(
      select number from audit_seals
      where sent_at is null
      order by number
      limit 1
      for update
    )) and (leased_until > wasl_now()) is not true
    returning number::float8 as number`,
  )
  const [claimed] = rows
  if (claimed === undefined) return false
  const [file] = await readSealFiles(pool, claimed.number - 1, 1)
  const problem = file === undefined ? 'it is gone' : await post(send, url, file)
  await pool.query(
    `update audit_seals
    set leased_until = null, sent_at = case when $2 then wasl_now() end
    where number = $1`,
    [claimed.number, problem === null],
  )
  if (problem === null) return true
  throw new Error(`the seal ${claimed.number} of the audit log was not taken: ${problem}`)
}

const post = async (send: Send, url: string, file: SealFile): Promise<string | null> => {
  const body = Buffer.from(JSON.stringify({ event: 'audit.seal', data: file }))
  const headers = { 'content-type': 'application/json' }
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: BYTES_MAX, partner: THE_OPERATOR }
  const result = await send({ method: 'POST', url, headers, body, ...limits })
  if (!result.ok) return result.message
  if (result.status >= 200 && result.status <= 299) return null
  return `expected a status from 200 to 299, received ${result.status}`
}
