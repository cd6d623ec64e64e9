import { acknowledgement, errorAnswer, unauthorizedAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import { checkAuthorization } from './authorization.ts'
import { handleEvent } from './handle-event.ts'
import type { BodyRead, Incoming } from './incoming.ts'
import type { Settings } from './settings.ts'
import { refusalMessage } from './refusal.ts'
import type { WebhookRefusal } from './refusal.ts'
import { verifySigned } from './verify-webhook.ts'
import type { VerifiedWebhook } from './verify-webhook.ts'

/**
 * `POST {API_URL}/webhooks/platform` (sections 4.2, 5, 6). Checks the API secret before it reads the
 * body, and the signature before it parses the body.
 */
export const receiveWebhook = async <Transaction>(
  settings: Settings<Transaction>,
  incoming: Incoming,
): Promise<Answer> => {
  const { secrets, toleranceSeconds, bodyBytesMax } = settings
  const header = incoming.headers.get('authorization')
  const authorization = checkAuthorization(header, secrets.apiSecretBlocks)
  if (!authorization.ok) {
    const message = refusalMessage(authorization.reason, toleranceSeconds)
    return refuse(settings, authorization.reason, message)
  }
  const read = await incoming.readBody(bodyBytesMax)
  if (!read.ok) return answerUnread(settings, read.problem, incoming.advice)
  const webhook = verifySigned({
    body: read.bytes,
    headers: incoming.headers,
    secrets,
    toleranceSeconds,
    nowSeconds: settings.nowSeconds(),
  })
  if (!webhook.ok) return refuse(settings, webhook.reason, webhook.message)
  if (!webhook.known) return acknowledgeUnknown(settings, webhook.event.event)
  return handleEvent(settings, webhook.event, eventIdOf(incoming))
}

const refuse = <Transaction>(
  settings: Settings<Transaction>,
  reason: Exclude<VerifiedWebhook, { ok: true }>['reason'],
  message: string,
): Answer => {
  settings.log({ level: 'warn', code: 'webhook_refused', message })
  return isAboutContent(reason) ? errorAnswer('BAD_REQUEST', message) : unauthorizedAnswer(message)
}

/** The signature is correct, but the content is invalid. */
const isAboutContent = (reason: WebhookRefusal): boolean => {
  switch (reason) {
    case 'not_utf8':
    case 'not_json':
    case 'not_an_object':
    case 'malformed_event':
      return true
    default:
      return false
  }
}

const answerUnread = <Transaction>(
  settings: Settings<Transaction>,
  problem: Extract<BodyRead, { ok: false }>['problem'],
  advice = 'Mount the partner before express.json() and any other body parser.',
): Answer => {
  const { log, bodyBytesMax } = settings
  switch (problem) {
    case 'already_read': {
      const message =
        'The request body was read before it reached the partner kit, so the signature cannot be ' +
        `verified. The event was not acknowledged. ${advice}`
      log({ level: 'error', code: 'webhook_body_already_read', message })
      return errorAnswer('INTERNAL_ERROR', message)
    }
    case 'too_large': {
      const message = `The body is larger than ${bodyBytesMax} bytes.`
      log({ level: 'warn', code: 'webhook_refused', message })
      return errorAnswer('PAYLOAD_TOO_LARGE', message)
    }
    case 'incomplete': {
      const message = 'The connection ended before the body was complete.'
      log({ level: 'warn', code: 'webhook_body_incomplete', message })
      return errorAnswer('BAD_REQUEST', message)
    }
    default:
      return problem satisfies never
  }
}

const EVENT_NAME_SHOWN_MAX = 80

const acknowledgeUnknown = <Transaction>(settings: Settings<Transaction>, kind: string): Answer => {
  const event = kind.slice(0, EVENT_NAME_SHOWN_MAX)
  const message = `Acknowledged an event of the unknown kind ${JSON.stringify(event)}.`
  settings.log({ level: 'warn', code: 'webhook_unknown_event', event, message })
  return acknowledgement()
}

// The header is unsigned: accept only a short token that is safe to log.
const EVENT_ID = /^[0-9A-Za-z-]{1,64}$/

const eventIdOf = (incoming: Incoming): string | null => {
  const header = incoming.headers.get('x-event-id')
  return header !== null && EVENT_ID.test(header) ? header : null
}
