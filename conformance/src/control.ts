/** Warns about a run that cannot tell a correct refusal from a partner that refuses everything. */
import type { Group } from './check-info.ts'
import { WEBHOOK_ACKNOWLEDGED } from './checks/webhook.ts'
import type { Exchange } from './http/exchange.ts'
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

/** Fewer could all be requests that must be refused. */
const REFUSED_MIN = 3

/**
 * A warning when the partner answers 401 to every request, also to those with the right secret and a right
 * signature: most often its web server removes the header Authorization before the program sees it.
 */
export const strippedWarning = (
  history: readonly Exchange[],
  checks: readonly CheckResult[],
): string | null => {
  // A run of refusals alone expects 401.
  if (!checks.some(({ outcome }) => outcome === 'failed')) return null
  const answers = history.flatMap(({ answer }) => (answer.ok ? [answer.status] : []))
  if (answers.length < REFUSED_MIN || answers.some((status) => status !== 401)) return null
  return (
    'Every request got 401, whatever it carried. Fix this first: the other failures follow from it. Either ' +
    'API_SECRET is not the one of your server, or your server does not see the header Authorization. Apache ' +
    'with PHP-FPM or CGI removes it: write CGIPassAuth On into .htaccess. Also compare the clocks: X-Timestamp ' +
    'is the time of this machine.'
  )
}
