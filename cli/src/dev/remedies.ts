/** What a partner's developer can do about a failed attempt or lookup. */
import type { Outcome } from '@wasl/platform'
import type { FaultKind } from './faults.ts'

export type FailedAttempt = {
  outcome: Exclude<Outcome, 'acknowledged'>
  status: number | null
  url: string
  /** The simulated fault of the attempt, if any. */
  fault: FaultKind | null
}

export const webhookRemedy = ({ outcome, status, url, fault }: FailedAttempt): string => {
  if (fault !== null) return faultRemedy(fault)
  switch (outcome) {
    case 'http_status':
      return statusRemedy(status ?? 0, url)
    case 'not_acknowledged':
      return 'Answer HTTP 200 with {"success":true} as JSON, also for events that you ignore.'
    case 'timeout':
      return 'Acknowledge within 10 s: store the event, answer, and do slow work later.'
    case 'connection':
      return `Is your server running, and does it listen at ${url}?`
    case 'dns':
      return `Check the host name in ${url}.`
    case 'tls':
      return `The certificate of ${url} is not trusted; on this machine, plain http is fine.`
    case 'too_large':
      return 'Answer {"success":true} and nothing else.'
    case 'bad_encoding':
      return 'Do not compress the answer: the platform asks for "identity".'
    case 'not_sent':
      return 'The platform sent nothing: it sends the event in its turn, and no attempt was used up.'
    case 'too_many_calls':
      return 'The platform sent nothing, because too many calls were under way: it tries again.'
    case 'bad_request':
    case 'refused_address':
      return `The platform sent nothing: it may not call ${url}. Give another URL.`
    default:
      return `The server at ${url} does not speak valid HTTP/1.1.`
  }
}

const faultRemedy = (fault: FaultKind): string =>
  fault === 'tamper'
    ? 'Your server is right: the signature was wrong (wasl dev fault tamper).'
    : `This is the fault "${fault}": the event is sent again, and must change nothing a second time.`

const FINAL_URL =
  'The platform follows no redirect: give the final URL (a slash at the end? https?).'

const statusRemedy = (status: number, url: string): string => {
  if (status === 401 || status === 403) {
    return 'Your server refused it: compare its secrets with "wasl dev env"; "wasl verify" finds out why a signature is wrong.'
  }
  if (status === 404 || status === 405) return `Your server has no handler for POST ${url}.`
  if (status >= 300 && status < 400) {
    return FINAL_URL
  }
  if (status === 400 || status === 422) {
    return 'Ignore fields and events that you do not know; acknowledge them with {"success":true}.'
  }
  if (status === 413) return 'Your server accepts only smaller bodies: an event has up to 2 KB.'
  if (status === 415) return 'Accept application/json.'
  return 'Look at the log of your server: its handler failed.'
}

/** By the error code that the channel gets (D11). */
export const lookupRemedy = (code: string, explanation: string, url: string): string | null => {
  switch (code) {
    case 'REFERENCE404_NOT_FOUND':
      return 'Your server does not know this reference: add it there, or pay another one.'
    case 'PARTNER504_TIMEOUT':
      return 'Answer a lookup within 5 s.'
    case 'PARTNER503_UNAVAILABLE':
      // Either the partner answered so, or the circuit breaker is open.
      return /\bpartner answered 503\b/i.test(explanation)
        ? 'Your server answered 503: look at its log; with the kit, `log` names the field.'
        : 'After several failures in a row the platform stops calling for a while: try again in a moment.'
    case 'PARTNER502_BAD_RESPONSE':
      if (explanation.includes('redirects are not followed')) return FINAL_URL
      return explanation.includes('connection')
        ? `Is your server running, and does it listen at ${url}?`
        : `Try it yourself: curl -i ${url}/… -H "Authorization: Bearer $API_SECRET" -H "X-Timestamp: $(date +%s)"`
    default:
      return null
  }
}
