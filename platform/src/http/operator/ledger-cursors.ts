/** Cursors of lists of the books. */
import { accountKindSchema, accountOwnerSchema, businessDateSchema } from '@wasl/protocol'
import { z } from 'zod'
import type { Account } from '../../ledger/account.ts'
import type { PlacedRow, TransferPlace } from '../../ledger/list-transfers.ts'

const account = z.tuple([accountKindSchema, accountOwnerSchema])

export const accountCursor = ({ kind, owner }: Account): string => JSON.stringify([kind, owner])

export const readAccount = (text: string): Account | null => {
  const read = account.safeParse(parsed(text))
  return read.success ? { kind: read.data[0], owner: read.data[1] } : null
}

const place = z.tuple([
  businessDateSchema,
  z.string().regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:.]{8,15}\+00$/),
  z.guid(),
  z.string().regex(/^[A-Z_]{1,40}$/),
  z.int().min(-32_768).max(32_767),
])

export const placeCursor = (row: PlacedRow): string =>
  JSON.stringify([row.business_date, row.at_text, row.source_id, row.code, row.line])

export const readPlace = (text: string): TransferPlace | null => {
  const read = place.safeParse(parsed(text))
  if (!read.success) return null
  const [date, at, source, code, line] = read.data
  return { date, at, source, code, line }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
