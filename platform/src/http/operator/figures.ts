import { readCallHours } from '../../operations/figures/calls.ts'
import { readMoneyDays } from '../../operations/figures/money.ts'
import { readOverview } from '../../operations/figures/overview.ts'
import { remembered } from '../../operations/figures/remembered.ts'
import { partnerNumber } from '../../base/wire-ids.ts'
import { callHourBody, moneyDayBody, overviewBody } from '../bodies/figures.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Each open page asks every few seconds. */
const REMEMBERED_MS = 5_000

/** What managers look at (W144). */
export const figures = ({ db, cashCells }: RouteDeps): OperatorHandlers<'figures'> => {
  const overview = remembered(
    async () => overviewBody(await readOverview(db.screens, cashCells)),
    REMEMBERED_MS,
  )
  return {
    readOverview: () => overview(),

    async readMoneyFigures({ query: { from, to, partnerId: asked } }) {
      const partnerId = asked === undefined ? null : partnerNumber(asked)
      const rows = await readMoneyDays(db.screens, { from, to, partnerId })
      return { items: rows.map(moneyDayBody) }
    },

    async readCallFigures({ query: { partnerId, hours } }) {
      const rows = await readCallHours(db.screens, partnerNumber(partnerId) as number, hours)
      return { items: rows.map(callHourBody) }
    },
  }
}
