/**
 * How many references that do not exist a channel may ask for: a bucket that fills again evenly. It
 * may be overdrawn by what was asked for at the same time; the debt is waited for, so that the
 * average holds.
 */
export type NotFoundBudget = { left: number; atMs: number }

const MS_PER_MINUTE = 60_000

export const createBudget = (perMinute: number, nowMs: number): NotFoundBudget => ({
  left: perMinute,
  atMs: nowMs,
})

/** Fills the bucket up to now. Its size may have been changed meanwhile. */
export const refill = (budget: NotFoundBudget, perMinute: number, nowMs: number): void => {
  const gained = (Math.max(0, nowMs - budget.atMs) * perMinute) / MS_PER_MINUTE
  budget.left = Math.min(perMinute, budget.left + gained)
  budget.atMs = nowMs
}

/** Whole seconds until one more may be asked for; 0 when it may be now. */
export const secondsUntilNext = ({ left }: NotFoundBudget, perMinute: number): number =>
  left >= 1 ? 0 : Math.ceil(((1 - left) * MS_PER_MINUTE) / perMinute / 1000)
