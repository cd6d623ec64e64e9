import type { TestPlatform } from './platform.ts'
import { until } from './wait.ts'

/** A run of all checks: one that takes too long is given up, and is not run. */
export const integrityOf = (
  platform: Pick<TestPlatform, 'operator'>,
): Promise<{ result: string; items: { result: string }[] }> =>
  until('all checks to be run', async () => {
    const run = await platform.operator('/integrity')
    return run.result !== 'not all run' && run
  })
