/** Whether the two endpoints answer. */
import type { Check } from '../check.ts'
import { came } from '../expect/came.ts'
import { hintFor } from '../expect/hints.ts'
import { failed, passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'

export const API_URL_ANSWERS = 'api-url-answers'
export const WEBHOOK_URL_ANSWERS = 'webhook-url-answers'

export const connectionChecks: readonly Check[] = [
  {
    id: API_URL_ANSWERS,
    title:
      'The partner exposes the payment-details lookup: the API URL answers, without a redirect.',
    section: 'sections 1 and 4.1, D11',
    group: 'connection',
    needs: [],
    calls: 'lookup',
    run: async (session) => judge(await session.lookup(session.someReference), session.apiUrl),
  },
  {
    id: WEBHOOK_URL_ANSWERS,
    title: 'The partner exposes the webhook receiver: the Webhook URL answers, without a redirect.',
    section: 'sections 1 and 4.2, D12, D14',
    group: 'connection',
    needs: [],
    calls: 'webhook',
    // Without an Authorization header, so that the partner refuses it without effect.
    run: async (session) => {
      const nothing = { authorization: null, signature: null, eventId: null }
      return judge(await session.deliver(Buffer.from('{}'), nothing), session.webhookUrl)
    },
  },
]

const judge = (exchange: Exchange, url: string): Finding => {
  const { answer } = exchange
  const hint = hintFor(exchange) ?? ''
  if (!answer.ok) {
    const explanation =
      answer.reason === 'refused'
        ? `Nothing listens at ${url}.`
        : `${url} did not give a usable answer: ${answer.message}.`
    return failed(exchange, `${explanation} Expected: an answer over HTTP.`, hint)
  }
  if (answer.status >= 300 && answer.status < 400) {
    return failed(
      exchange,
      `${url} answered with ${came(exchange)}. Expected: an answer without a redirect.`,
      hint,
    )
  }
  return passed(exchange)
}
