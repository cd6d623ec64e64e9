import type { CheckInfo } from './check-info.ts'
import type { Finding } from './finding.ts'
import type { Session } from './session.ts'

/** Which endpoints a check calls: without an answer of theirs it cannot be judged. */
export type Calls = 'lookup' | 'webhook' | 'both' | 'none'

export type Check = CheckInfo & {
  calls: Calls
  /** Ids of checks without which this one would tell nothing new: skipped when one of them failed. */
  after?: readonly string[]
  run: (session: Session) => Promise<Finding>
}
