/**
 * How many unknown references a channel may ask for: a bucket that refills evenly. Concurrent
 * lookups may overdraw it; the channel waits until the debt is paid back, so the average holds.
 */
export type NotFoundBudget = { left: number; atMs: number }

const MS_PER_MINUTE = 60_000

export const createBudget = (perMinute: number, nowMs: number): NotFoundBudget => ({
  left: perMinute,
  atMs: nowMs,
})

/** Refills the bucket up to now. Its size may have changed since. */
export const refill = (budget: NotFoundBudget, perMinute: number, nowMs: number): void => {
  const gained = (Math.max(0, nowMs - budget.atMs) * perMinute) / MS_PER_MINUTE
  budget.left = Math.min(perMinute, budget.left + gained)
  budget.atMs = nowMs
}

/** Whole seconds until the next lookup is allowed; 0 when it is allowed now. */
export const secondsUntilNext = ({ left }: NotFoundBudget, perMinute: number): number =>
  left >= 1 ? 0 : Math.ceil(((1 - left) * MS_PER_MINUTE) / perMinute / 1000)
