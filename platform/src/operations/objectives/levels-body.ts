/** How far the objectives were kept, on the wire (W278). */
import { OBJECTIVES, type Objective, type ServiceLevels } from '@wasl/protocol'
import { partnerWireId } from '../../base/wire-ids.ts'
import { WORST_MAX, type Levels } from './read-levels.ts'

type Counted = { objective: Objective; good: number; failed: number }

const BY_CALL: Readonly<Record<string, Objective>> = {
  open: 'open',
  confirm: 'confirm',
  status: 'status',
  prompt: 'webhooks',
  lookup: 'lookups',
}

/** What a partner's own server decides. */
export const OF_PARTNERS: readonly Objective[] = ['webhooks', 'lookups']

export const ALL_OBJECTIVES = Object.keys(OBJECTIVES) as Objective[]

export const levelsBody = (
  { since, at, calls, worst }: Levels,
  objectives: readonly Objective[],
): ServiceLevels => ({
  since: since.toISOString(),
  at: at.toISOString(),
  objectives: objectives.map((objective) => {
    const own = calls.find(({ call }) => BY_CALL[call] === objective)
    return levelOf({ objective, good: own?.good ?? 0, failed: own?.failed ?? 0 })
  }),
  worst: worst.flatMap(({ call, partnerId, name, good, failed }) => {
    const objective = BY_CALL[call]
    if (objective === undefined) return []
    const counted = { objective, good, failed }
    return [{ ...counted, level: shareOf(counted), partnerId: partnerWireId(partnerId), name }]
  }),
})

/** The levels over several cells. */
export const addLevels = (all: readonly ServiceLevels[]): ServiceLevels => {
  const [first] = all
  if (first === undefined) throw new Error('there is no cell')
  return {
    ...first,
    objectives: first.objectives.map(({ objective }) => {
      const same = all.flatMap(({ objectives }) =>
        objectives.filter((one) => one.objective === objective),
      )
      const sum = (field: 'good' | 'failed') => same.reduce((total, one) => total + one[field], 0)
      return levelOf({ objective, good: sum('good'), failed: sum('failed') })
    }),
    worst: all
      .flatMap(({ worst }) => worst)
      .toSorted((one, other) => other.failed - one.failed)
      .slice(0, WORST_MAX),
  }
}

const shareOf = ({ good, failed }: Counted): number | null =>
  good + failed === 0 ? null : good / (good + failed)

/** @example levelOf({ objective: 'lookups', good: 995, failed: 5 }).budgetLeft // 0.5: half of one in 100 */
export const levelOf = (counted: Counted): ServiceLevels['objectives'][number] => {
  const target = OBJECTIVES[counted.objective]
  const level = shareOf(counted)
  // Without noise of the last digits: 1 - 0.99 is 0.010000000000000009.
  const rounded = (share: number): number => Math.round(share * 1e6) / 1e6
  const budgetLeft = level === null ? null : rounded(1 - (1 - level) / (1 - target))
  return { ...counted, level, target, budgetLeft }
}
