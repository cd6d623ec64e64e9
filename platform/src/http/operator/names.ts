import { listNames } from '../../parties/list-names.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Names behind ids. */
export const names = ({ db }: RouteDeps): OperatorHandlers<'names'> => ({
  async listNames({ query: { ids } }) {
    return { items: await listNames(db.operatorLists, [...new Set(ids.split(','))]) }
  },
})
