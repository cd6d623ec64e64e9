import { onlyCell, type EveryCell } from '../../cells/every-cell.ts'
import {
  dinarsFromCentimes,
  dinarsFromSum,
  TRANSFER_DAYS_MAX,
  type LedgerBalance,
  type LedgerTransfer,
} from '@wasl/protocol'
import {
  listBalances,
  readCompleteThrough,
  readCompleteThroughAll,
  readTrialBalance,
  type BalanceRow,
} from '../../ledger/list-balances.ts'
import {
  listTransfersOfAccount,
  listTransfersOfSource,
  newestTransfers,
  type PlacedRow,
} from '../../ledger/list-transfers.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { ownerNumberOfId, partnerNumber, partnerWireId } from '../../base/wire-ids.ts'
import { pageOf, readCursor } from '../server/cursor.ts'
import { accountCursor, placeCursor, readAccount, readPlace } from './ledger-cursors.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The books of the operator (D31). */
export const ledger = ({ db, everyCell }: RouteDeps): OperatorHandlers<'ledger'> => {
  const pool = db.operatorLists
  // What names a partner runs in its cell, which has all of it.
  const cellsFor = (partnerId: number | null): EveryCell =>
    partnerId === null ? everyCell : onlyCell(db)
  return {
    async listLedgerBalances({ query: { limit, cursor, kind = null, owner = null, at = null } }) {
      const cells = cellsFor(owner === null ? null : partnerNumber(owner))
      const completeThrough = await readCompleteThroughAll(cells)
      const page = { limit: limit + 1, after: readCursor(cursor, readAccount) }
      const rows = await listBalances(cells, { kind, owner, at }, page)
      const shown = pageOf(rows, limit, { idOf: accountCursor, toItem: balanceBody })
      return { ...shown, completeThrough }
    },

    async listTransfers({ query }) {
      const { limit, kind, owner, source, from = null, to = null } = query
      const partnerId =
        (source === undefined ? null : ownerNumberOfId(source)) ||
        (owner === undefined ? null : partnerNumber(owner))
      const cells = cellsFor(partnerId)
      const completeThrough = await readCompleteThroughAll(cells)
      const page = { limit: limit + 1, before: readCursor(query.cursor, readPlace) }
      const found = await cells.read(({ operatorLists }, leftOut) =>
        kind === undefined || owner === undefined
          ? listTransfersOfSource(operatorLists, (source ?? '').toLowerCase(), { from, to }, page)
          : listTransfersOfAccount(
              operatorLists,
              { kind, owner },
              { from, to, source: source?.toLowerCase() ?? null, daysMax: TRANSFER_DAYS_MAX },
              page,
              leftOut,
            ),
      )
      const rows = newestTransfers(found, limit + 1)
      const shown = pageOf(rows, limit, { idOf: placeCursor, toItem: transferBody })
      return { ...shown, completeThrough }
    },

    async readTrialBalance({ query: { at = null } }) {
      const completeThrough = await readCompleteThrough(pool)
      const rows = await readTrialBalance(pool, at)
      const total = { debits: sumOf(rows, 'debits'), credits: sumOf(rows, 'credits') }
      const items = rows.map((row) => Object.assign(sumsBody(row), { kind: row.kind }))
      return { at, completeThrough, items, total: sumsBody(total) }
    },
  }
}

const sumOf = (rows: { debits: number; credits: number }[], side: 'debits' | 'credits'): number =>
  rows.reduce((sum, row) => sum + row[side], 0)

const sumsBody = ({ debits, credits }: { debits: number; credits: number }) => ({
  debits: dinarsFromSum(debits),
  credits: dinarsFromSum(credits),
  balance: dinarsFromSum(debits - credits),
  currency: 'DZD' as const,
})

const balanceBody = (row: BalanceRow): LedgerBalance => ({
  kind: row.kind,
  owner: row.owner,
  ...sumsBody(row),
})

const transferBody = (row: PlacedRow): LedgerTransfer => ({
  source: row.source_id,
  code: row.code,
  line: row.line,
  partnerId: row.partner_id === NO_PARTNER ? null : partnerWireId(row.partner_id),
  debit: { kind: row.debit_kind, owner: row.debit_owner },
  credit: { kind: row.credit_kind, owner: row.credit_owner },
  amount: dinarsFromCentimes(row.amount),
  currency: row.currency,
  actor: row.actor,
  at: row.at.toISOString(),
  businessDate: row.business_date,
})
