/**
 * Reads MT940, the customer statement of SWIFT (W214). A file has one statement or several, each from its
 * field 20 to its closing balance. What is not as the standard says refuses the whole file.
 */
import { shown, type BankMappingRequest, type Centimes } from '@wasl/protocol'
import { decodeFile } from './decode.ts'
import { lineIssue, says, wholeFile, type FileProblem, type Said } from './file-problem.ts'
import { readBankDate } from './read-date.ts'
import type { FileLine, FileLines } from './file-line.ts'
import {
  accountProblem,
  balanceProblem,
  centimesIn,
  currencySaid,
  ENTRIES_MAX,
  NO_ENTRIES,
  statementText,
  TOO_MANY_ENTRIES,
} from './statement-check.ts'

type Mapping = Extract<BankMappingRequest, { format: 'mt940' }>

/** A field with its tag, such as `61`, the number of its first line, and all its lines. */
type Field = { tag: string; lineNumber: number; lines: string[] }

const FIELD = /^:(?<tag>[0-9]{2}[A-Z]?|NS):(?<text>.*)$/

/** Balances: credit or debit, date, currency, amount. */
const BALANCE = /^(?<mark>[CD])(?<date>[0-9]{6})(?<currency>[A-Z]{3})(?<amount>[0-9,]{1,15})$/

/**
 * Field 61: value date, booking day, direction, funds code, amount, kind, reference of the owner, and
 * after `//` that of the bank.
 */
const ENTRY =
  /^(?<value>[0-9]{6})(?<booked>[0-9]{4})?(?<mark>R?[CD])[A-Z]?(?<amount>[0-9]+,[0-9]*)(?<kind>[A-Z][A-Z0-9]{3})(?<own>.*?)(?:\/\/(?<bank>.*))?$/

/** The fields of a statement that are read; the others are not about its lines. */
type Statement = { opening: Centimes; moved: Centimes; isClosed: boolean }

export const readMt940 = (bytes: Uint8Array, mapping: Mapping): FileLines => {
  const decoded = decodeFile(bytes, mapping.encoding)
  if (!decoded.ok) return decoded
  const fields = fieldsOf(decoded.text)
  if (fields === null) return NOT_MT940
  const lines: FileLine[] = []
  let statement: Statement | null = null
  for (const field of fields) {
    const read = readField(field, statement, lines, mapping)
    if ('ar' in read) return { ok: false, issues: [lineIssue(field.lineNumber, read)] }
    statement = read.statement
  }
  if (statement !== null && !statement.isClosed) return CUT_OFF
  return lines.length === 0 ? NO_ENTRIES : { ok: true, lines }
}

/** Null when the text is not MT940. Blocks of SWIFT around the fields are left out. */
const fieldsOf = (text: string): Field[] | null => {
  const fields: Field[] = []
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    const found = FIELD.exec(line.replace(/^\{1:.*\{4:/, ''))?.groups
    if (found !== undefined) {
      fields.push({ tag: found['tag'] ?? '', lineNumber: place + 1, lines: [found['text'] ?? ''] })
    } else if (!/^(?:\{.*|-\}?.*|\s*)$/.test(line)) {
      const field = fields.at(-1)
      if (field === undefined) return null
      field.lines.push(line)
    }
  }
  return fields.some(({ tag }) => tag.startsWith('60')) ? fields : null
}

const readField = (
  { tag, lines: texts }: Field,
  statement: Statement | null,
  lines: FileLine[],
  { accountNumber }: Mapping,
): { statement: Statement | null } | Said => {
  const first = texts[0]?.trimEnd() ?? ''
  switch (tag) {
    case '20':
      return statement === null || statement.isClosed ? { statement: null } : CUT_OFF_SAID
    case '25':
    case '25P':
      return accountProblem(accountNumber, first) ?? { statement }
    case '60F':
    case '60M': {
      const opening = readBalance(first)
      if (typeof opening !== 'number') return opening
      return { statement: { opening, moved: 0, isClosed: false } }
    }
    case '61': {
      const line = readEntry(first, texts.slice(1))
      if ('ar' in line) return line
      if (statement === null || statement.isClosed) return NO_OPENING
      if (lines.length === ENTRIES_MAX) return TOO_MANY_ENTRIES
      if (line.amount !== 0) lines.push(line)
      return { statement: { ...statement, moved: statement.moved + line.amount } }
    }
    case '86': {
      // After the closing balance it is about the statement, and not about a line.
      const line = statement?.isClosed === false ? lines.at(-1) : undefined
      if (line !== undefined)
        line.description = statementText([...texts.map(plain), line.description])
      return { statement }
    }
    case '62F':
    case '62M': {
      const closing = readBalance(first)
      if (typeof closing !== 'number') return closing
      if (statement === null) return NO_OPENING
      const { opening, moved } = statement
      return (
        balanceProblem(opening, moved, closing) ?? { statement: { ...statement, isClosed: true } }
      )
    }
    default:
      return { statement }
  }
}

/** Banks number the parts of a text: `?20`. */
const plain = (text: string): string => text.replaceAll(/\?[0-9]{2}/g, ' ')

const readBalance = (text: string): Centimes | Said => {
  const { mark, date = '', currency = '', amount = '' } = BALANCE.exec(text)?.groups ?? {}
  const centimes = centimesIn(amount, ',')
  if (mark === undefined || centimes === null || dateOf(date) === null) return balanceSaid(text)
  if (currency !== 'DZD') return currencySaid(currency)
  return mark === 'C' ? centimes : 0 - centimes
}

const readEntry = (first: string, more: readonly string[]): FileLine | Said => {
  const groups = ENTRY.exec(first)?.groups
  const {
    value = '',
    booked,
    mark = '',
    amount = '',
    kind = '',
    own = '',
    bank = '',
  } = groups ?? {}
  const valueOn = dateOf(value)
  const bookedOn = valueOn === null ? null : bookedOf(valueOn, booked)
  const centimes = centimesIn(amount, ',')
  if (bookedOn === null || centimes === null) return entrySaid(first)
  const reference = [own, bank]
    .map((text) => statementText([text]))
    .find((text) => text !== '' && text !== 'NONREF')
  // The reversal of a credit leaves the account.
  const isIn = mark === 'C' || mark === 'RD'
  return {
    bookedOn,
    valueOn,
    amount: isIn ? centimes : 0 - centimes,
    description: statementText([kind.slice(1), ...more]),
    reference: reference ?? null,
  }
}

const dateOf = (text: string): string | null => readBankDate(`20${text}`, 'YYYYMMDD')

/** The booking day has no year: it is the one nearest to the value date. */
const bookedOf = (valueOn: string, booked: string | undefined): string | null => {
  if (booked === undefined) return valueOn
  const year = Number(valueOn.slice(0, 4))
  const days = [year - 1, year, year + 1].flatMap(
    (near) => readBankDate(`${near}${booked}`, 'YYYYMMDD') ?? [],
  )
  const far = (day: string): number => Math.abs(Date.parse(day) - Date.parse(valueOn))
  return days.toSorted((one, other) => far(one) - far(other))[0] ?? null
}

const NOT_MT940: FileProblem = wholeFile(
  says(
    'This file is no MT940 statement: it has no field :60F: with an opening balance. Choose the format of this file, or download the statement as MT940.',
    'Ce fichier n’est pas un relevé MT940 : il n’a pas de champ :60F: avec un solde d’ouverture. Choisissez le format de ce fichier, ou téléchargez le relevé au format MT940.',
    'هذا الملف ليس كشف MT940: ليس فيه حقل :60F: برصيد افتتاح. اختر صيغة هذا الملف أو نزّل الكشف بصيغة MT940.',
  ),
)

const CUT_OFF_SAID = says(
  'the statement before this line has no closing balance (:62F:): a part of the file is missing',
  'le relevé qui précède cette ligne n’a pas de solde de clôture (:62F:) : une partie du fichier manque',
  'ليس للكشف الذي قبل هذا السطر رصيد إقفال (:62F:): جزء من الملف ناقص',
)

const CUT_OFF: FileProblem = wholeFile(
  says(
    'This statement has no closing balance (:62F:): a part of the file is missing. Download it again.',
    'Ce relevé n’a pas de solde de clôture (:62F:) : une partie du fichier manque. Téléchargez-le à nouveau.',
    'ليس لهذا الكشف رصيد إقفال (:62F:): جزء من الملف ناقص. نزّله من جديد.',
  ),
)

const NO_OPENING = says(
  'expected an opening balance (:60F:) before this line',
  'un solde d’ouverture (:60F:) est attendu avant cette ligne',
  'المنتظر رصيد افتتاح (:60F:) قبل هذا السطر',
)

const balanceSaid = (text: string): Said =>
  says(
    `expected a balance such as C261121DZD1000,00, received ${shown(text)}`,
    `un solde tel que C261121DZD1000,00 est attendu, ${shown(text)} reçu`,
    `المنتظر رصيد مثل C261121DZD1000,00 والوارد ${shown(text)}`,
  )

const entrySaid = (text: string): Said =>
  says(
    `expected a line such as 2611211121D1000,00NTRFNONREF, received ${shown(text)}`,
    `une ligne telle que 2611211121D1000,00NTRFNONREF est attendue, ${shown(text)} reçu`,
    `المنتظر سطر مثل 2611211121D1000,00NTRFNONREF والوارد ${shown(text)}`,
  )
