/**
 * Reads camt.053, the account statement of ISO 20022, in any of its versions (W214). Only what is booked is
 * a line. What is not as the standard says refuses the whole file.
 */
import { shown, type BankMappingRequest, type Centimes } from '@wasl/protocol'
import { decodeFile } from './decode.ts'
import { lineIssue, says, wholeFile, type FileProblem, type Said } from './file-problem.ts'
import { readBankDate } from './read-date.ts'
import type { FileLine, FileLines } from './file-line.ts'
import { childAt, childrenOf, readXml, textAt, type Element } from './read-xml.ts'
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

type Mapping = Extract<BankMappingRequest, { format: 'camt.053' }>

export const readCamt053 = (bytes: Uint8Array, mapping: Mapping): FileLines => {
  const decoded = decodeFile(bytes, 'utf-8')
  if (!decoded.ok) return decoded
  const xml = readXml(decoded.text)
  if (!xml.ok) return { ok: false, issues: [lineIssue(xml.lineNumber, xmlSaid(xml.why))] }
  const statements = childrenOf(childAt(xml.root, 'BkToCstmrStmt'), 'Stmt')
  if (xml.root.name !== 'Document' || statements.length === 0) return NOT_CAMT
  const lines: FileLine[] = []
  for (const statement of statements) {
    const read = readStatement(statement, mapping)
    if (!read.ok) return read
    lines.push(...read.lines)
    if (lines.length > ENTRIES_MAX) return wholeFile(TOO_MANY_ENTRIES)
  }
  return lines.length === 0 ? NO_ENTRIES : { ok: true, lines }
}

const readStatement = (statement: Element, { accountNumber }: Mapping): FileLines => {
  const at = (element: Element, said: Said): FileProblem => ({
    ok: false,
    issues: [lineIssue(element.lineNumber, said)],
  })
  const id = childAt(statement, 'Acct', 'Id')
  const account = textAt(id, 'IBAN') || textAt(id, 'Othr', 'Id')
  const wrong = accountProblem(accountNumber, account)
  if (wrong !== null) return at(statement, wrong)
  const lines: FileLine[] = []
  for (const entry of childrenOf(statement, 'Ntry')) {
    const line = readEntry(entry)
    if (line !== null && 'ar' in line) return at(entry, line)
    if (line !== null) lines.push(line)
  }
  const opening = balanceIn(statement, OPENING)
  const closing = balanceIn(statement, CLOSING)
  if (opening === null || closing === null) return at(statement, NO_BALANCES)
  if (typeof opening !== 'number') return at(statement, opening)
  if (typeof closing !== 'number') return at(statement, closing)
  const moved = lines.reduce((sum, { amount }) => sum + amount, 0)
  const cut = balanceProblem(opening, moved, closing)
  if (cut !== null) return at(statement, cut)
  return { ok: true, lines: lines.filter(({ amount }) => amount !== 0) }
}

/** The balance that a statement begins with: its own, or the closing one of the statement before. */
const OPENING = ['OPBD', 'PRCD']
const CLOSING = ['CLBD']

/** The first of these codes that the statement has. Parts of a statement have interim balances. */
const balanceIn = (statement: Element, codes: readonly string[]): Centimes | Said | null => {
  const balances = childrenOf(statement, 'Bal')
  const coded = (code: string): Element | undefined =>
    balances.find((balance) => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') === code)
  const balance = codes.map(coded).find((found) => found !== undefined)
  return balance === undefined ? null : signedAmount(balance)
}

/** The amount of an entry or a balance, below 0 when it is a debit. */
const signedAmount = (element: Element): Centimes | Said => {
  const amount = childAt(element, 'Amt')
  const currency = amount?.attributes['Ccy'] ?? ''
  if (currency !== 'DZD') return currencySaid(currency)
  const text = amount?.text.trim() ?? ''
  const centimes = centimesIn(text, '.')
  const mark = textAt(element, 'CdtDbtInd')
  if (centimes === null || (mark !== 'CRDT' && mark !== 'DBIT')) return amountSaid(text, mark)
  return mark === 'CRDT' ? centimes : 0 - centimes
}

/** Null for an entry that is announced and not booked. */
const readEntry = (entry: Element): FileLine | null | Said => {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')
  if (status === 'PDNG' || status === 'INFO') return null
  if (status !== 'BOOK') return statusSaid(status)
  const amount = signedAmount(entry)
  if (typeof amount !== 'number') return amount
  const bookedOn = dateAt(entry, 'BookgDt') ?? dateAt(entry, 'ValDt')
  if (bookedOn === null) return NO_DATE
  const details = childrenOf(entry, 'NtryDtls')
  const parts = details.flatMap((detail) => childrenOf(detail, 'TxDtls'))
  const texts = parts.flatMap((part) => [
    ...childrenOf(childAt(part, 'RmtInf'), 'Ustrd').map(({ text }) => text),
    textAt(part, 'AddtlTxInf'),
    textAt(part, 'Refs', 'EndToEndId'),
  ])
  return {
    bookedOn,
    valueOn: dateAt(entry, 'ValDt'),
    amount,
    description: statementText([textAt(entry, 'AddtlNtryInf'), ...texts]),
    reference: referenceOf(entry, details, parts),
  }
}

/**
 * Our own id, which the bank returns: the payout of a line, or the batch of many. Otherwise the
 * bank's id.
 */
const referenceOf = (
  entry: Element,
  details: readonly Element[],
  parts: readonly Element[],
): string | null => {
  const [only] = parts.length === 1 ? parts : []
  const found = [
    textAt(only, 'Refs', 'EndToEndId'),
    ...details.flatMap((one) => [textAt(one, 'Btch', 'PmtInfId'), textAt(one, 'Btch', 'MsgId')]),
    ...parts.slice(0, 1).map((part) => textAt(part, 'Refs', 'PmtInfId')),
    textAt(entry, 'NtryRef'),
    textAt(entry, 'AcctSvcrRef'),
  ]
  const reference = found.find((text) => text !== '' && text !== 'NOTPROVIDED')
  return reference === undefined ? null : statementText([reference])
}

const dateAt = (entry: Element, name: string): string | null => {
  const date = childAt(entry, name)
  const text = textAt(date, 'Dt') || textAt(date, 'DtTm').slice(0, DATE_LENGTH)
  return readBankDate(text, 'YYYY-MM-DD')
}

const DATE_LENGTH = 'YYYY-MM-DD'.length

const NOT_CAMT: FileProblem = wholeFile(
  says(
    'This file is no camt.053 statement: it has no Document with BkToCstmrStmt and Stmt. Choose the format of this file, or download the statement as camt.053.',
    'Ce fichier n’est pas un relevé camt.053 : il n’a pas de Document avec BkToCstmrStmt et Stmt. Choisissez le format de ce fichier, ou téléchargez le relevé au format camt.053.',
    'هذا الملف ليس كشف camt.053: ليس فيه Document مع BkToCstmrStmt و Stmt. اختر صيغة هذا الملف أو نزّل الكشف بصيغة camt.053.',
  ),
)

const NO_BALANCES = says(
  'expected an opening balance (OPBD or PRCD) and a closing one (CLBD) in this statement',
  'un solde d’ouverture (OPBD ou PRCD) et un solde de clôture (CLBD) sont attendus dans ce relevé',
  'المنتظر رصيد افتتاح (OPBD أو PRCD) ورصيد إقفال (CLBD) في هذا الكشف',
)

const NO_DATE = says(
  'expected a booking date (BookgDt) in this entry',
  'une date de comptabilisation (BookgDt) est attendue dans cette écriture',
  'المنتظر تاريخ تسجيل (BookgDt) في هذا القيد',
)

const statusSaid = (status: string): Said =>
  says(
    `expected BOOK, PDNG or INFO as the status of this entry, received ${shown(status)}`,
    `BOOK, PDNG ou INFO est attendu comme statut de cette écriture, ${shown(status)} reçu`,
    `المنتظر BOOK أو PDNG أو INFO حالةً لهذا القيد والوارد ${shown(status)}`,
  )

const amountSaid = (amount: string, mark: string): Said =>
  says(
    `expected an amount with at most two decimals and CRDT or DBIT, received ${shown(amount)} and ${shown(mark)}`,
    `un montant avec deux décimales au plus et CRDT ou DBIT est attendu, ${shown(amount)} et ${shown(mark)} reçus`,
    `المنتظر مبلغ بعددين عشريين على الأكثر مع CRDT أو DBIT والوارد ${shown(amount)} و ${shown(mark)}`,
  )

const xmlSaid = (why: string): Said =>
  says(
    `expected XML: ${why}`,
    'ce fichier n’est pas un XML entier : téléchargez à nouveau le relevé au format camt.053',
    'هذا الملف ليس XML كاملًا: نزّل الكشف بصيغة camt.053 من جديد',
  )
