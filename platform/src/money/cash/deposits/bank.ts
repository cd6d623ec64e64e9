import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { bank, type Account, type BankAccount } from '../../../ledger/account.ts'
import { NO_PARTNER, postTransfers } from '../../../ledger/post.ts'
import type { Behind } from '../../../parties/people/persons-behind.ts'
import { recordVariance } from '../variances/record.ts'
import type { DepositRow } from './deposit.ts'
import { findDeposit } from './find.ts'
import { moveDeposit } from './move.ts'

export type Credit = {
  depositId: string
  /** What the bank credited; 0 when it credits nothing. */
  amount: Centimes
  account: BankAccount
  /** The person who confirms it, and the wire id of the key. */
  by: string
  actor: string
  /** The persons behind who confirms it. */
  behind?: Behind | undefined
}

export type BankResult =
  | { ok: true; deposit: DepositRow; isRepeated: boolean }
  | { ok: false; code: 'DEPOSIT404_NOT_FOUND' | 'DEPOSIT409_WRONG_STATUS' }

/**
 * The bank credited a bag, as a person or a bank line says (D30). The second one with the same
 * amount and account gets the same answer, and nothing is posted twice.
 */
export const bankDeposit = async (tx: pg.ClientBase, credit: Credit): Promise<BankResult> => {
  const { depositId, amount, account, by, behind, actor } = credit
  if ((await findDeposit(tx, null, depositId)) === null) {
    return { ok: false, code: 'DEPOSIT404_NOT_FOUND' }
  }
  const moved = await moveDeposit(tx, depositId, { move: 'bank', amount, account, by })
  if (moved === null) {
    const deposit = await findDeposit(tx, null, depositId)
    const isRepeated = deposit?.banked === amount && deposit.account === account
    if (!isRepeated) return { ok: false, code: 'DEPOSIT409_WRONG_STATUS' }
    return { ok: true, deposit, isRepeated }
  }
  if (amount > 0) {
    await postTransfers(tx, [
      {
        partnerId: NO_PARTNER,
        sourceId: depositId,
        code: 'BANKED',
        line: moved.times_unbanked + 1,
        debit: bank(account),
        credit: inTransit(depositId),
        amount,
        actor,
      },
    ])
  }
  await recordVariance(tx, {
    channelId: moved.channel_id,
    account: inTransit(depositId),
    source: 'deposit',
    sourceId: depositId,
    difference: amount - moved.amount,
    foundBy: by,
    foundBehind: behind,
    actor,
  })
  return { ok: true, deposit: moved, isRepeated: false }
}

const inTransit = (depositId: string): Account => ({ kind: 'in_transit', owner: depositId })
