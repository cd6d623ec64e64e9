/** A user in a list of users. */
type Listed = { userId: string; side: string; role: string; status: string }

/**
 * Whether nobody else of their side manages users: then they stay owner (W133). The list must be that of
 * one operator or partner; another one's owners do not count.
 */
export const isLastOwner = (user: Listed, all: readonly Listed[]): boolean =>
  isActiveOwner(user) &&
  !all.some(
    (other) => other.side === user.side && other.userId !== user.userId && isActiveOwner(other),
  )

const isActiveOwner = ({ role, status }: Listed): boolean => role === 'owner' && status === 'active'
