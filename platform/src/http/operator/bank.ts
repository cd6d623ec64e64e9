import { dinarsFromSum, type BankLine, type BankMapping, type BankProposal } from '@wasl/protocol'
import { appendAudit, WHOLE_PLATFORM } from '../../audit/append.ts'
import { findCandidates, type Candidate } from '../../bank/candidates.ts'
import { findBankLine, listBankLines } from '../../bank/find.ts'
import { says, type FileIssue } from '../../bank/file-problem.ts'
import { importBankLines } from '../../bank/import.ts'
import type { BankLineRow } from '../../bank/line.ts'
import {
  findBankMapping,
  listBankMappings,
  setBankMapping,
  type BankMappingRow,
} from '../../bank/mappings.ts'
import { matchBankLine, matchCertainLines } from '../../bank/match.ts'
import { readBankLines } from '../../bank/read-lines.ts'
import { withTransaction } from '../../database/with-transaction.ts'
import type { ApiErrorOptions } from '../server/api-error.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { uuidIn } from '../server/uuid-in.ts'
import { targetOf } from './bank-target.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Bank lines, and the mappings that read them. */
export const bankLines = ({ db, everyCell }: RouteDeps): OperatorHandlers<'bank'> => ({
  async setBankMapping({ params: { name }, body, caller: { actor } }) {
    return withTransaction(db.pool, async (tx) => {
      const row = await setBankMapping(tx, name, body, actor.holder)
      await appendAudit(tx, actor, {
        partnerId: WHOLE_PLATFORM,
        action: 'bank-mapping.set',
        subject: name,
        details: body,
      })
      return mappingBody(row)
    })
  },

  async listBankMappings({ query: { limit, cursor } }) {
    const afterName = readCursor(cursor, (text) => text)
    const rows = await listBankMappings(db.operatorLists, { limit: limit + 1, afterName })
    return pageOf(rows, limit, { idOf: (row) => row.name, toItem: mappingBody })
  },

  async importBankLines({ query, body: bytes, caller: { actor } }, refuse) {
    const mapping = await findBankMapping(db.pool, query.mapping)
    if (mapping === null) throw refuse('BANK_MAPPING404_NOT_FOUND')
    const read = await readBankLines(bytes, mapping.mapping)
    if (!read.ok) throw refuse('VALIDATION400', fileRefusal(read.issues))
    const imported = await importBankLines(db.pool, { bytes, lines: read.lines, mapping }, actor)
    const { matched } = await matchCertainLines(everyCell)
    return { ...imported, matched }
  },

  async listBankLines({ query }) {
    const { limit, status = null, account = null, from = null, to = null } = query
    const page = { limit: limit + 1, beforeId: readCursor(query.cursor, readUuid) }
    const rows = await listBankLines(db.operatorLists, { status, account, from, to }, page)
    const open = rows.filter((row) => row.status === 'unmatched').map((row) => row.bank_line_id)
    const candidates = await findCandidates(everyCell, open)
    return pageOf(rows, limit, {
      idOf: (row) => row.bank_line_id,
      toItem: (row) => lineBody(row, candidates),
    })
  },

  async readBankLine({ params }, refuse) {
    const bankLineId = uuidIn(params.bankLineId)
    const row = bankLineId && (await findBankLine(db.operatorLists, bankLineId))
    if (!row) throw refuse('BANK_LINE404_NOT_FOUND')
    return lineBody(row, await findCandidates(everyCell, [row.bank_line_id]))
  },

  async matchBankLine({ params, body, caller: { actor } }, refuse) {
    const bankLineId = uuidIn(params.bankLineId)
    if (bankLineId === null) throw refuse('BANK_LINE404_NOT_FOUND')
    const result = await matchBankLine(everyCell, bankLineId, targetOf(body), actor)
    if (!result.ok) throw refuse(result.code)
    return lineBody(result.line, [])
  },
})

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

const mappingBody = (row: BankMappingRow): BankMapping => ({
  name: row.name,
  mapping: row.mapping,
  revision: row.revision,
  setAt: row.set_at.toISOString(),
  setBy: row.set_by,
})

const lineBody = (row: BankLineRow, candidates: readonly Candidate[]): BankLine => ({
  bankLineId: row.bank_line_id,
  account: row.account,
  bookedOn: row.booked_on,
  valueOn: row.value_on,
  amount: dinarsFromSum(row.amount),
  description: row.description,
  reference: row.reference,
  status: row.status,
  match:
    row.match_kind === null || row.match_source === null || row.match_by === null
      ? null
      : { kind: row.match_kind, sourceId: row.match_source, by: row.match_by },
  proposals: candidates.filter(({ bank_line_id: id }) => id === row.bank_line_id).map(proposalBody),
})

const proposalBody = (candidate: Candidate): BankProposal => ({
  kind: candidate.kind,
  id: candidate.id,
  amount: dinarsFromSum(candidate.amount),
  amountAgrees: candidate.amount_agrees,
  referenceAgrees: candidate.reference_agrees,
})
