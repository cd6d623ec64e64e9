import { Counter, type Registry } from 'prom-client'
import type { Outcome } from '../../delivery/webhooks/acknowledgement.ts'
import type { AttemptResult } from '../../delivery/webhooks/queue/record.ts'
import type { CallCounter } from '../figures/count-calls.ts'
import { isOwnFailure, ownCallOf, THE_PLATFORM_ITSELF } from '../objectives/own-call.ts'
import { promptOf } from '../objectives/prompt.ts'

type CountedAnswer = {
  method: string
  route: string
  status: number
  durationMs: number
  /** Whether it says that a partner did not answer. */
  isPartners: boolean
}

/** Nothing went out: the event waits as before. */
const NOT_AN_ATTEMPT: ReadonlySet<Outcome> = new Set(['not_sent', 'too_many_calls'])

/** Counts what the objectives of the service ask for (W278). */
export const objectiveMetrics = (registry: Registry, calls: CallCounter) => {
  const prompts = new Counter({
    name: 'wasl_webhook_prompt_total',
    help: 'Events by whether they were acknowledged within 60 s: prompt or late. Each counts once.',
    labelNames: ['result'] as const,
    registers: [registry],
  })
  for (const result of ['prompt', 'late']) prompts.inc({ result }, 0)
  return {
    countAttempt(result: AttemptResult, ageSeconds: number): void {
      if (NOT_AN_ATTEMPT.has(result.outcome)) return
      const isAcknowledged = result.outcome === 'acknowledged'
      const came = promptOf({ ...result, isAcknowledged, ageSeconds })
      if (came === null) return
      prompts.inc({ result: came })
      if (came === 'late') calls.failed(result.partnerId, 'prompt')
      else calls.answered(result.partnerId, 'prompt', ageSeconds * 1_000)
    },
    countAnswer({ method, route, status, durationMs, isPartners }: CountedAnswer): void {
      const call = ownCallOf(method, route)
      if (call === null) return
      if (isOwnFailure(status, isPartners)) calls.failed(THE_PLATFORM_ITSELF, call)
      else calls.answered(THE_PLATFORM_ITSELF, call, durationMs)
    },
  }
}
