/**
 * Where the claims are on their way round the partners to whom something is owed. Each looks at some
 * of them, in the order of their numbers; after the last partner comes the first; and when all were
 * looked at, they rest: something may be owed to thousands of partners, and due to none.
 */
export type PartnerRound = {
  /** Something may be due to any partner, also to those that were just looked at. */
  begin(): void
  /** Whether every partner was looked at since then. */
  isOver(): boolean
  /** The next claim begins: it looks at the partners after the returned one. */
  next(): number
  /** It has looked at all up to this partner; null: at all there are after where it began. */
  passed(partnerId: number | null): void
}

export const createPartnerRound = (): PartnerRound => {
  let after = 0
  let isOver = true
  /** Where the round began; null until its first claim begins. */
  let from: number | null = null
  let isWrapped = false

  const hasComeBy = (begin: number, partnerId: number | null): boolean => {
    if (isWrapped) return partnerId === null || partnerId >= begin
    isWrapped = partnerId === null
    return isWrapped && begin === 0
  }

  return {
    begin() {
      isOver = false
      isWrapped = false
      from = null
    },
    isOver: () => isOver,
    next() {
      from ??= after
      return after
    },
    passed(partnerId) {
      after = partnerId ?? 0
      // Null when the round was begun anew meanwhile: it begins behind this claim then.
      if (from !== null) isOver = hasComeBy(from, partnerId)
    },
  }
}
