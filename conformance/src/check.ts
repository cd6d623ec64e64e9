import type { CheckInfo } from './check-info.ts'
import type { Finding } from './finding.ts'
import type { Session } from './session.ts'

/** The endpoints that a check calls. It is skipped when they do not answer. */
export type Calls = 'lookup' | 'webhook' | 'both' | 'none'

export type Check = CheckInfo & {
  calls: Calls
  /** Ids of the checks that this one builds on. It is skipped when one of them failed. */
  after?: readonly string[]
  run: (session: Session) => Promise<Finding>
}
