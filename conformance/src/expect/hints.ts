/** What usually lies behind an answer that should not have come, told by its symptoms. */
import { headerOf } from '../http/exchange.ts'
import type { Exchange } from '../http/exchange.ts'
import type { FailureReason } from '../http/failure-of.ts'
import { isHtml } from './came.ts'

const BY_FAILURE: Readonly<Record<FailureReason, string>> = {
  refused: 'Start your server, and check host and port of the URL.',
  unknown_host: 'Check how the host is spelt, and that its name is in the DNS.',
  tls:
    'Give the server a certificate of a trusted authority for this very name, with the whole chain. ' +
    'For a server on your own machine use http.',
  reset:
    'The process may have crashed, or a handler closed the connection: look into the log of your ' +
    'server. Always send an answer, also on errors.',
  timeout:
    'Look for a handler that never answers, such as an await without an end or a branch without a ' +
    'response, and put slow work behind the answer.',
  too_large: 'Answer with the fields of the specification alone.',
  not_http:
    'Send a whole HTTP/1.1 response whose Content-Length is the number of bytes, not of characters: ' +
    'with Arabic text the two differ.',
  aborted: 'Run it again.',
  unreachable: 'Check the URL, the network, and the firewall between.',
}

/** A hint for what came, or null when it tells nothing by itself. */
export const hintFor = (exchange: Exchange): string | null => {
  const { answer } = exchange
  if (!answer.ok) return BY_FAILURE[answer.reason]
  const { status } = answer
  if (status >= 300 && status < 400) return redirectHint(exchange)
  if (status === 405 || status === 501) {
    return 'The path is there but not for this method: lookups are GET, webhooks are POST.'
  }
  if (status === 419 || (status === 403 && mentions(exchange, /csrf|forgery/i))) {
    return 'A CSRF protection of your framework stands before the endpoint: exempt it, it has no session.'
  }
  if (status === 403 && isHtml(exchange)) {
    return 'A firewall, or a page for people, stands before the endpoint: let the platform through.'
  }
  if (status === 415) return 'Accept Content-Type: application/json, with or without a charset.'
  if (status === 429) {
    return 'A rate limit refused it: let the platform through, whose many payers share one address.'
  }
  if (status === 404 && isHtml(exchange)) {
    return 'This is the page of a web server or framework for a path it does not know: check the URL.'
  }
  if (status >= 500) return 'Look into the log of your server: it met an error that nobody handled.'
  if (isHtml(exchange)) return 'This is a page for people: let the endpoint answer with JSON.'
  return null
}

const redirectHint = (exchange: Exchange): string => {
  const location = headerOf(exchange, 'location')
  const where = location === null ? 'elsewhere' : `to ${location.slice(0, 200)}`
  return (
    `It redirects ${where}, and redirects are not followed. Give the final URL, and look for rules ` +
    'about https, www, a slash at the end, or a login.'
  )
}

const mentions = ({ answer }: Exchange, pattern: RegExp): boolean =>
  answer.ok && pattern.test(answer.body.toString('utf8'))
