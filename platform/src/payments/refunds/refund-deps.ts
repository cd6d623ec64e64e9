import type { Config } from '../../base/config/config.ts'
import type { Database } from '../../base/database/database.ts'
import type { RefundDeps } from './request.ts'
import type { MovedRefund } from './transition.ts'

/** What refunds need of the platform. */
export const createRefundDeps = (
  { hot, pool }: Database,
  { refundApprovalAbove }: Pick<Config, 'refundApprovalAbove'>,
  wake: () => void,
  count: (made: MovedRefund) => void,
): RefundDeps => ({
  hot,
  pool,
  approvalAbove: refundApprovalAbove,
  onMade(made) {
    wake()
    count(made)
  },
})
