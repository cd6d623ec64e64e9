import {
  CELL_LENGTH_MAX,
  CELLS_MAX,
  readBook,
  UnreadableBook,
  type BookFormat,
  type BookLine,
  type BookProblem,
} from '@wasl/protocol/books'
import { refused, type Problem } from '../problem.ts'

/** A book's lines, as `readBook` reads them. @throws Problem that names the line and the option that helps. */
export const bookLines = (
  text: AsyncIterable<string>,
  format: BookFormat,
  isWanted: (date: string | null) => boolean,
): AsyncGenerator<BookLine> => withProblems(readBook(text, format, isWanted))

/** Says in a sentence why a book cannot be read. @throws Problem */
export const withProblems = async function* <Item>(
  items: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    throw error instanceof UnreadableBook ? problemOf(error.problem) : error
  }
}

type Of<Why extends BookProblem['why']> = Extract<BookProblem, { why: Why }>

const problemOf = (problem: BookProblem): Problem =>
  (PROBLEMS[problem.why] as (problem: BookProblem) => Problem)(problem)

const PROBLEMS: { [Why in BookProblem['why']]: (problem: Of<Why>) => Problem } = {
  empty: () => refused('The book is empty: expected a first line with the columns.'),
  no_column: ({ name, wanted, header }) => {
    const why =
      wanted === null ? 'none has a usual name' : `--columns names ${JSON.stringify(wanted)}`
    return refused(
      `The book has no column for the ${name}: ${why}. Its first line: ${header}`,
      `Name it: --columns ${name}=…   (or --delimiter, if the line is not split as it should be)`,
    )
  },
  no_reference: ({ line }) => refused(`Line ${line} has no reference.`),
  bad_amount: ({ line, text, mark }) =>
    refused(
      `Line ${line}: the amount ${JSON.stringify(text)} is not a number of dinars with at most two decimals` +
        (mark === null ? '.' : `, with "${mark}" as the decimal mark.`),
      'Say which mark the book uses: --decimal . or --decimal ,',
    ),
  bad_state: ({ line, text }) =>
    refused(
      `Line ${line}: the state ${JSON.stringify(text)} is not known.`,
      'Say what it means: --paid "…", --refunded "…" or --open "…", with commas between words.',
    ),
  bad_date: ({ line, text }) =>
    refused(
      `Line ${line}: expected a date such as 2026-11-22 or 22/11/2026, received ${JSON.stringify(text)}.`,
    ),
  open_quote: ({ line }) =>
    refused(`The quotation mark that opens in line ${line} is never closed.`),
  too_large: ({ line }) =>
    refused(
      `Line ${line} has a cell with more than ${CELL_LENGTH_MAX} characters, or more than ${CELLS_MAX} cells.`,
      'Is a quotation mark missing before it?',
    ),
  bad_json: ({ text }) => refused(`The book begins like JSON, and is not: ${text}.`),
  no_list: () =>
    refused('The book is JSON: expected a list of objects, or an object that has one such list.'),
}
