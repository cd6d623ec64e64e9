import {
  dinarsFromSum,
  PREVIEWED_LINES_MAX,
  type BankImportPreview,
  type BankMappingRequest,
} from '@wasl/protocol'
import { says, type FileIssue } from '../../money/bank/file-problem.ts'
import { importBankLines, knownLines } from '../../money/bank/import.ts'
import { findBankMapping } from '../../money/bank/mappings.ts'
import { matchCertainLines } from '../../money/bank/match.ts'
import type { FileLine } from '../../money/bank/file-line.ts'
import { readBankLines } from '../../money/bank/read-lines.ts'
import type { ApiErrorOptions } from '../../base/api-error.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The files of banks: what one would add, and its import. */
export const bankFiles = ({
  db,
  everyCell,
  noteBankLines,
}: Pick<RouteDeps, 'db' | 'everyCell' | 'noteBankLines'>): Pick<
  OperatorHandlers<'bank'>,
  'importBankLines' | 'previewBankLines'
> => ({
  async importBankLines({ query, body: bytes, caller: { actor } }, refuse) {
    const mapping = await findBankMapping(db.pool, query.mapping)
    if (mapping === null) throw refuse('BANK_MAPPING404_NOT_FOUND')
    const read = await readBankLines(bytes, mapping.mapping)
    if (!read.ok) throw refuse('VALIDATION400', fileRefusal(read.issues))
    const imported = await importBankLines(db.pool, { bytes, lines: read.lines, mapping }, actor)
    const { matched } = await matchCertainLines(everyCell)
    await noteBankLines(read.lines, actor.id ?? actor.name)
    return { ...imported, matched }
  },

  async previewBankLines({ query, body: bytes }, refuse) {
    const mapping = await findBankMapping(db.operatorLists, query.mapping)
    if (mapping === null) throw refuse('BANK_MAPPING404_NOT_FOUND')
    const read = await readBankLines(bytes, mapping.mapping)
    if (!read.ok) throw refuse('VALIDATION400', fileRefusal(read.issues))
    const { account } = mapping.mapping
    const known = await knownLines(db.operatorLists, account, read.lines)
    return previewBody(account, read.lines, known)
  },
})

const previewBody = (
  account: BankMappingRequest['account'],
  lines: readonly FileLine[],
  known: readonly boolean[],
): BankImportPreview => {
  const added = lines.filter((_, place) => known[place] !== true)
  const sumOf = (sign: 1 | -1): number =>
    dinarsFromSum(added.reduce((sum, { amount }) => (amount * sign > 0 ? sum + amount : sum), 0))
  const dates = lines.map(({ bookedOn }) => bookedOn).toSorted()
  return {
    account,
    lines: lines.length,
    added: added.length,
    in: sumOf(1),
    out: sumOf(-1),
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
    first: lines.slice(0, PREVIEWED_LINES_MAX).map((line, place) => ({
      bookedOn: line.bookedOn,
      valueOn: line.valueOn,
      amount: dinarsFromSum(line.amount),
      description: line.description,
      reference: line.reference,
      isNew: known[place] !== true,
    })),
  }
}

/** What is wrong with the whole file is said as such; wrong rows are listed. */
const fileRefusal = (issues: FileIssue[]): ApiErrorOptions => {
  const [first] = issues
  return {
    details: issues,
    ...(first !== undefined && { messages: first.path === '' ? first.messages : ROWS_REFUSED }),
  }
}

const ROWS_REFUSED = says(
  'Nothing was imported, because rows of this file are not as the format says. Each entry of details names a row, and what was expected. Correct the format or the file, and import it again.',
  'Rien n’a été importé : des lignes de ce fichier ne sont pas comme le dit le format. Chaque entrée de details nomme une ligne et ce qui y était attendu. Corrigez le format ou le fichier, puis importez-le à nouveau.',
  'لم يُستورد شيء لأن أسطرًا من هذا الملف ليست كما تقول الصيغة. كل عنصر في details يذكر سطرًا وما كان منتظرًا فيه. صحّح الصيغة أو الملف ثم استورده من جديد.',
)
