import type { Issue } from '@wasl/protocol'

/** More problems rarely help. */
const ISSUES_SHOWN_MAX = 3

/** The first problems as one line: `data.paidAt: expected …; data.amount: expected …`. */
export const issuesText = (issues: readonly Issue[]): string => {
  const shown = issues.slice(0, ISSUES_SHOWN_MAX)
  const text = shown.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  const more = issues.length - shown.length
  return text.join('; ') + (more > 0 ? `; and ${more} more` : '')
}
