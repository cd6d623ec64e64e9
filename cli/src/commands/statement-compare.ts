import {
  BOOK_ADVICE,
  BOOK_DIFFERENCES,
  compareBooks,
  platformBook,
  PlatformBookError,
  type BookComparison,
  type BookDifference,
  type BookEntry,
  type BookLine,
} from '@wasl/partner-kit'
import { businessDateSchema, formatSum, LANGUAGES, type Language } from '@wasl/protocol'
import type { Command } from 'commander'
import { bookLines } from '../books/book-lines.ts'
import { readFormat, type FormatOptions } from '../books/read-format.ts'
import { readStatement } from '../books/read-statement.ts'
import { readText } from '../books/read-text.ts'
import { clientOf, failureOf } from '../client-result.ts'
import type { Context } from '../context.ts'
import { EXIT, EXIT_HELP } from '../exit-codes.ts'
import { usage } from '../problem.ts'
import { readPlatform } from '../targets.ts'
import { columns } from '../terminal.ts'
import { withPlatform } from './status.ts'

type CompareOptions = FormatOptions & {
  statement?: string
  from?: string
  to?: string
  encoding?: string
  language: string
  url?: string
  apiKey?: string
  json?: true
}

export const addStatementCompare = (statement: Command, context: Context): void => {
  withPlatform(
    statement
      .command('compare')
      .description('compare your own book with a statement, or with the platform’s payments'),
  )
    .argument('<book>', 'your book as CSV or JSON; "-" for the standard input')
    .option('--statement <file>', 'compare with this statement (format=csv)')
    .option('--from <date>', 'compare with the payments of the platform from this business date')
    .option('--to <date>', 'and up to this one')
    .option('--columns <pairs>', 'such as "reference=Facture,amount=Montant,state=État,date=Date"')
    .option('--delimiter <character>', ', ; | or tab; default: found in the first line')
    .option('--decimal <mark>', '. or , in amounts; default: found in the amounts')
    .option('--encoding <name>', 'such as windows-1252; default: UTF-8, or UTF-16 by its mark')
    .option('--paid <words>', 'more words of the column state that mean paid')
    .option('--refunded <words>', 'that mean refunded')
    .option('--open <words>', 'that mean not paid')
    .option('--language <code>', `of the advice: ${LANGUAGES.join(', ')}`, 'en')
    .addHelpText('after', `${EXAMPLES}\n${EXIT_HELP}`)
    .action((book: string, options: CompareOptions) => compare(context, book, options))
}

const EXAMPLES = `
Examples:
  $ wasl statement compare book.csv --statement statement.csv
  $ wasl statement compare ventes.csv --from 2026-11-01 --to 2026-11-30 --language fr \\
      --columns "reference=N° facture,amount=Montant TTC"`

const compare = async (context: Context, book: string, options: CompareOptions): Promise<void> => {
  checkOptions(book, options)
  const { terminal } = context
  const format = readFormat(options)
  const { from, to, statement } = options
  // Without a period, every line of the book counts.
  const isWanted = (date: string | null): boolean =>
    date === null || ((from === undefined || date >= from) && (to === undefined || date <= to))
  const here = bookLines(readText(terminal.stdin, book, options.encoding), format, isWanted)
  const there =
    statement === undefined
      ? paymentsOf(context, options)
      : readStatement(readText(terminal.stdin, statement, 'utf-8'))
  const comparison = await compareBooks({ here, there })
  if (comparison.differences.length > 0) context.exitWith(EXIT.no)
  if (options.json) return terminal.json(comparison)
  tell(context, comparison, options.language as Language)
}

const checkOptions = (book: string, { statement, from, to, language }: CompareOptions): void => {
  if ((statement === undefined) === (from === undefined && to === undefined)) {
    throw usage('Give --statement, or --from and --to.', 'The second asks the platform.')
  }
  if (book === '-' && statement === '-') throw usage('Only one input can be the standard input.')
  for (const [name, date] of Object.entries({ from, to })) {
    if (date === undefined || businessDateSchema.safeParse(date).success) continue
    throw usage(`--${name}: expected a date such as 2026-11-22, received ${JSON.stringify(date)}`)
  }
  if (!(LANGUAGES as readonly string[]).includes(language)) {
    throw usage(`--language: expected one of ${LANGUAGES.join(', ')}, received ${language}`)
  }
}

/** @throws Problem when the platform refuses, or does not answer. */
const paymentsOf = async function* (
  context: Context,
  { from, to, ...options }: CompareOptions,
): AsyncGenerator<BookLine> {
  const client = clientOf(readPlatform(context, options))
  const onWait = (ms: number): void =>
    context.terminal.say(`The limit of the list is reached; going on in ${Math.ceil(ms / 1000)} s.`)
  try {
    yield* platformBook(client, { from, to, signal: context.signal, onWait })
  } catch (error) {
    throw error instanceof PlatformBookError ? failureOf(error.failure) : error
  }
}

/** More are in --json. */
const SHOWN_MAX = 200

const tell = (
  { terminal }: Context,
  { differences, agreeing, totals }: BookComparison,
  language: Language,
): void => {
  const { paint, out } = terminal
  for (const name of BOOK_DIFFERENCES) {
    const found = differences.filter(({ difference }) => difference === name)
    if (found.length === 0) continue
    out(`${paint.red('✗')} ${paint.bold(name)}: ${found.length}`)
    out(`  ${BOOK_ADVICE[name][language]}`)
    for (const line of columns(found.slice(0, SHOWN_MAX).map(rowOf))) out(`    ${line}`)
    if (found.length > SHOWN_MAX) out(`    … and ${found.length - SHOWN_MAX} more: see --json`)
    out()
  }
  const mark = differences.length === 0 ? paint.green('✓') : paint.red('✗')
  out(`${mark} ${agreeing} agree, ${differences.length} differ`)
  const sums = (['here', 'there'] as const).map((side): [string, string] => {
    const { references, paid, refunded } = totals[side]
    const name = side === 'here' ? 'your book' : 'the platform'
    return [
      name,
      `${references} references, paid ${formatSum(paid)}, refunded ${formatSum(refunded)}`,
    ]
  })
  for (const line of columns(sums)) out(`  ${line}`)
}

const rowOf = ({ reference, here, there }: BookDifference): [string, string] => [
  reference,
  `you: ${entryText(here)}   platform: ${entryText(there)}`,
]

const entryText = (entry: BookEntry | null): string => {
  if (entry === null) return 'nothing'
  const { state, amount, refundedAmount } = entry
  if (amount === null) return state
  const refund = refundedAmount ? `, refunded ${refundedAmount.toFixed(2)}` : ''
  return `${state} ${amount.toFixed(2)}${refund}`
}
