import type { OwnAccount } from '@wasl/protocol'
import type { AccountChangeRow } from '../../money/settlement/partner-accounts/account-change.ts'
import type { PartnerAccount } from '../../money/settlement/partner-accounts/read.ts'

/** Three digits name the bank, and four tell two accounts apart: nobody can pay or debit with them. */
const BANK_DIGITS = 3
const ENDING_DIGITS = 4

/** The bank account of a partner for its own users: recognised, never copied. */
export const ownAccountOf = (account: PartnerAccount | null): OwnAccount => ({
  current: account?.current ? masked(account.current) : null,
  requested: account?.requested ? masked(account.requested) : null,
})

const masked = ({ accountHolder, rib, requestedAt, decidedAt }: AccountChangeRow) => ({
  accountHolder,
  bank: rib.slice(0, BANK_DIGITS),
  ending: rib.slice(-ENDING_DIGITS),
  since: (decidedAt ?? requestedAt).toISOString(),
})
