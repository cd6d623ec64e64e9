import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { BankMappingRequest } from '@wasl/protocol'
import { CsvError, parse } from 'csv-parse'

/** A row of the file, and the number of its last line. */
export type Row = { cells: string[]; lineNumber: number }

export type Rows = { ok: true; rows: Row[] } | { ok: false; problem: string }

export const ROWS_MAX = 10_000

/** A row of a bank is a few hundred characters. */
const ROW_CHARACTERS_MAX = 16_384

const COLUMNS_MAX = 100

const CHUNK_BYTES = 64 * 1024

/** Splits a CSV file into rows, piece by piece, so that other requests are answered meanwhile. */
export const readRows = async (
  text: string,
  { delimiter, quote }: Pick<BankMappingRequest, 'delimiter' | 'quote'>,
): Promise<Rows> => {
  const parser = parse({
    delimiter,
    quote,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_CHARACTERS_MAX,
  })
  const source = Readable.from(chunksOf(Buffer.from(text, 'utf8')))
  const rows: Row[] = []
  try {
    for await (const { record, info } of source.pipe(parser)) {
      const cells = record as string[]
      if (cells.length > COLUMNS_MAX) return { ok: false, problem: tooManyColumns(info.lines) }
      if (cells.every((cell) => cell.trim() === '')) continue
      if (rows.length === ROWS_MAX) {
        return { ok: false, problem: `expected at most ${ROWS_MAX} rows: split the file` }
      }
      rows.push({ cells, lineNumber: info.lines })
    }
  } catch (error) {
    if (error instanceof CsvError) {
      return { ok: false, problem: `expected CSV with this delimiter and quote: ${error.message}` }
    }
    throw error
  } finally {
    source.destroy()
  }
  return { ok: true, rows }
}

const tooManyColumns = (lineNumber: number): string =>
  `expected at most ${COLUMNS_MAX} columns, and line ${lineNumber} has more`

const chunksOf = async function* (bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield bytes.subarray(from, from + CHUNK_BYTES)
    await setImmediate()
  }
}
