/**
 * A version of a partner's fees for one kind of channel, or of a channel's commission:
 * `proposed → approved | declined`.
 *
 * Another person approves it than the one who proposed it, on a business date before its own. From that
 * date on it applies, until the date of the next version. Another version of the same date gets the next
 * revision; of the approved revisions the highest applies. So what a payment costs never changes after it
 * was paid.
 */
import type { ChannelKind, FeeVersion } from '@wasl/protocol'
import type { FeeTerms, OnRefund } from './fee.ts'

export type FeeVersionTerms = FeeTerms & {
  channelKind: ChannelKind
  /** The first business date: `2026-12-01`. */
  from: string
  vatBasisPoints: number
  onRefund: OnRefund
}

export type FeeVersionRow = FeeVersionTerms & {
  feeVersionId: string
  partnerId: number
  owner: string
  revision: number
  status: FeeVersion['status']
  madeBy: string
  madeAt: Date
  approvedBy: string | null
  approvedAt: Date | null
  declinedBy: string | null
  declinedAt: Date | null
}

export const FEE_VERSION_COLUMNS = `fee_version_id as "feeVersionId", partner_id as "partnerId", owner,
  channel_kind as "channelKind", effective_from::text as "from", revision,
  basis_points as "basisPoints", fixed, minimum, maximum, vat_basis_points as "vatBasisPoints",
  on_refund as "onRefund", made_by as "madeBy", made_at as "madeAt", approved_by as "approvedBy",
  approved_at as "approvedAt", declined_by as "declinedBy", declined_at as "declinedAt",
  case when approved_at is not null then 'approved' when declined_at is not null then 'declined'
    else 'proposed' end as status`

/** Today's business date, without an id for the transaction: for reading and for comparing. */
export const TODAY = `(
  select greatest((wasl_now() at time zone state.time_zone)::date, state.open_day)
  from ledger_state state
)`
