import type { PartnerStanding as StandingBody } from '@wasl/protocol'
import { isFailing, type PartnerStanding } from './standing.ts'

/** How a partner does, on the wire. */
export const standingBody = (standing: PartnerStanding): StandingBody => ({
  isFailing: isFailing(standing),
  waiting: standing.waiting,
  givenUp: standing.givenUp,
  since: standing.since?.toISOString() ?? null,
  nextAttemptAt: standing.nextAttemptAt?.toISOString() ?? null,
  lookups: standing.lookups,
})
