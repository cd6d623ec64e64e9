import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { readCallHours } from '../../operations/figures/calls.ts'
import { readMoneyDays } from '../../operations/figures/money.ts'
import { callHourBody, moneyDayBody } from '../bodies/figures.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { countListCall } from './list-limit.ts'
import { createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import { forLists, type ListCaller, type PartnerKeys } from './partner.ts'

const { figures } = OPERATIONS.partner

/** A partner's own figures (W144). */
export const partnerFigures = (app: FastifyInstance, deps: PartnerKeys): void =>
  forLists(app, { ...deps, countCall: countListCall(deps.databaseOf) }, (scope, options) =>
    addRoutes(scope, figures, deps.spread(figures, deps, handlersOf), options),
  )

const handlersOf = ({ db }: PartnerKeys): Handlers<typeof figures, ListCaller> => {
  const lists = createPartnerGate(LIST_LIMITS)
  return {
    readOwnFigures: ({ query: { from, to, hours }, caller: { partnerId } }) =>
      lists.within(partnerId, async () => {
        const money = await readMoneyDays(db.partnerLists, { from, to, partnerId })
        const calls = await readCallHours(db.partnerLists, partnerId, hours)
        return { money: money.map(moneyDayBody), calls: calls.map(callHourBody) }
      }),
  }
}
