import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import type { MakeTransition } from '../../payments/transition.ts'
import { readSearch } from '../../operations/search/read-search.ts'
import { search } from '../../operations/search/search.ts'
import { partnerGroupsOf, understoodOf } from '../bodies/search.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { countListCall } from './list-limit.ts'
import { createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import { forLists, type ListCaller, type PartnerKeys } from './partner.ts'

export type PartnerSearchDeps = PartnerKeys & {
  makeTransition: MakeTransition
}

const { search: table } = OPERATIONS.partner

/** A partner's search in its own rows (W140). */
export const partnerSearch = (app: FastifyInstance, deps: PartnerSearchDeps): void =>
  forLists(app, { ...deps, countCall: countListCall(deps.databaseOf) }, (scope, options) =>
    addRoutes(scope, table, deps.spread(table, deps, handlersOf), options),
  )

const handlersOf = ({
  db,
  makeTransition,
}: PartnerSearchDeps): Handlers<typeof table, ListCaller> => {
  const lists = createPartnerGate(LIST_LIMITS)
  return {
    searchOwn: ({ query, caller: { partnerId, permissions } }) =>
      lists.within(partnerId, async () => {
        const asked = await readSearch(db.partnerLists, query, { partnerId, permissions })
        const { found, isComplete } = await search({ pool: db.partnerLists, makeTransition }, asked)
        const groups = partnerGroupsOf(found, query.limit)
        return { understood: understoodOf(asked, found), groups, isComplete }
      }),
  }
}
