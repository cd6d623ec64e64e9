/** Warns about a run that cannot tell a correct refusal from a partner that refuses everything. */
import type { Group } from './check-info.ts'
import { WEBHOOK_ACKNOWLEDGED } from './checks/webhook.ts'
import type { CheckResult } from './report.ts'

/** Groups whose checks mostly pass when the partner refuses. */
const REFUSALS: ReadonlySet<Group> = new Set(['authorisation', 'timestamp', 'signature'])

/** A warning, or null when the run also sent an event that must be accepted, or expected no refusal. */
export const controlWarning = (checks: readonly CheckResult[]): string | null => {
  const refused = checks.some(({ group, outcome }) => REFUSALS.has(group) && outcome === 'passed')
  if (!refused || checks.some(({ id }) => id === WEBHOOK_ACKNOWLEDGED)) return null
  return (
    'This run sent no request that must be accepted, so a partner that refuses everything, or a wrong ' +
    `secret, passes it. Add the check ${WEBHOOK_ACKNOWLEDGED}.`
  )
}
