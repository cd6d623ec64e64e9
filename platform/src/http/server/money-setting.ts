import type { Database } from '../../base/database/database.ts'
import { confirmSetting, type SaidSetting } from '../../parties/people/setting-requests.ts'
import { ApiError } from '../../base/api-error.ts'
import type { OperatorCaller } from '../operator/operator.ts'

/** The right that a person needs beside that of the operation. */
export const MONEY_RIGHT = 'cash.adjust'

/**
 * Lets a change of money settings pass when another person says the same (D34). Until the operator's
 * first person has signed in, a key sets the platform up alone.
 *
 * @param names which fields of the patch are about money; a change without them passes.
 * @throws ApiError when a right, a person or the second person is missing.
 */
export const expectSecondPerson = async (
  db: Pick<Database, 'pool'>,
  caller: OperatorCaller,
  said: SaidSetting,
  names: readonly string[],
): Promise<void> => {
  if (!names.some((name) => said.patch[name] !== undefined)) return
  const { permissions, person, mayApprove, actor } = caller
  if (!permissions.has(MONEY_RIGHT)) {
    throw new ApiError('OPERATOR403_PERMISSION', { extra: { permission: MONEY_RIGHT } })
  }
  if (person === null) {
    if (await mayApprove?.()) return
    throw new ApiError('APPROVAL403_NOT_A_PERSON')
  }
  const confirmed = await confirmSetting(db.pool, said, actor)
  if (confirmed !== 'confirmed') throw new ApiError(confirmed)
}
