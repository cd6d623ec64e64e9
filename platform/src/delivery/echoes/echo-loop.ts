import type { Logger } from 'pino'
import type pg from 'pg'
import { fetchPaymentDetails } from '../lookups/ask-partner.ts'
import type { GuardedFailure, GuardedSend } from '../../base/outbound/partner-guard.ts'
import type { PartnerTarget } from '../../parties/partners/load-target.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { claimEchoes, type ClaimedEcho } from './claim.ts'
import { afterLookup, answerOf, type EchoAnswer } from './echo.ts'
import { postponeEcho, recordEcho } from './record.ts'

export type EchoDeps = {
  pool: pg.Pool
  loadTarget: (partnerId: number) => Promise<PartnerTarget | null>
  /** Sends only when payers' lookups leave room. */
  sendWhenQuiet: GuardedSend
  onEcho: (result: EchoAnswer | 'postponed' | 'refunded') => void
  log: Logger
}

/** Echoes of one process at once, of as many partners. */
export const ECHOES_MAX = 16

export type EchoLoop = {
  /** Claims what is due and starts its lookups. The next one of a partner follows when one has ended. */
  round(): Promise<void>
  /** Waits for the lookups under way. */
  stop(): Promise<void>
}

/** Looks acknowledged payments up again: one at a time of each partner in each process. */
export const createEchoLoop = (deps: EchoDeps): EchoLoop => {
  const running = new Map<number, Promise<void>>()
  let lastPartner = 0
  let isStopping = false
  let claiming: Promise<void> | null = null
  let isAskedAgain = false

  const claim = async (): Promise<void> => {
    do {
      isAskedAgain = false
      const limit = ECHOES_MAX - running.size
      if (limit <= 0 || isStopping) return
      const asked = { busy: [...running.keys()], after: lastPartner, limit }
      for (const echo of await claimEchoes(deps.pool, asked)) {
        lastPartner = echo.partner_id
        running.set(echo.partner_id, run(echo))
      }
    } while (isAskedAgain)
  }

  // Claims run one after another, so that none takes a second echo of a partner.
  const round = (): Promise<void> => {
    isAskedAgain = true
    claiming ??= claim().finally(() => (claiming = null))
    return claiming
  }

  const run = async (echo: ClaimedEcho): Promise<void> => {
    const report = (error: unknown): void => {
      // The lease lapses, and the echo is made again.
      const partnerId = partnerWireId(echo.partner_id)
      deps.log.error({ err: error, partnerId }, 'an echo failed')
    }
    const wasMade = await makeEcho(deps, echo).catch(report)
    running.delete(echo.partner_id)
    // While payers' lookups go first, the other echoes of this partner wait for a later round.
    if (wasMade === true) void round().catch(report)
  }

  return {
    round,
    async stop() {
      isStopping = true
      await claiming
      await Promise.all(running.values())
    },
  }
}

/** Whether it was made; otherwise it is postponed. */
const makeEcho = async (deps: EchoDeps, echo: ClaimedEcho): Promise<boolean> => {
  const { pool, onEcho } = deps
  if (echo.is_refunded) {
    await recordEcho(pool, echo, { state: 'refunded', nextLookupMs: null }, null)
    onEcho('refunded')
    return true
  }
  const target = await deps.loadTarget(echo.partner_id)
  const lookup = target?.status === 'active' ? await lookUp(deps, target, echo.reference) : null
  if (lookup === null) {
    await postponeEcho(pool, echo)
    onEcho('postponed')
    return false
  }
  const { answer, clause } = answerOf(lookup)
  await recordEcho(pool, echo, afterLookup(echo.state, answer, echo.lookups), clause)
  onEcho(answer)
  return true
}

const NOT_SENT: ReadonlySet<GuardedFailure['reason']> = new Set([
  'breaker_open',
  'too_many_calls',
  'no_resources',
])

/** The lookup; null when nothing was sent. */
const lookUp = async ({ sendWhenQuiet }: EchoDeps, target: PartnerTarget, reference: string) => {
  let wasSent = true
  const send: GuardedSend = async (request, read) => {
    const result = await sendWhenQuiet(request, read)
    wasSent = result.ok || !NOT_SENT.has(result.reason)
    return result
  }
  const lookup = await fetchPaymentDetails({ send }, { ...target, reference })
  return wasSent ? lookup : null
}
