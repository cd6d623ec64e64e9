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
  { since, at, calls, hours, worst }: Levels,
  objectives: readonly Objective[],
): ServiceLevels => {
  const levels = objectives.map((objective) => {
    const own = calls.find(({ call }) => BY_CALL[call] === objective)
    return levelOf({ objective, good: own?.good ?? 0, failed: own?.failed ?? 0 })
  })
  return {
    since: since.toISOString(),
    at: at.toISOString(),
    objectives: levels,
    hours: worstHours(
      levels,
      hours.flatMap(({ call, from, good, failed }) => {
        const objective = BY_CALL[call]
        return objective === undefined
          ? []
          : [{ objective, from: new Date(from).toISOString(), good, failed }]
      }),
    ),
    worst: worstPartners(worst),
  }
}

type Hour = Counted & { from: string }

/** The hours that took most of the error budgets of these objectives. */
const worstHours = (
  levels: ServiceLevels['objectives'],
  hours: readonly Hour[],
): ServiceLevels['hours'] =>
  levels
    .flatMap(({ objective, good, failed, target }) => {
      const budget = (1 - target) * (good + failed)
      return hours
        .filter((hour) => hour.objective === objective && hour.failed > 0)
        .map((hour) =>
          Object.assign({}, hour, {
            level: shareOf(hour),
            ofBudget: rounded(hour.failed / budget),
          }),
        )
    })
    .toSorted((one, other) => other.ofBudget - one.ofBudget)
    .slice(0, WORST_MAX)

const worstPartners = (worst: Levels['worst']): ServiceLevels['worst'] =>
  worst.flatMap(({ call, partnerId, name, good, failed }) => {
    const objective = BY_CALL[call]
    if (objective === undefined) return []
    const counted = { objective, good, failed }
    return [{ ...counted, level: shareOf(counted), partnerId: partnerWireId(partnerId), name }]
  })

/**
 * The levels over several cells. An hour is added up over the cells in which it is one of the worst, so
 * that little of it may be missing.
 */
export const addLevels = (all: readonly ServiceLevels[]): ServiceLevels => {
  const [first] = all
  if (first === undefined) throw new Error('there is no cell')
  const objectives = first.objectives.map(({ objective }) =>
    levelOf(sumOf(all.flatMap((one) => one.objectives.filter(isOf(objective))))),
  )
  const hours = Map.groupBy(
    all.flatMap((one) => one.hours),
    ({ objective, from }) => `${objective} ${from}`,
  )
  return {
    ...first,
    objectives,
    hours: worstHours(objectives, Array.from(hours.values(), sumOf)),
    worst: all
      .flatMap(({ worst }) => worst)
      .toSorted((one, other) => other.failed - one.failed)
      .slice(0, WORST_MAX),
  }
}

/** The first one, with what all of them counted. */
const sumOf = <One extends Counted>(same: readonly One[]): One =>
  same.reduce((sum, { good, failed }) =>
    Object.assign({}, sum, { good: sum.good + good, failed: sum.failed + failed }),
  )

const isOf =
  (asked: Objective) =>
  ({ objective }: Counted): boolean =>
    objective === asked

/** Without noise of the last digits: 1 - 0.99 is 0.010000000000000009. */
const rounded = (share: number): number => Math.round(share * 1e6) / 1e6

const shareOf = ({ good, failed }: Counted): number | null =>
  good + failed === 0 ? null : good / (good + failed)

/** @example levelOf({ objective: 'lookups', good: 995, failed: 5 }).budgetLeft // 0.5: half of one in 100 */
export const levelOf = (counted: Counted): ServiceLevels['objectives'][number] => {
  const target = OBJECTIVES[counted.objective]
  const level = shareOf(counted)
  const budgetLeft = level === null ? null : rounded(1 - (1 - level) / (1 - target))
  return { ...counted, level, target, budgetLeft }
}
