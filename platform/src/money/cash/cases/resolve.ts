import type pg from 'pg'
import { appendAudit, type OperatorActor } from '../../../base/audit/append.ts'
import { balanceOver, holdsCash } from '../../../ledger/custody/hold-cash.ts'
import { cashKey, underLock, type CashCells } from '../../../ledger/custody/over-cells.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { bank, type Account } from '../../../ledger/account.ts'
import { postTransfers } from '../../../ledger/post.ts'
import { CASE_COLUMNS, partnerOfCase, type CaseRow } from './case.ts'
import { confirmationKey, findConfirmation } from './confirmation.ts'
import { isHolderOf } from './holder.ts'

/** Either the payment that was confirmed with this cash, or who gave it back. */
export type Resolution = { confirmedBy: string } | { givenBackBy: string }

export type ResolveResult =
  | { ok: true; case: CaseRow }
  | {
      ok: false
      code:
        | 'CASE404_NOT_FOUND'
        | 'CASE409_RESOLVED'
        | 'CASE409_WRONG_PAYMENT'
        | 'HOLDER404_NOT_FOUND'
        | 'CASH409_NOT_ENOUGH'
    }

type Refused = Extract<ResolveResult, { ok: false }>

/** An operator says what became of the cash (D30). The same resolution again gets the same answer. */
export const resolveCase = (
  pool: pg.Pool,
  caseId: string,
  resolution: Resolution,
  by: OperatorActor,
  cells: CashCells = null,
): Promise<ResolveResult> =>
  underLock(cells, keyOf(resolution), () =>
    withTransaction(pool, (tx) => resolve(tx, { caseId, resolution, by }, cells)),
  )

/** What two resolutions may not use at once: a payment, or the cash of a giver. */
const keyOf = (resolution: Resolution): string =>
  'confirmedBy' in resolution
    ? confirmationKey(resolution.confirmedBy)
    : cashKey(resolution.givenBackBy)

/** The same in a transaction, under the lock of `keyOf`. */
export const resolve = async (
  tx: pg.ClientBase,
  { caseId, resolution, by }: { caseId: string; resolution: Resolution; by: OperatorActor },
  cells: CashCells,
): Promise<ResolveResult> => {
  const found = await holdCase(tx, caseId)
  if (found === null) return { ok: false, code: 'CASE404_NOT_FOUND' }
  if (found.status !== 'open') {
    const isSame =
      'confirmedBy' in resolution
        ? found.confirmed_by === resolution.confirmedBy
        : found.given_back_by === resolution.givenBackBy
    return isSame ? { ok: true, case: found } : { ok: false, code: 'CASE409_RESOLVED' }
  }
  const from =
    'confirmedBy' in resolution
      ? await cashOfConfirmation(tx, found, resolution.confirmedBy, cells)
      : await cashOfGiver(tx, found, resolution.givenBackBy, cells)
  if (!from.ok) return from
  const resolved = await endCase(tx, found, resolution, by.holder)
  await postTransfers(tx, [
    {
      partnerId: found.partner_id,
      sourceId: caseId,
      code: 'GIVEN_BACK',
      debit: { kind: 'payer_held', owner: caseId },
      credit: from.account,
      amount: found.amount,
      actor: by.id ?? by.name,
    },
  ])
  await appendAudit(tx, by, {
    partnerId: found.partner_id,
    action: 'case.resolve',
    subject: caseId,
    details: { ...resolution, amount: found.amount },
  })
  return { ok: true, case: resolved }
}

const holdCase = async (tx: pg.ClientBase, caseId: string): Promise<CaseRow | null> => {
  const { rows } = await tx.query<CaseRow>(
    `select ${CASE_COLUMNS} from cases where partner_id = $1 and case_id = $2 for update`,
    [partnerOfCase(caseId), caseId],
  )
  return rows[0] ?? null
}

/** The only statement that ends a case. */
const endCase = async (
  tx: pg.ClientBase,
  { partner_id: partnerId, case_id: caseId }: CaseRow,
  resolution: Resolution,
  holder: string,
): Promise<CaseRow> => {
  const confirmedBy = 'confirmedBy' in resolution ? resolution.confirmedBy : null
  const givenBackBy = 'givenBackBy' in resolution ? resolution.givenBackBy : null
  const { rows } = await tx.query<CaseRow>(
    `update cases
    set status = case when $3::uuid is null then 'given_back' else 'confirmed' end,
      confirmed_by = $3, given_back_by = $4, resolved_at = wasl_now(), resolved_by = $5
    where partner_id = $1 and case_id = $2 and status = 'open'
    returning ${CASE_COLUMNS}`,
    [partnerId, caseId, confirmedBy, givenBackBy, holder],
  )
  const [resolved] = rows
  if (resolved === undefined) throw new Error(`the case ${caseId} was held and has ended`)
  return resolved
}

type Source = { ok: true; account: Account } | Refused

/**
 * The COLLECT of that payment has counted the same cash again, so it leaves the holder whom the COLLECT
 * charged. Then the cash is counted once, with who really holds it.
 */
const cashOfConfirmation = async (
  tx: pg.ClientBase,
  found: CaseRow,
  paymentId: string,
  cells: CashCells,
): Promise<Source> => {
  const owner = await findConfirmation(tx, found, paymentId, cells)
  if (owner === null) return { ok: false, code: 'CASE409_WRONG_PAYMENT' }
  return { ok: true, account: { kind: 'cash', owner } }
}

const cashOfGiver = async (
  tx: pg.ClientBase,
  { channel_id: channelId, amount }: CaseRow,
  giver: string,
  cells: CashCells,
): Promise<Source> => {
  if (giver === 'bank') {
    const account = bank('clients')
    const isThere = (await balanceOver(tx, account, cells)) >= amount
    return isThere ? { ok: true, account } : { ok: false, code: 'CASH409_NOT_ENOUGH' }
  }
  if (!(await isHolderOf(tx, channelId, giver, cells)))
    return { ok: false, code: 'HOLDER404_NOT_FOUND' }
  if (!(await holdsCash(tx, giver, amount, cells))) return { ok: false, code: 'CASH409_NOT_ENOUGH' }
  return { ok: true, account: { kind: 'cash', owner: giver } }
}
