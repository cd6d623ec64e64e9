import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { CsvMapping } from '@wasl/protocol'
import { CsvError, parse } from 'csv-parse'
import { lineIssue, says, wholeFile, type FileProblem } from './file-problem.ts'

/** A row of the file, and the number of its last line. */
export type Row = { cells: string[]; lineNumber: number }

export type Rows = { ok: true; rows: Row[] } | FileProblem

export const ROWS_MAX = 10_000

/** A row of a bank is a few hundred characters. */
const ROW_CHARACTERS_MAX = 16_384

const COLUMNS_MAX = 100

const CHUNK_BYTES = 64 * 1024

/** Splits a CSV file into rows, piece by piece, so that other requests are answered meanwhile. */
export const readRows = async (
  text: string,
  { delimiter, quote }: Pick<CsvMapping, 'delimiter' | 'quote'>,
): Promise<Rows> => {
  const parser = parse({
    delimiter,
    quote,
    info: true,
    // Rows before the header may be shorter; readBankLines compares the others with the header.
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_CHARACTERS_MAX,
  })
  const source = Readable.from(chunksOf(Buffer.from(text, 'utf8')))
  const rows: Row[] = []
  try {
    for await (const { record, info } of source.pipe(parser)) {
      const cells = record as string[]
      if (cells.length > COLUMNS_MAX) return tooManyColumns(info.lines)
      if (cells.every((cell) => cell.trim() === '')) continue
      if (rows.length === ROWS_MAX) return TOO_MANY_ROWS
      rows.push({ cells, lineNumber: info.lines })
    }
  } catch (error) {
    if (error instanceof CsvError) return notCsv(error, rows)
    throw error
  } finally {
    source.destroy()
  }
  return { ok: true, rows }
}

const TOO_MANY_ROWS = wholeFile(
  says(
    `This file has more than ${ROWS_MAX} rows. Split it, and import the parts one after the other.`,
    `Ce fichier a plus de ${ROWS_MAX} lignes. Divisez-le, puis importez les parties l’une après l’autre.`,
    `في هذا الملف أكثر من ${ROWS_MAX} سطر. قسّمه ثم استورد الأجزاء واحدًا بعد الآخر.`,
  ),
)

const tooManyColumns = (lineNumber: number): FileProblem => ({
  ok: false,
  issues: [
    lineIssue(
      lineNumber,
      says(
        `expected at most ${COLUMNS_MAX} columns, and this row has more: compare the separator with that of the format`,
        `${COLUMNS_MAX} colonnes au plus sont attendues, et cette ligne en a davantage : comparez le séparateur avec celui du format`,
        `المنتظر ${COLUMNS_MAX} عمود على الأكثر وفي هذا السطر أكثر: قارن الفاصل بفاصل الصيغة`,
      ),
    ),
  ],
})

const notCsv = (error: CsvError, rows: readonly Row[]): FileProblem => ({
  ok: false,
  issues: [
    lineIssue(
      (rows.at(-1)?.lineNumber ?? 0) + 1,
      says(
        `expected CSV with the separator and the quotation mark of the format: ${error.message}`,
        'cette ligne n’est pas un CSV avec le séparateur et les guillemets du format : un guillemet est ouvert et jamais fermé, ou la ligne est trop longue',
        'هذا السطر ليس CSV بفاصل الصيغة وعلامة اقتباسها: علامة اقتباس فُتحت ولم تُغلق أو السطر طويل جدًا',
      ),
    ),
  ],
})

const chunksOf = async function* (bytes: Buffer) {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    yield bytes.subarray(from, from + CHUNK_BYTES)
    await setImmediate()
  }
}
