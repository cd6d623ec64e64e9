/** The usual cause of an unexpected answer, by its symptoms. */
import { headerOf } from '../http/exchange.ts'
import type { Exchange } from '../http/exchange.ts'
import type { FailureReason } from '../http/failure-of.ts'
import { isHtml } from './came.ts'

const BY_FAILURE: Readonly<Record<FailureReason, string>> = {
  refused: 'Start your server, and check the host and port of the URL.',
  unknown_host: 'Check the spelling of the host, and that the DNS has its name.',
  tls:
    'Give the server a certificate from a trusted authority for this name, with the whole chain. ' +
    'For a server on your own machine use http.',
  reset:
    'The process may have crashed, or a handler closed the connection: check the log of your ' +
    'server. Always send an answer, also on errors.',
  timeout:
    'Look for a handler that never answers, such as an await that never ends or a branch without a ' +
    'response. Do slow work after the answer.',
  too_large: 'Answer only with the fields of the specification.',
  not_http:
    'Send a complete HTTP/1.1 response. Content-Length counts bytes, not characters: ' +
    'with Arabic text the two differ.',
  aborted: 'Run it again.',
  unreachable: 'Check the URL, the network and the firewalls.',
}

/** A hint about the cause of this answer, or null. */
export const hintFor = (exchange: Exchange): string | null => {
  const { answer } = exchange
  if (!answer.ok) return BY_FAILURE[answer.reason]
  const { status } = answer
  if (status >= 300 && status < 400) return redirectHint(exchange)
  if (status === 405 || status === 501) {
    return 'The path exists, but not for this method: lookups are GET, webhooks are POST.'
  }
  if (status === 419 || (status === 403 && mentions(exchange, /csrf|forgery/i))) {
    return "Your framework's CSRF protection blocks the endpoint. Exempt it: it has no session."
  }
  if (status === 403 && isHtml(exchange)) {
    return 'A firewall or a login page blocks the endpoint: let the platform through.'
  }
  if (status === 415) return 'Accept Content-Type: application/json, with or without a charset.'
  if (status === 429) {
    return 'A rate limit refused the request. Exempt the platform: all payers share its address.'
  }
  if (status === 404 && isHtml(exchange)) {
    return 'This is the 404 page of a web server or framework: check the URL.'
  }
  if (status >= 500) return 'Check the log of your server for an unhandled error.'
  if (isHtml(exchange)) return 'The answer is an HTML page: answer with JSON.'
  return null
}

const redirectHint = (exchange: Exchange): string => {
  const location = headerOf(exchange, 'location')
  const where = location === null ? 'elsewhere' : `to ${location.slice(0, 200)}`
  return (
    `It redirects ${where}, and the platform does not follow redirects. Give the final URL, and look for ` +
    'rules about https, www, a trailing slash, or a login.'
  )
}

const mentions = ({ answer }: Exchange, pattern: RegExp): boolean =>
  answer.ok && pattern.test(answer.body.toString('utf8'))
