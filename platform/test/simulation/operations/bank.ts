import { OPERATIONS } from '@wasl/protocol/operations'
import { onlyCell } from '../../../src/cells/every-cell.ts'
import { listBankLines } from '../../../src/money/bank/find.ts'
import { importBankLines } from '../../../src/money/bank/import.ts'
import { matchBankLine, matchCertainLines, resumeMatches } from '../../../src/money/bank/match.ts'
import type { BankMappingRow } from '../../../src/money/bank/mappings.ts'
import type { FileLine } from '../../../src/money/bank/file-line.ts'
import type { Target } from '../../../src/money/bank/resolve-match.ts'
import { expectDocumented } from '../oracles/documented.ts'
import { START } from '../time.ts'
import { slipOf } from './custody.ts'
import type { Context, Operation } from './operation.ts'

const { bank: BANK } = OPERATIONS.operator

/** Of the file, the import needs only the account. */
const MAPPING = {
  name: 'bank',
  revision: 1,
  mapping: { account: 'clients' },
  set_at: START,
  set_by: 'Amina Belkacem',
} as BankMappingRow

const CREDIT = 1_000_00
const CHARGE = -1_000

/** A bag, a remittance, a charge, or a credit that nobody knows. */
const lineOf = ({ random, memory }: Context): FileLine => {
  const day = { bookedOn: '2026-03-03', valueOn: null, description: 'VERSEMENT' }
  const choice = random.below(4)
  const known = memory.bags.at(-1 - random.below(memory.bags.length || 1))
  if (choice < 2 && known)
    return { ...day, amount: known.amount, reference: slipOf(known.depositId) }
  if (choice === 3) return { ...day, amount: CHARGE, reference: null }
  return { ...day, amount: CREDIT, reference: memory.remittances.at(-1) ?? null }
}

/** Some of the files are read twice, and some lines are in two files. */
export const importLines: Operation = async (context) => {
  const { process, fixture, random, memory, report } = context
  const isAgain = random.below(3) === 0
  const lines = isAgain ? memory.file : Array.from({ length: 2 }, () => lineOf(context))
  if (lines.length === 0) return 'there is no file'
  const wasRead = memory.read === lines
  memory.file = lines
  const file = { bytes: Buffer.from(JSON.stringify(lines)), lines, mapping: MAPPING }
  const { added } = await importBankLines(process.db.pool, file, fixture.people.maker)
  if (wasRead && added > 0) report(`a file was read again, and ${added} of its lines were new`)
  memory.read = lines
  return `${added} of ${lines.length} lines are new`
}

const targetOf = ({ random, fixture, memory }: Context): Target => {
  const deposit = memory.bags.at(-1 - random.below(memory.bags.length || 1))
  const remittance = memory.remittances.at(-1)
  const choice = random.below(6)
  if (choice < 3 && deposit) return { kind: 'deposit', id: deposit.depositId }
  if (choice === 3 && remittance !== undefined) return { kind: 'remittance', id: remittance }
  if (choice === 4) return { kind: 'topup', partnerId: random.pick(fixture.partners).partnerId }
  return { kind: 'fee' }
}

export const matchLine: Operation = async (context) => {
  const { process, fixture, random, endings, report } = context
  const { pool } = process.db
  const any = { status: null, account: null, from: null, to: null }
  const lines = await listBankLines(pool, any, { limit: 4, beforeId: null })
  if (lines.length === 0) return 'no line was read'
  const { bank_line_id: id } = random.pick(lines)
  const result = await matchBankLine(
    onlyCell(process.db),
    id,
    targetOf(context),
    fixture.people.checker,
    null,
  )
  if (!result.ok) {
    expectDocumented(BANK.matchBankLine, result.code, report)
    return `${id}: ${result.code}`
  }
  const { status, match_kind, match_source } = result.line
  endings.ended('bank line', id, `${status} ${match_kind} ${match_source}`)
  return `${id}: ${status} ${match_kind}`
}

/** What the platform itself does with lines, now and then. */
export const matchCertain: Operation = async ({ process }) => {
  const resumed = await resumeMatches(onlyCell(process.db))
  const { matched } = await matchCertainLines(onlyCell(process.db))
  return `${resumed} resumed, ${matched} matched`
}
