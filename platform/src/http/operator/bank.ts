import {
  dinarsFromSum,
  type BankGroupProposal,
  type BankLine,
  type BankMapping,
  type BankProposal,
} from '@wasl/protocol'
import { appendAudit, WHOLE_PLATFORM } from '../../base/audit/append.ts'
import { findCandidates, type Candidate } from '../../money/bank/candidates.ts'
import { findBankLine, listBankLines } from '../../money/bank/find.ts'
import type { BankLineRow } from '../../money/bank/line.ts'
import { listBankMappings, setBankMapping, type BankMappingRow } from '../../money/bank/mappings.ts'
import { matchBankLine } from '../../money/bank/match.ts'
import { matchTogether } from '../../money/bank/match-together.ts'
import { listPostingRequests, type PostingRequest } from '../../money/bank/posting-requests.ts'
import { suggestGroups, type GroupProposal } from '../../money/bank/suggest-groups.ts'
import { unmatchBankLine } from '../../money/bank/unmatch.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { uuidIn } from '../server/uuid-in.ts'
import { bankFiles } from './bank-files.ts'
import { groupTargetOf, targetOf } from './bank-target.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Bank lines, and the mappings that read them. */
export const bankLines = ({
  db,
  everyCell,
  manual,
  noteBankLines,
}: RouteDeps): OperatorHandlers<'bank'> => ({
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

  ...bankFiles({ db, everyCell, noteBankLines }),

  async listBankLines({ query }) {
    const { limit, status = null, account = null, from = null, to = null } = query
    const page = { limit: limit + 1, beforeId: readCursor(query.cursor, readUuid) }
    const rows = await listBankLines(db.operatorLists, { status, account, from, to }, page)
    const open = rows.filter((row) => row.status === 'unmatched').map((row) => row.bank_line_id)
    const candidates = await findCandidates(everyCell, open)
    const more = await readMore(everyCell, rows)
    return pageOf(rows, limit, {
      idOf: (row) => row.bank_line_id,
      toItem: (row) => lineBody(row, candidates, more),
    })
  },

  async readBankLine({ params }, refuse) {
    const bankLineId = uuidIn(params.bankLineId)
    const row = bankLineId && (await findBankLine(db.operatorLists, bankLineId))
    if (!row) throw refuse('BANK_LINE404_NOT_FOUND')
    return lineBody(
      row,
      await findCandidates(everyCell, [row.bank_line_id]),
      await readMore(everyCell, [row]),
    )
  },

  ...matches({ everyCell, manual }),
})

const matches = ({
  everyCell,
  manual,
}: Pick<RouteDeps, 'everyCell' | 'manual'>): Pick<
  OperatorHandlers<'bank'>,
  'matchBankLine' | 'matchBankLines' | 'unmatchBankLine'
> => ({
  async matchBankLine({ params, body, caller: { actor } }, refuse) {
    const bankLineId = uuidIn(params.bankLineId)
    if (bankLineId === null) throw refuse('BANK_LINE404_NOT_FOUND')
    const result = await matchBankLine(everyCell, bankLineId, targetOf(body), actor, manual)
    if (!result.ok) throw refuse(result.code)
    return lineBody(result.line, [])
  },

  async matchBankLines({ body, caller: { actor } }, refuse) {
    const ids = [...new Set(body.bankLineIds.map((id) => id.toLowerCase()))]
    const asked = await matchTogether(everyCell, ids, body.things.map(groupTargetOf), actor, manual)
    if (asked.ok) {
      const { lines, remainder } = asked
      return { lines: lines.map((line) => lineBody(line, [])), remainder: dinarsFromSum(remainder) }
    }
    if (asked.code !== 'BANK_LINE409_SUMS') throw refuse(asked.code)
    const extra = {
      lines: dinarsFromSum(asked.lines),
      things: dinarsFromSum(asked.things),
      remainder: dinarsFromSum(asked.remainder),
    }
    throw refuse(asked.code, { extra })
  },

  async unmatchBankLine({ params, body, caller: { actor } }, refuse) {
    const bankLineId = uuidIn(params.bankLineId)
    if (bankLineId === null) throw refuse('BANK_LINE404_NOT_FOUND')
    const result = await unmatchBankLine(everyCell, bankLineId, body.reason, actor, manual)
    if (!result.ok) throw refuse(result.code)
    return lineBody(result.line, await findCandidates(everyCell, [bankLineId]))
  },
})

const mappingBody = (row: BankMappingRow): BankMapping => ({
  name: row.name,
  mapping: row.mapping,
  revision: row.revision,
  setAt: row.set_at.toISOString(),
  setBy: row.set_by,
})

/** What a line has beside its own row. */
type More = { groups: Map<string, GroupProposal[]>; requests: PostingRequest[] }

const readMore = async (cells: EveryCell, rows: readonly BankLineRow[]): Promise<More> => ({
  groups: await suggestGroups(cells, rows),
  requests: await listPostingRequests(
    cells.control.operatorLists,
    rows.map((row) => row.bank_line_id),
  ),
})

const NO_MORE: More = { groups: new Map(), requests: [] }

const lineBody = (
  row: BankLineRow,
  candidates: readonly Candidate[],
  { groups, requests }: More = NO_MORE,
): BankLine => ({
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
  groups: (groups.get(row.bank_line_id) ?? []).map(groupBody),
  remainderOf: row.remainder_of,
  waitsFor: waitsFor(requests.find(({ bankLineId }) => bankLineId === row.bank_line_id)),
})

const waitsFor = (request: PostingRequest | undefined): BankLine['waitsFor'] =>
  request === undefined
    ? null
    : { act: request.act, by: request.askedBy, at: request.askedAt.toISOString() }

const groupBody = ({ bankLineIds, things, remainder }: GroupProposal): BankGroupProposal => ({
  bankLineIds,
  things: things.map(({ kind, id, amount }) => ({ kind, id, amount: dinarsFromSum(amount) })),
  remainder: dinarsFromSum(remainder),
})

const proposalBody = (candidate: Candidate): BankProposal => ({
  kind: candidate.kind,
  id: candidate.id,
  amount: dinarsFromSum(candidate.amount),
  amountAgrees: candidate.amount_agrees,
  referenceAgrees: candidate.reference_agrees,
})
