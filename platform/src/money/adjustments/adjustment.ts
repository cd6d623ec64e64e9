/**
 * An adjustment: a transfer by hand. One person proposes it with a reason, another approves it, which
 * writes the transfer. Its states:
 *
 *   proposed → approved | declined
 *
 * Only pairs that nothing else corrects may be adjusted. A bank account changes by bank lines, an
 * agent's cash by counts, a case and a suspense line by their resolution.
 */
import type { AccountKind, Centimes } from '@wasl/protocol'
import { agentNumber, channelNumber, partnerNumber } from '../../base/wire-ids.ts'
import { OPERATOR, type Account } from '../../ledger/account.ts'

export type AdjustmentRow = {
  partner_id: number
  adjustment_id: string
  status: 'proposed' | 'approved' | 'declined'
  debit_kind: AccountKind
  debit_owner: string
  credit_kind: AccountKind
  credit_owner: string
  amount: Centimes
  currency: 'DZD'
  reason: string
  made_by: string
  made_at: Date
  decided_by: string | null
  decided_at: Date | null
}

export const ADJUSTMENT_COLUMNS = `partner_id, adjustment_id, status, debit_kind, debit_owner,
  credit_kind, credit_owner, amount, currency, reason, made_by, made_at, decided_by, decided_at`

/** Each may be debited and credited in turn. */
const PAIRS: readonly (readonly [AccountKind, AccountKind])[] = [
  ['over_short', 'agent_receivable'],
  ['over_short', 'cash'],
  ['over_short', 'channel_payable'],
  ['over_short', 'float_owed'],
  ['over_short', 'partner_payable'],
  ['fee_income', 'partner_payable'],
  ['vat_payable', 'partner_payable'],
  ['commission_expense', 'channel_payable'],
  ['vat_recoverable', 'channel_payable'],
]

export const mayAdjust = (debit: AccountKind, credit: AccountKind): boolean =>
  PAIRS.some(
    ([one, other]) => (one === debit && other === credit) || (one === credit && other === debit),
  )

/** Who must exist for an account: one of them, or nobody for the operator's own. */
export type OwnerId = { partner: number } | { agent: number } | { channel: number } | 'operator'

/** The owner of an account that may be adjusted; null when the kind has no such owner. */
export const ownerOf = ({ kind, owner }: Account): OwnerId | null => {
  switch (kind) {
    case 'partner_payable':
      return wrap('partner', partnerNumber(owner))
    case 'agent_receivable':
      return wrap('agent', agentNumber(owner))
    // What a channel without agents has taken; an agent's cash and a safe are counted.
    case 'cash':
    case 'over_short':
    case 'channel_payable':
    case 'float_owed':
      return wrap('channel', channelNumber(owner))
    case 'fee_income':
    case 'vat_payable':
    case 'commission_expense':
    case 'vat_recoverable':
      return owner === OPERATOR ? 'operator' : null
    default:
      return null
  }
}

const wrap = (who: 'partner' | 'agent' | 'channel', id: number | null): OwnerId | null =>
  id === null ? null : ({ [who]: id } as OwnerId)
