import type { AccountKind, Centimes } from '@wasl/protocol'

/** A transfer that moved the cash of a payment. */
export type CashStep = {
  at: Date
  code: string
  /** Centimes, of the whole transfer. */
  amount: Centimes
  sourceId: string
  kind: AccountKind
  owner: string
}

export type Transfer = CashStep & { businessDate: string }

export const TRANSFER = `transfer.at, transfer.code, transfer.amount, transfer.source_id as "sourceId",
  transfer.business_date::text as "businessDate"`

/** The transfers of a date: through the index of each partner, and of partner 0. */
export const ofDate = (date: string, condition: string): string => `
  (select partner_id from partners union all select 0) as each
  cross join lateral (
    select *
    from ledger_transfers
    where partner_id = each.partner_id and business_date = ${date} and ${condition}
  ) as transfer`
