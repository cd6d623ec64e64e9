import { readSystem } from '../../operations/system/read-system.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** What runs, for the page of the system. */
export const system = ({ db }: RouteDeps): OperatorHandlers<'system'> => ({
  readSystem: () => readSystem(db.operatorLists),
})
