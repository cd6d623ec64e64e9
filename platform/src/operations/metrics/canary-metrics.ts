import { Counter, type Registry } from 'prom-client'
import type { CanaryDeps } from '../canaries/round.ts'

/** Counts canaries: lookups of test references, apart from those of payers. */
export const canaryCounter = (registry: Registry): CanaryDeps['onCanary'] => {
  const canaries = new Counter({
    name: 'wasl_canary_lookups_total',
    help: 'Hourly lookups of the test references of live partners.',
    labelNames: ['result'] as const,
    registers: [registry],
  })
  for (const result of ['passed', 'failed'] as const) canaries.inc({ result }, 0)
  return (result) => canaries.inc({ result })
}
