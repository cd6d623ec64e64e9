import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import type { TakenBy } from '../../parties/agents/taken-by.ts'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { redeemRefund } from '../../payments/refunds/redeem.ts'
import { agentNumber, userWireId } from '../../base/wire-ids.ts'
import { redeemedRefundBody } from '../bodies/redeemed-refund.ts'
import type { Handlers } from '../server/routes.ts'
import { refused, type ChannelCaller } from './channel.ts'

export type RefundDeps = { pool: pg.Pool; cashCells: CashCells; takenBy: TakenBy }

/** Refunds at a till, in the channel API (D28). */
export const refunds = ({
  pool,
  cashCells,
  takenBy,
}: RefundDeps): Handlers<typeof OPERATIONS.channel.refunds, ChannelCaller> => ({
  async redeemRefund({ body, caller, idempotency }, refuse) {
    const { code, paidBy } = body
    const agentId = paidBy === undefined ? null : agentNumber(paidBy)
    const { channelId, person } = caller
    const guesser = paidBy ?? (person === null ? null : userWireId(person.userId))
    const redemption = { code, channelId, agentId, guesser, idempotency }
    const result = await redeemRefund(pool, redemption, cashCells)
    if (!result.ok) throw refused(refuse, result)
    const { refund } = result
    const { paid_agent_id, paid_at } = refund
    const warnings = await takenBy.warningsOf({ taken_by: paid_agent_id, paid_at })
    return {
      ...redeemedRefundBody(refund),
      ...(warnings.length > 0 && { warnings }),
    }
  },
})
