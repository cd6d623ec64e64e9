/** The one place that enforces what an operation needs of its caller (D29). */
import { FORBIDDEN, type Operation, type Permission } from '@wasl/protocol'
import type { Person } from '../../parties/people/session.ts'
import { ApiError } from '../../base/api-error.ts'

/** What every caller has: the permissions of its role, and the user when it is a session. */
export type Permitted = {
  permissions: ReadonlySet<Permission>
  /** Null for a key. */
  person: Person | null
  /** Whether this key may still approve: until the first of the operator's people has signed in. */
  mayApprove?: () => Promise<boolean>
}

/**
 * @throws ApiError the side's own 403 when the role lacks the permission, or PERSON403_STEP_UP when
 *   the user must confirm their identity first, or APPROVAL403_NOT_A_PERSON for a key that
 *   approves.
 */
export const expectPermitted = async (
  { caller, permission, stepUp, approves }: Operation,
  { permissions, person, mayApprove }: Permitted,
): Promise<void> => {
  if (permission !== undefined && !permissions.has(permission)) {
    throw new ApiError(FORBIDDEN[caller], { extra: { permission } })
  }
  if (stepUp === true && person?.isSteppedUp === false) throw new ApiError('PERSON403_STEP_UP')
  if (approves === true && mayApprove !== undefined && !(await mayApprove())) {
    throw new ApiError('APPROVAL403_NOT_A_PERSON')
  }
}
