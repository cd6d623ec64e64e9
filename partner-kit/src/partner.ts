import { errorAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import { answerLookup } from './answer-lookup.ts'
import { incomingFromRequest, responseOf } from './fetch-request.ts'
import type { Incoming } from './incoming.ts'
import type { PartnerOptions } from './options.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { ownsPath, routeOf } from './route.ts'
import { checkOptions } from './settings.ts'
import type { Settings } from './settings.ts'

export type Partner = {
  /** Answers a request of the platform. Never rejects; every answer is JSON. */
  fetch: (request: Request) => Promise<Response>
  /** The same for servers without a fetch `Request`. */
  handle: (incoming: Incoming) => Promise<Answer>
  /** Whether a path is `webhookPath`, `basePath`, or below `basePath`. */
  owns: (pathname: string) => boolean
}

/**
 * The partner's two endpoints (sections 4.1 and 4.2): `GET {basePath}/{reference}` and
 * `POST {basePath}/webhooks/platform`.
 *
 * @throws TypeError when an option is wrong, with a sentence that names it.
 * @example
 * const partner = createPartner({
 *   apiSecret: process.env.API_SECRET,
 *   hmacSecret: process.env.HMAC_SECRET,
 *   dedupe: memoryDedupe(),
 *   lookup: async (reference) => {
 *     const invoice = await findInvoice(reference)
 *     if (invoice === undefined) return { status: 'not_found' }
 *     if (invoice.paid) return { status: 'already_paid' }
 *     return { status: 'payable', total_amount: invoice.total }
 *   },
 *   on: { 'payment.success': (data) => markPaid(data.reference, data.paymentId) },
 * })
 */
export const createPartner = <Transaction>(options: PartnerOptions<Transaction>): Partner => {
  const settings = checkOptions(options)

  const handle = async (incoming: Incoming): Promise<Answer> => {
    try {
      return await route(settings, incoming)
    } catch (error) {
      const message = 'Internal error: this is a bug in the partner kit.'
      settings.log({ level: 'error', code: 'internal_error', message, error })
      return errorAnswer('INTERNAL_ERROR')
    }
  }

  return {
    handle,
    fetch: async (request) => responseOf(await handle(incomingFromRequest(request))),
    owns: (pathname) => ownsPath(settings.paths, pathname),
  }
}

const route = async <Transaction>(
  settings: Settings<Transaction>,
  incoming: Incoming,
): Promise<Answer> => {
  const found = routeOf(settings.paths, incoming.method, incoming.pathname)
  switch (found.kind) {
    case 'lookup':
      return answerLookup(settings, incoming, found.segment)
    case 'webhook':
      return receiveWebhook(settings, incoming)
    case 'wrong_method':
      return errorAnswer('METHOD_NOT_ALLOWED', `This path allows only ${found.allow}.`, {
        allow: found.allow,
      })
    case 'none':
      return errorAnswer('ROUTE_NOT_FOUND')
    default:
      return found satisfies never
  }
}
