import type { SystemCondition, SystemReport } from '@wasl/protocol'
import { actFirst, ofConnections } from '../../operations/system/conditions.ts'

/** What a cell answered; null when it is away. */
export type Surveyed<Answer> = { cell: string; answer: Answer | null }

/**
 * The state of all cells. Processes write their heartbeat only into the control cell, and each
 * process connects to every cell.
 *
 * @param surveyed the control cell first. It is up, because the caller was authenticated there.
 */
export const mergeSystems = (surveyed: readonly Surveyed<SystemReport>[]): SystemReport => {
  const [control] = surveyed
  if (!control?.answer) throw new Error('the control cell does not answer')
  const { processes } = control.answer
  const conditions = surveyed.flatMap(({ cell, answer }): SystemCondition[] => {
    if (answer === null) return [away(cell)]
    const promised = answer === control.answer ? [] : ofConnections(processes, answer.database)
    return [...answer.conditions, ...promised].map((one) => Object.assign({}, one, { cell }))
  })
  return {
    ...control.answer,
    cells: surveyed.map(({ cell, answer }) => ({ cell, database: answer?.database ?? null })),
    conditions: actFirst(conditions),
  }
}

const away = (cell: string): SystemCondition => ({
  condition: 'cell-away',
  severity: 'act',
  subject: cell,
  value: null,
  cell,
})
