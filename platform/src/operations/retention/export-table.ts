import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { syncName, writeSynced } from '../../base/files/durable-file.ts'
import { pagesOf } from './pages.ts'

export type ExportedTable = { file: string; rows: number; sha256: string }

/**
 * Exports a table that nobody writes to as NDJSON, compressed with gzip: one line for each row, its
 * columns as JSON. The file `<table>.ndjson.gz` is complete when `<table>.ndjson.gz.sha256` stands beside
 * it, which `sha256sum -c` reads. What an earlier run left incomplete is written again from the start;
 * what it completed is checked and kept.
 *
 * @throws Error when the file does not hold the rows of the table, so that nothing is dropped.
 */
export const exportTable = async (
  pool: pg.Pool,
  table: string,
  folder: string,
): Promise<ExportedTable> => {
  const file = join(folder, `${table}.ndjson.gz`)
  const sumFile = `${file}.sha256`
  const rows = await countRows(pool, table)
  if (!existsSync(sumFile)) {
    const part = `${file}.part`
    await pipeline(
      Readable.from(linesOf(pool, table)),
      createGzip(),
      createWriteStream(part, { mode: 0o600, flush: true }),
    )
    const written = await readExport(part)
    expectRows(part, written.rows, table, rows)
    renameSync(part, file)
    writeSynced(`${sumFile}.part`, `${written.sha256}  ${basename(file)}\n`)
    renameSync(`${sumFile}.part`, sumFile)
    syncName(sumFile)
  }
  // As it will be read one day: from the disk, by its name, with its sum.
  const kept = await readExport(file)
  if (!readFileSync(sumFile, 'utf8').startsWith(kept.sha256)) {
    throw new Error(
      `${file} does not have the SHA-256 of ${sumFile}: move both away, and run again`,
    )
  }
  expectRows(file, kept.rows, table, rows)
  return { file: basename(file), ...kept }
}

const expectRows = (file: string, found: number, table: string, rows: number): void => {
  if (found === rows) return
  throw new Error(
    `expected ${rows} lines in ${file}, one for each row of ${table}, and found ${found}: ` +
      'move it away with its .sha256, and run again',
  )
}

const countRows = async (pool: pg.Pool, table: string): Promise<number> => {
  let count = 0
  for await (const [first, end] of pagesOf(pool, table)) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*) from ${table} where ctid >= $1::tid and ctid < $2::tid`,
      [first, end],
    )
    count += rows[0]?.count ?? 0
  }
  return count
}

const linesOf = async function* (pool: pg.Pool, table: string): AsyncGenerator<string> {
  for await (const [first, end] of pagesOf(pool, table)) {
    const { rows } = await pool.query<{ line: string }>(
      `select to_json(exported)::text as line
      from ${table} exported
      where ctid >= $1::tid and ctid < $2::tid`,
      [first, end],
    )
    if (rows.length > 0) yield rows.map(({ line }) => `${line}\n`).join('')
  }
}

const NEWLINE = 0x0a

const readExport = async (file: string): Promise<{ rows: number; sha256: string }> => {
  const hash = createHash('sha256')
  let rows = 0
  await pipeline(
    createReadStream(file),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createGunzip(),
    new Writable({
      write(chunk: Buffer, _, done) {
        for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) {
          rows += 1
        }
        done()
      },
    }),
  )
  return { rows, sha256: hash.digest('hex') }
}
