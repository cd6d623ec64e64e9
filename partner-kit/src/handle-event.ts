import type { WebhookEvent } from '@wasl/protocol'
import { acknowledgement, errorAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import type { PartnerLogEntry } from './log.ts'
import type { WebhookContext } from './options.ts'
import type { Settings } from './settings.ts'
import { within } from './within.ts'

type Run<Transaction> = (context: WebhookContext<Transaction>) => void | Promise<void>

/** Handles a verified event once, and acknowledges it only after the handler succeeded. */
export const handleEvent = async <Transaction>(
  settings: Settings<Transaction>,
  event: WebhookEvent,
  eventId: string | null,
): Promise<Answer> => {
  const { log, webhookTimeoutMs } = settings
  const about = aboutEvent(event, eventId)
  const run = handlerFor(settings, event)
  if (run === null) {
    const message = `Acknowledged ${event.event} without a handler.`
    log({ level: 'info', code: 'webhook_without_handler', ...about, message })
    return acknowledgement()
  }
  const result = await within(runOnce(settings, event, eventId, run), webhookTimeoutMs)
  if (!result.late) return result.value
  // The handler continues. If it succeeds, the next attempt is acknowledged as a duplicate.
  const message =
    `The handler of ${event.event} took more than ${webhookTimeoutMs} ms, and the platform waits only ` +
    '10 s. It will send the event again.'
  log({ level: 'error', code: 'webhook_too_slow', ...about, message })
  return errorAnswer('SERVICE_UNAVAILABLE')
}

const runOnce = async <Transaction>(
  settings: Settings<Transaction>,
  event: WebhookEvent,
  eventId: string | null,
  run: Run<Transaction>,
): Promise<Answer> => {
  const { log, dedupe } = settings
  const about = aboutEvent(event, eventId)
  // A property, because TypeScript does not track assignments in a callback to a variable.
  const handler: { state: 'waiting' | 'running' | 'succeeded' | 'failed' } = { state: 'waiting' }
  let thrown: unknown
  try {
    const outcome = await dedupe.once(dedupeKey(event), async (transaction) => {
      handler.state = 'running'
      try {
        await run({ transaction, eventId })
        handler.state = 'succeeded'
      } catch (error) {
        handler.state = 'failed'
        thrown = error
        throw error
      }
    })
    if (outcome === 'duplicate' && handler.state === 'waiting') {
      const message = `Acknowledged a repeated ${event.event} without handling it again.`
      log({ level: 'info', code: 'webhook_duplicate', ...about, message })
      return acknowledgement()
    }
    if (outcome === 'ran' && handler.state === 'succeeded') {
      const message = `Handled ${event.event}.`
      log({ level: 'info', code: 'webhook_handled', ...about, message })
      return acknowledgement()
    }
  } catch (error) {
    thrown ??= error
  }
  // Also for a store that swallowed the handler's error or returned a wrong outcome: an event is
  // acknowledged only if its handler certainly succeeded.
  const failed = handler.state === 'failed'
  const code = failed ? 'webhook_handler_failed' : 'webhook_dedupe_failed'
  const problem = failed
    ? `The handler of ${event.event} threw`
    : 'dedupe.once failed or returned a wrong outcome'
  const message = `${problem}. The event was not acknowledged; the platform will send it again.`
  log({ level: 'error', code, ...about, message, error: thrown })
  return errorAnswer('INTERNAL_ERROR')
}

/** Identifies an event by its signed content, never by the unsigned `X-Event-Id` (D13). */
const dedupeKey = ({ event, data }: WebhookEvent): string => {
  const key = `${event}:${data.paymentId}`
  // A payment has one event of each other kind, and one payment.refunded for each refund.
  return event === 'payment.refunded' ? `${key}:${data.refundId}` : key
}

const handlerFor = <Transaction>(
  settings: Settings<Transaction>,
  { event: kind, data }: WebhookEvent,
): Run<Transaction> | null => {
  // The handler of a kind takes the data of that kind: TypeScript does not follow both at once.
  const handler = settings.on[kind] as
    | ((data: WebhookEvent['data'], context: WebhookContext<Transaction>) => void | Promise<void>)
    | undefined
  return handler === undefined ? null : (context) => handler(data, context)
}

const aboutEvent = (
  event: WebhookEvent,
  eventId: string | null,
): Pick<PartnerLogEntry, 'event' | 'paymentId' | 'reference' | 'eventId'> => {
  const { paymentId, reference } = event.data
  return { event: event.event, paymentId, reference, ...(eventId === null ? {} : { eventId }) }
}
