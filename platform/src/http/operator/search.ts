import { notePhoneSearch } from '../../base/audit/note-reading.ts'
import { readSearch } from '../../operations/search/read-search.ts'
import { search as find } from '../../operations/search/search.ts'
import { groupsOf, understoodOf } from '../bodies/search.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The one search box (W140). */
export const search = ({ db, makeTransition }: RouteDeps): OperatorHandlers<'search'> => ({
  async search({ query, caller: { permissions, actor } }) {
    await notePhoneSearch(db.pool, actor, { typed: query.q })
    const asked = await readSearch(db.screens, query, { partnerId: null, permissions })
    const { found, isComplete } = await find({ pool: db.screens, makeTransition }, asked)
    return {
      understood: understoodOf(asked, found),
      groups: groupsOf(found, query.limit),
      isComplete,
    }
  },
})
