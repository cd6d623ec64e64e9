import { ownerNumberOfId } from '../../base/wire-ids.ts'
import { readUuid } from '../server/cursor.ts'

/** Null when the text is not an id. A channel's statement has partner 0 in its id. */
export const statementIn = ({
  statementId,
}: {
  statementId: string
}): { partnerId: number; statementId: string } | null => {
  const id = readUuid(statementId.toLowerCase())
  const partnerId = ownerNumberOfId(statementId)
  return id === null || partnerId === null ? null : { partnerId, statementId: id }
}
