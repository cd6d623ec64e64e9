/**
 * A circuit breaker for one partner's calls: pure, the caller gives the time.
 *
 * - *closed*: calls go out. `failuresMax` failures in a row open it.
 * - *open*: no call goes out until `openMs` have passed.
 * - *half-open*: one call goes out as a probe, and all others are refused. Its outcome closes the
 *   breaker or opens it again.
 *
 * The outcome of a call that was admitted before the breaker last changed its state is not counted.
 */
export type Breaker = {
  state: 'closed' | 'open' | 'half_open'
  failuresInRow: number
  /** When the next probe may go out. Only used while open. */
  openUntilMs: number
  /** Grows with every change of state, to recognise outcomes that come late. */
  epoch: number
}

export type BreakerLimits = { failuresMax: number; openMs: number }

/** Permission for one call. Its outcome must be recorded, whatever it is. */
export type Ticket = { epoch: number }

export type Admission = { ok: true; ticket: Ticket } | { ok: false; retryInMs: number }

export const createBreaker = (): Breaker => {
  return { state: 'closed', failuresInRow: 0, openUntilMs: 0, epoch: 0 }
}

/**
 * Asks for permission for one call. An open breaker may become half-open: then this call is the
 * probe.
 */
export const admit = (breaker: Breaker, limits: BreakerLimits, nowMs: number): Admission => {
  switch (breaker.state) {
    case 'closed':
      return { ok: true, ticket: { epoch: breaker.epoch } }
    case 'open': {
      const retryInMs = breaker.openUntilMs - nowMs
      if (retryInMs > 0) return { ok: false, retryInMs }
      move(breaker, 'half_open')
      return { ok: true, ticket: { epoch: breaker.epoch } }
    }
    case 'half_open':
      return { ok: false, retryInMs: limits.openMs }
    default:
      return breaker.state satisfies never
  }
}

/** Records the outcome of an admitted call. */
export const record = (
  breaker: Breaker,
  limits: BreakerLimits,
  ticket: Ticket,
  hasFailed: boolean,
  nowMs: number,
): void => {
  if (ticket.epoch !== breaker.epoch) return
  if (!hasFailed) {
    breaker.failuresInRow = 0
    if (breaker.state !== 'closed') move(breaker, 'closed')
    return
  }
  breaker.failuresInRow += 1
  if (breaker.state === 'half_open' || breaker.failuresInRow >= limits.failuresMax) {
    breaker.openUntilMs = nowMs + limits.openMs
    move(breaker, 'open')
  }
}

const move = (breaker: Breaker, state: Breaker['state']): void => {
  breaker.state = state
  breaker.epoch += 1
}
