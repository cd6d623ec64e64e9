import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { holdsCash } from '../../../ledger/custody/hold-cash.ts'
import type { CashCells } from '../../../ledger/custody/over-cells.ts'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { NO_PARTNER, postTransfers } from '../../../ledger/post.ts'
import { recordVariance } from '../variances/record.ts'
import { hashHandoverCode, isSameHash } from './code.ts'
import { endHandover } from './end.ts'
import { findHandover, holdHandover } from './find.ts'
import { TOO_MANY_WRONG_CODES, WRONG_CODES_MAX, type HandoverRow } from './handover.ts'

export type Receipt = {
  channelId: number
  handoverId: string
  code: string
  counted: Centimes
  /** The wire id of the key. */
  actor: string
  /** The user who counts; null when the channel's key does. */
  userId?: number | null
}

export type ReceiveResult =
  | { ok: true; handover: HandoverRow }
  | {
      ok: false
      code: 'HANDOVER404_NOT_FOUND' | 'HANDOVER409_WRONG_STATUS' | 'CASH409_NOT_ENOUGH'
    }
  | { ok: false; code: 'HANDOVER403_WRONG_CODE'; codesLeft: number }

/**
 * Receives a handover: what was counted moves (D30). The same receipt again gets the same answer. The
 * row of the handover is locked first, so concurrent receipts and guesses are decided one by one.
 */
export const receiveHandover = async (
  pool: pg.Pool,
  receipt: Receipt,
  cells: CashCells = null,
): Promise<ReceiveResult> => {
  const found = await findHandover(pool, receipt.channelId, receipt.handoverId)
  if (found === null) return { ok: false, code: 'HANDOVER404_NOT_FOUND' }
  // The hash is slow on purpose. It is made before the row is locked, and only if it will be needed.
  if (!isReceivable(found)) return { ok: false, code: 'HANDOVER409_WRONG_STATUS' }
  const hash = await hashHandoverCode(receipt.code, receipt.handoverId)
  return withTransaction(pool, async (tx): Promise<ReceiveResult> => {
    const handover = await holdHandover(tx, receipt.handoverId)
    const isCode = isSameHash(hash, handover.code_hash)
    if (handover.status !== 'offered') {
      const isRepeated = isCode && handover.counted === receipt.counted
      if (isRepeated) return { ok: true, handover }
      return { ok: false, code: 'HANDOVER409_WRONG_STATUS' }
    }
    if (!isCode) return countWrongCode(tx, handover)
    if (!(await holdsCash(tx, handover.from_owner, handover.amount, cells))) {
      return { ok: false, code: 'CASH409_NOT_ENOUGH' }
    }
    return { ok: true, handover: await moveCash(tx, handover, receipt) }
  })
}

const isReceivable = ({ status }: HandoverRow): boolean =>
  status === 'offered' || status === 'received'

/** The caller holds the row, so that each of concurrent guesses is counted. */
const countWrongCode = async (tx: pg.ClientBase, handover: HandoverRow): Promise<ReceiveResult> => {
  const { handover_id: id, wrong_codes: before } = handover
  await tx.query('update handovers set wrong_codes = wrong_codes + 1 where handover_id = $1', [id])
  const codesLeft = WRONG_CODES_MAX - before - 1
  if (codesLeft === 0) await endHandover(tx, id, { end: 'cancel', reason: TOO_MANY_WRONG_CODES })
  return { ok: false, code: 'HANDOVER403_WRONG_CODE', codesLeft }
}

const moveCash = async (
  tx: pg.ClientBase,
  { handover_id: sourceId }: HandoverRow,
  { counted, actor, userId = null }: Receipt,
): Promise<HandoverRow> => {
  const received = await endHandover(tx, sourceId, { end: 'receive', counted })
  if (received === null) throw new Error(`the handover ${sourceId} was held and has ended`)
  await postTransfers(tx, [
    {
      partnerId: NO_PARTNER,
      sourceId,
      code: 'MOVED',
      debit: { kind: 'cash', owner: received.to_owner },
      credit: { kind: 'cash', owner: received.from_owner },
      amount: counted,
      actor,
    },
  ])
  await recordVariance(tx, {
    channelId: received.channel_id,
    account: { kind: 'cash', owner: received.from_owner },
    source: 'handover',
    sourceId,
    difference: counted - received.amount,
    foundBy: actor,
    foundByUser: userId,
    actor,
  })
  return received
}
