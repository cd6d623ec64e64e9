import type { NotMade } from '../../operations/test-calls/test-partner.ts'

/** Whether a test was made. */
export const isMade = <Made extends object>(made: Made | NotMade): made is Made =>
  made !== 'unknown' && !('retryAfterSeconds' in made)

/** The header of the refusal of a test that was not made. */
export const retryAfterOf = (notMade: NotMade): { headers: Record<string, string> } => ({
  headers: {
    'retry-after': String(notMade === 'unknown' ? 1 : notMade.retryAfterSeconds),
  },
})
