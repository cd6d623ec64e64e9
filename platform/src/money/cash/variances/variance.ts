/**
 * A variance: what a count found too little or too much, of a shift, a handover or a deposit (D30). The
 * count moves the difference out of the holder's cash, or into it, so that the books say what is there.
 *
 * - `open`: the difference waits in the account of the variance.
 * - `decided`: a second person said whose it is, and the account is empty again. A shortage is the
 *   agent's (`agent_receivable`) or the channel's loss (`over_short`). A surplus is the channel's gain
 *   (`over_short`) or belongs to a payer (`payer_held`), and a case waits for that payer. A difference
 *   within the tolerance of the channel is decided at once, as `over_short`.
 *
 * `record.ts` makes a variance, and `decide.ts` decides it: nothing else changes one.
 */
import type { Centimes, VarianceOutcome } from '@wasl/protocol'
import type { Account } from '../../../ledger/account.ts'
import { agentNumber, channelWireId } from '../../../base/wire-ids.ts'

export type VarianceSource = 'shift' | 'handover' | 'deposit'

export type VarianceRow = {
  variance_id: string
  channel_id: number
  /** The owner of the account that was counted: an agent, a safe or a bag. */
  owner: string
  source: VarianceSource
  source_id: string
  kind: 'short' | 'over'
  amount: Centimes
  status: 'open' | 'decided'
  found_at: Date
  found_by: string
  /** The persons behind who counted; null when a channel did, or an earlier release. */
  made_behind: string[] | null
  /** What the channel's tolerance was, when it decided. */
  tolerance: Centimes | null
  /** The user of the channel who counted. */
  found_by_user: number | null
  outcome: VarianceOutcome | null
  /** The case of `payer_held`. */
  case_id: string | null
  /** Whose cash is missing: the holder who was counted, or who had the bag last. */
  liable: string
  decided_at: Date | null
  decided_by: string | null
  reason: string | null
}

export const VARIANCE_COLUMNS = `variance_id, channel_id, owner, source, source_id, kind, amount,
  status, found_at, found_by, found_by_user, made_behind,
  tolerance, outcome, case_id, decided_at, decided_by, reason,
  coalesce((
    select coalesce(carried_by, from_owner) from deposits
    where source = 'deposit' and deposits.deposit_id = source_id
  ), owner) as liable`

/** Whether a variance can have this outcome: an agent owes only its own shortage, or its own lost bag. */
export const isPossible = (
  { kind, liable }: Pick<VarianceRow, 'kind' | 'liable'>,
  outcome: VarianceOutcome,
): boolean => {
  switch (outcome) {
    case 'over_short':
      return true
    case 'agent_receivable':
      return kind === 'short' && agentNumber(liable) !== null
    case 'payer_held':
      return kind === 'over'
    default:
      return outcome satisfies never
  }
}

/** The account of an outcome; a case has its own. */
export const accountOf = (
  outcome: Exclude<VarianceOutcome, 'payer_held'>,
  { liable, channel_id: channelId }: Pick<VarianceRow, 'liable' | 'channel_id'>,
): Account =>
  outcome === 'agent_receivable'
    ? { kind: 'agent_receivable', owner: liable }
    : { kind: 'over_short', owner: channelWireId(channelId) }
