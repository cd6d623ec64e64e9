import { inTurn } from './in-turn.ts'
import { median, medianRatio, perSecond } from './measure.ts'
import type { Bench, Row } from './scenario.ts'

/** One contestant, and how to measure its rate per second in one run. */
export type Run = { contestant: string; rate: () => Promise<number>; note?: string }

/** Runs all contestants in turn in each round. The first one is the floor. */
export const compareRuns = async (
  { rounds, measure, log }: Bench,
  scenario: string,
  runs: Run[],
): Promise<Row[]> => {
  const rates: number[][] = runs.map(() => [])
  for (let round = 1; round <= rounds; round += 1) {
    const measured = await measure(() => inTurn(runs, ({ rate }) => rate()))
    measured.forEach((rate, index) => rates[index]?.push(rate))
    const line = runs.map(
      ({ contestant }, index) => `${contestant} ${perSecond(measured[index] ?? 0)}`,
    )
    log(`round ${round}: ${line.join(', ')}`)
  }
  return runs.map(({ contestant, note }, index) => ({
    scenario,
    contestant,
    result: perSecond(median(rates[index] ?? [])),
    ratio: medianRatio(rates[index] ?? [], rates[0] ?? []),
    goal: null,
    ...(note !== undefined && { note }),
  }))
}
