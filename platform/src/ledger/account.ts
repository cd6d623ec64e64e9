/**
 * An account of the ledger: a kind and an owner. A debit adds to what the operator has or is owed; a
 * credit adds to what the operator owes or has earned. A balance is debits minus credits.
 */
import type { AccountKind } from '@wasl/protocol'
import { agentWireId, channelWireId, partnerWireId } from '../base/wire-ids.ts'

export type { AccountKind }

/** @example { kind: 'cash', owner: 'agt_12' } */
export type Account = { kind: AccountKind; owner: string }

/** The owner of accounts that belong to the operator as a whole. */
export const OPERATOR = 'operator'

export type BankAccount = 'clients' | 'own'

export const bank = (account: BankAccount): Account => ({ kind: 'bank', owner: account })

export const cashOfAgent = (agentId: number): Account => ({
  kind: 'cash',
  owner: agentWireId(agentId),
})

/** What a channel without agents has taken. */
export const cashOfChannel = (channelId: number): Account => ({
  kind: 'cash',
  owner: channelWireId(channelId),
})

/** The safe in which a channel's agents leave what they have taken. */
export const cashOfSafe = (channelId: number): Account => ({
  kind: 'cash',
  owner: safeOwner(channelId),
})

/** @example safeOwner(7) // 'safe_7' */
export const safeOwner = (channelId: number): string => `safe_${channelId}`

export const payableTo = (partnerId: number): Account => ({
  kind: 'partner_payable',
  owner: partnerWireId(partnerId),
})

export const refundDueOf = (partnerId: number): Account => ({
  kind: 'refund_due',
  owner: partnerWireId(partnerId),
})
