/** Bags, floats and remittances as JSON. */
import {
  dinarsFromCentimes,
  dinarsFromSum,
  type Deposit,
  type Float,
  type Remittance,
} from '@wasl/protocol'
import type { DepositRow } from '../../money/cash/deposits/deposit.ts'
import type { FloatRow } from '../../money/cash/floats/float.ts'
import type { RemittanceRow } from '../../money/cash/remittances/remittance.ts'
import { channelWireId } from '../../base/wire-ids.ts'

export const depositBody = (row: DepositRow): Deposit => ({
  depositId: row.deposit_id,
  channelId: channelWireId(row.channel_id),
  from: row.from_owner,
  carriedBy: row.carried_by,
  baggedBy: row.bagged_by,
  amount: dinarsFromCentimes(row.amount),
  bag: row.bag,
  status: row.status,
  slip: row.slip,
  hasPicture: row.has_picture,
  banked: row.banked === null ? null : dinarsFromSum(row.banked),
  difference: row.banked === null ? null : dinarsFromSum(row.banked - row.amount),
  account: row.account,
  reason: row.reason,
  baggedAt: row.bagged_at.toISOString(),
  depositedAt: row.deposited_at?.toISOString() ?? null,
  disputedAt: row.disputed_at?.toISOString() ?? null,
  bankedAt: row.banked_at?.toISOString() ?? null,
})

export const floatBody = (row: FloatRow): Float => ({
  floatId: row.float_id,
  channelId: channelWireId(row.channel_id),
  amount: dinarsFromCentimes(row.amount),
  from: row.funded_from,
  status: row.status,
  fundedAt: row.funded_at.toISOString(),
  fundedBy: row.funded_by,
  returnedAt: row.returned_at?.toISOString() ?? null,
  returnedBy: row.returned_by,
})

export const remittanceBody = (row: RemittanceRow): Remittance => ({
  remittanceId: row.remittance_id,
  channelId: channelWireId(row.channel_id),
  status: row.status,
  amount: dinarsFromCentimes(row.amount),
  netted: dinarsFromSum(row.netted_then ?? row.netted),
  reference: row.reference,
  banked: row.banked === null ? null : dinarsFromCentimes(row.banked),
  account: row.account,
  announcedAt: row.announced_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})
