import { dinarsFromSum } from '@wasl/protocol'
import { readOpenWork } from '../../operations/reports/read-open-work.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** What is still open in the money. */
export const openWork = ({ db }: RouteDeps): OperatorHandlers<'openWork'> => ({
  async readOpenWork() {
    const { today, sealedThrough, steps } = await readOpenWork(db.operatorLists)
    return {
      today,
      completeThrough: sealedThrough,
      items: steps.map(({ step, count, amount, oldest }) => ({
        step,
        count,
        amount: amount === null ? null : dinarsFromSum(amount),
        oldest: oldest?.toISOString() ?? null,
      })),
    }
  },
})
