/** Whether a run can tell a right refusal from a partner that refuses everything. */
import type { Group } from './check-info.ts'
import { WEBHOOK_ACKNOWLEDGED } from './checks/webhook.ts'
import type { CheckResult } from './report.ts'

/** Where most checks pass when the partner refuses. */
const REFUSALS: ReadonlySet<Group> = new Set(['authorisation', 'timestamp', 'signature'])

/** A warning, or null when an event that must be accepted was sent too, or none was to be refused. */
export const controlWarning = (checks: readonly CheckResult[]): string | null => {
  const refused = checks.some(({ group, outcome }) => REFUSALS.has(group) && outcome === 'passed')
  if (!refused || checks.some(({ id }) => id === WEBHOOK_ACKNOWLEDGED)) return null
  return (
    'This run sent nothing that must be accepted, so a partner that refuses everything, or a wrong ' +
    `secret, looks right in it. Add the check ${WEBHOOK_ACKNOWLEDGED}.`
  )
}
