import { readRefundCode, type RefundCode } from '@wasl/protocol'
import type pg from 'pg'
import { holdsCash } from '../../ledger/custody/hold-cash.ts'
import { cashKey, findCopied, underLock, type CashCells } from '../../ledger/custody/over-cells.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { cashOfAgent, cashOfChannel, type Account } from '../../ledger/account.ts'
import { isKeyTaken } from '../idempotency.ts'
import type { IdempotencyKey } from '../../base/idempotency/idempotency-key.ts'
import type { Refusal } from '../../base/refusal.ts'
import { channelWireId } from '../../base/wire-ids.ts'
import { hashSecret, isSameHash } from './code.ts'
import { wrongStatus } from './decide.ts'
import { expireIfLapsed } from './expire.ts'
import { guessCode, type Guesser } from './guesses.ts'
import { findKeptRefund, keepRefund } from './kept-answer.ts'
import { lockRefund, readRefund } from './read.ts'
import type { RefundRow } from './refund-row.ts'
import { moveRefund } from './transition.ts'

/** The wrong secrets that block a code, until the operator issues another. */
export const WRONG_SECRETS_MAX = 5

export type Redemption = {
  /** As the payer said it and the till typed it; its check character was checked. */
  code: string
  channelId: number
  /** The agent of this channel whose cash pays; null for the cash of the channel. */
  agentId: number | null
  /** Whose guess a wrong code is, such as `agt_12`; null for the program of the channel. */
  guesser: Guesser['name']
  idempotency: IdempotencyKey | null
}

type RedeemError =
  | 'REFUND404_UNKNOWN_CODE'
  | 'REFUND409_WRONG_STATUS'
  | 'REFUND429_TOO_MANY_GUESSES'
  | 'CASH409_NOT_ENOUGH'
  | 'HOLDER404_NOT_FOUND'
  | 'IDEMPOTENCY422_KEY_REUSED'

export type RedeemResult = { ok: true; refund: RefundRow } | Refusal<RedeemError>

/**
 * Pays a refund from a till to the payer who has its code (D28). Of two tills one pays. A wrong code
 * counts against who sent it and, when its first part is right, against the code.
 */
export const redeemRefund = async (
  pool: pg.Pool,
  redemption: Redemption,
  cells: CashCells = null,
): Promise<RedeemResult> => {
  const { channelId, agentId } = redemption
  const code = readRefundCode(redemption.code)
  if (code === null) throw new Error('a code without the right check character was let through')
  if (agentId !== null && !(await isAgentOf(pool, channelId, agentId, cells))) {
    return { ok: false, code: 'HOLDER404_NOT_FOUND' }
  }
  const guesser = { channelId, name: redemption.guesser }
  const guessed = await guessCode(pool, guesser, async () => {
    const result = await compare(pool, { ...redemption, code, hash: await hashSecret(code) }, cells)
    return result.ok || result.code !== UNKNOWN.code ? result : null
  })
  if (guessed.ok) return guessed.right
  if (!guessed.isLimited) return UNKNOWN
  const { retryAfterSeconds } = guessed
  return { ok: false, code: 'REFUND429_TOO_MANY_GUESSES', retryAfterSeconds }
}

const UNKNOWN = { ok: false, code: 'REFUND404_UNKNOWN_CODE' } as const

const compare = (
  pool: pg.Pool,
  redemption: Omit<CheckedRedemption, 'cash'>,
  cells: CashCells,
): Promise<RedeemResult> => {
  const { channelId, agentId } = redemption
  const cash = agentId === null ? cashOfChannel(channelId) : cashOfAgent(agentId)
  const run = () =>
    underLock(cells, cashKey(cash.owner), () =>
      withTransaction(pool, (tx) => redeem(tx, { ...redemption, cash }, cells)),
    )
  return run().catch((error: unknown) => {
    // Another request took the key meanwhile, and this transaction was undone.
    if (isKeyTaken(error)) return run()
    throw error
  })
}

type CheckedRedemption = Omit<Redemption, 'code' | 'guesser'> & {
  /** Whose cash pays. */
  cash: Account
  code: RefundCode
  hash: Buffer
}

const redeem = async (
  tx: pg.ClientBase,
  { channelId, agentId, idempotency, cash, code, hash }: CheckedRedemption,
  cells: CashCells,
): Promise<RedeemResult> => {
  const found = await findByCode(tx, code, hash)
  if (found === null) return UNKNOWN
  const owner = { partnerId: code.partner, channelId }
  const kept = idempotency && (await findKeptRefund(tx, owner, idempotency))
  if (kept?.refundId === null) return { ok: false, code: 'IDEMPOTENCY422_KEY_REUSED' }
  if (kept !== null) return { ok: true, refund: (await readRefund(tx, kept.refundId)) ?? found }
  if (found.status !== 'made') return wrongStatus(found.status)
  if (await expireIfLapsed(tx, found)) return wrongStatus('expired')
  if (!(await holdsCash(tx, cash.owner, found.amount, cells))) {
    return { ok: false, code: 'CASH409_NOT_ENOUGH' }
  }
  const { refund } = await pay(tx, found, { cash, channelId, agentId })
  if (idempotency) await keepRefund(tx, owner, idempotency, refund.refund_id)
  return { ok: true, refund }
}

const pay = (
  tx: pg.ClientBase,
  { partner_id: partnerId, refund_id: refundId }: RefundRow,
  payer: { cash: Account; channelId: number; agentId: number | null },
) => {
  const by = channelWireId(payer.channelId)
  return moveRefund(tx, { partnerId, refundId, cause: 'redeem', by, actor: by, payer })
}

/**
 * The refund of a code, locked; null when the code is wrong, replaced or blocked. Guesses at one code
 * are decided one after the other, under the lock of its refund, so that the limit is exact.
 */
const findByCode = async (
  tx: pg.ClientBase,
  code: RefundCode,
  hash: Buffer,
): Promise<RefundRow | null> => {
  const known = await readCode(tx, code)
  if (known === null) return null
  const refund = await lockRefund(tx, known.refund_id)
  // While this waited for the lock, the code may have been replaced, or guessed at.
  const current = await readCode(tx, code)
  if (refund === null || current === null) return null
  if (current.refund_id !== refund.refund_id) return null
  if (current.wrong_guesses >= WRONG_SECRETS_MAX) return null
  if (isSameHash(current.secret_hash, hash)) return refund
  await tx.query(
    `update refund_codes set wrong_guesses = wrong_guesses + 1
    where partner_id = $1 and locator = $2`,
    [code.partner, code.locator],
  )
  return null
}

type CodeRow = { refund_id: string; secret_hash: Buffer; wrong_guesses: number }

const readCode = async (
  tx: pg.ClientBase,
  { partner, locator }: RefundCode,
): Promise<CodeRow | null> => {
  const { rows } = await tx.query<CodeRow>(
    `select refund_id, secret_hash, wrong_guesses
    from refund_codes
    where partner_id = $1 and locator = $2`,
    [partner, locator],
  )
  return rows[0] ?? null
}

const isAgentOf = async (
  pool: pg.Pool,
  channelId: number,
  agentId: number,
  cells: CashCells,
): Promise<boolean> => {
  const sql = `select from agents where agent_id = $1 and channel_id = $2 and status = 'active'`
  return (await findCopied(pool, cells, sql, [agentId, channelId])) !== null
}
