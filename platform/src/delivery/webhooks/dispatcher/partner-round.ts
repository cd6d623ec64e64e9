/**
 * The position of the claims on their round over the partners with open deliveries. Each claim
 * looks at some partners, in the order of their numbers; the first follows the last. When all were
 * looked at, the claims rest: thousands of partners may have open deliveries, and none of them due.
 */
export type PartnerRound = {
  /**
   * Starts a round: something may be due to any partner, also to those that were just looked at.
   */
  begin(): void
  /** Whether every partner was looked at since then. */
  isOver(): boolean
  /** Starts the next claim, which looks at the partners after the returned one. */
  next(): number
  /** The claim has looked at all partners up to this one; null when it reached the last. */
  passed(partnerId: number | null): void
}

export const createPartnerRound = (): PartnerRound => {
  let after = 0
  let isOver = true
  /** Where the round began; null until its first claim. */
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
      // Null when a new round began meanwhile: it starts after this claim.
      if (from !== null) isOver = hasComeBy(from, partnerId)
    },
  }
}
