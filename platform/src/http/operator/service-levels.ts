import { ALL_OBJECTIVES, levelsBody } from '../../operations/objectives/levels-body.ts'
import { readLevels } from '../../operations/objectives/read-levels.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** How far the objectives of the service are kept (W278). */
export const serviceLevels = ({ db }: RouteDeps): OperatorHandlers<'serviceLevels'> => ({
  async readServiceLevels() {
    return levelsBody(await readLevels(db.screens, null), ALL_OBJECTIVES)
  },
})
