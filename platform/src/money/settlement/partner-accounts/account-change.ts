/**
 * A change of a partner's bank account and tax numbers: `requested → approved | declined`. Another
 * person approves it than the one who requested it. The newest approved change is in force.
 */
import type { AccountChangeRequest, AccountChangeStatus } from '@wasl/protocol'

export type AccountFields = {
  [Field in keyof AccountChangeRequest]-?: Exclude<AccountChangeRequest[Field], undefined>
}

export type AccountChangeRow = AccountFields & {
  changeId: string
  partnerId: number
  status: AccountChangeStatus
  requestedBy: string
  requestedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
}

export const CHANGE_COLUMNS = `change_id as "changeId", partner_id as "partnerId", status,
  account_holder as "accountHolder", rib, nif, nis, rc, ai, requested_by as "requestedBy",
  requested_at as "requestedAt", decided_by as "decidedBy", decided_at as "decidedAt"`
