import { hash } from 'node:crypto'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { BankAccount } from '../../ledger/account.ts'
import { postTransfers } from '../../ledger/post.ts'
import { suspenseTransfer, type BankLineRow } from './line.ts'
import type { BankMappingRow } from './mappings.ts'
import type { FileLine } from './file-line.ts'

export type ImportedFile = { importId: string; lines: number; added: number }

/**
 * Adds the lines of a file that are not there yet, each with its transfer into suspense (W113). Two
 * imports of the same lines at once wait for each other at the unique index, in the order of the
 * hashes, and the second adds nothing.
 */
export const importBankLines = (
  pool: pg.Pool,
  file: { bytes: Uint8Array; lines: readonly FileLine[]; mapping: BankMappingRow },
  by: OperatorActor,
): Promise<ImportedFile> =>
  withTransaction(pool, async (tx) => {
    const { lines, mapping } = file
    const { account } = mapping.mapping
    const importId = await newImportId(tx)
    const added = await addLines(tx, importId, account, numbered(account, lines))
    const actor = by.id ?? by.name
    await postTransfers(
      tx,
      added.map((line) => suspenseTransfer(line, 'in', actor)),
    )
    await recordImport(tx, { importId, added: added.length }, file, by)
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'bank-lines.import',
      subject: importId,
      details: { mapping: mapping.name, account, lines: lines.length, added: added.length },
    })
    return { importId, lines: lines.length, added: added.length }
  })

/** Which lines of a file the books have already, in the order of the file. */
export const knownLines = async (
  pool: pg.Pool,
  account: BankAccount,
  lines: readonly FileLine[],
): Promise<boolean[]> => {
  const all = numbered(account, lines)
  const { rows } = await pool.query<{ known: boolean }>(
    `select exists (
      select from bank_lines
      where account = $1 and content_sha256 = wanted.digest and ordinal = wanted.number
    ) as known
    from unnest($2::bytea[], $3::int[]) with ordinality as wanted (digest, number, place)
    order by place`,
    [account, all.map(({ contentSha256 }) => contentSha256), all.map(({ ordinal }) => ordinal)],
  )
  return rows.map(({ known }) => known)
}

type NumberedLine = FileLine & { contentSha256: Buffer; ordinal: number }

/**
 * Each line with the hash of what it says, and its number among the lines of the file that say the
 * same: a bank has two equal lines when two people paid the same amount on one day.
 */
const numbered = (account: BankAccount, lines: readonly FileLine[]): NumberedLine[] => {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const { bookedOn, valueOn, amount, description, reference } = line
    const content = JSON.stringify([account, bookedOn, valueOn, amount, description, reference])
    const digest = hash('sha256', content, 'hex')
    const ordinal = (counts.get(digest) ?? 0) + 1
    counts.set(digest, ordinal)
    return { ...line, contentSha256: Buffer.from(digest, 'hex'), ordinal }
  })
}

const newImportId = async (tx: pg.ClientBase): Promise<string> => {
  const { rows } = await tx.query<{ id: string }>('select new_id(0) as id')
  return rows[0]?.id as string
}

const recordImport = async (
  tx: pg.ClientBase,
  { importId, added }: { importId: string; added: number },
  { bytes, lines, mapping }: Parameters<typeof importBankLines>[1],
  by: OperatorActor,
): Promise<void> => {
  await tx.query(
    `insert into bank_imports
      (import_id, mapping, mapping_revision, account, file_sha256, lines, added, imported_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      importId,
      mapping.name,
      mapping.revision,
      mapping.mapping.account,
      hash('sha256', bytes, 'buffer'),
      lines.length,
      added,
      by.holder,
    ],
  )
}

type AddedLine = Pick<BankLineRow, 'bank_line_id' | 'account' | 'amount'>

const addLines = async (
  tx: pg.ClientBase,
  importId: string,
  account: BankAccount,
  lines: readonly NumberedLine[],
): Promise<AddedLine[]> => {
  const { rows } = await tx.query<AddedLine>(
    `insert into bank_lines (bank_line_id, account, import_id, content_sha256, ordinal, booked_on,
      value_on, amount, description, reference)
    select new_id(0), $1, $2, line.*
    from unnest($3::bytea[], $4::int[], $5::date[], $6::date[], $7::bigint[], $8::text[], $9::text[])
      as line (content_sha256, ordinal, booked_on, value_on, amount, description, reference)
    order by line.content_sha256, line.ordinal
    on conflict (account, content_sha256, ordinal) do nothing
    returning bank_line_id, account, amount`,
    [
      account,
      importId,
      lines.map((line) => line.contentSha256),
      lines.map((line) => line.ordinal),
      lines.map((line) => line.bookedOn),
      lines.map((line) => line.valueOn),
      lines.map((line) => line.amount),
      lines.map((line) => line.description),
      lines.map((line) => line.reference),
    ],
  )
  return rows
}
