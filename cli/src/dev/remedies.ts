/** What a partner developer does about an attempt that was not acknowledged, or a failed lookup. */
import type { Outcome } from '@wasl/platform'
import type { FaultKind } from './faults.ts'

export type Unacknowledged = {
  outcome: Exclude<Outcome, 'acknowledged'>
  status: number | null
  url: string
  /** The fault that the attempt met, when it met one. */
  fault: FaultKind | null
}

/** One sentence, or two. */
export const webhookRemedy = ({ outcome, status, url, fault }: Unacknowledged): string => {
  if (fault !== null) return faultRemedy(fault)
  switch (outcome) {
    case 'http_status':
      return statusRemedy(status ?? 0, url)
    case 'not_acknowledged':
      return 'Answer HTTP 200 with {"success":true} as JSON, also for events that you do nothing about.'
    case 'timeout':
      return 'Acknowledge within 10 s: store the event, answer, and do slow work afterwards.'
    case 'connection':
      return `Is your server running, and does it listen where ${url} leads?`
    case 'dns':
      return `Look whether the host name in ${url} is right.`
    case 'tls':
      return `The certificate of ${url} is not trusted; on this machine, plain http is fine.`
    case 'too_large':
      return 'An acknowledgement is {"success":true} and nothing more.'
    case 'bad_encoding':
      return 'Do not compress the answer: the platform asks for "identity".'
    case 'not_sent':
      return 'Nothing left the platform: it is sent in its turn, and its schedule has not moved on.'
    case 'too_many_calls':
      return 'Nothing left the platform, which had too much under way: it tries again by itself.'
    case 'bad_request':
    case 'refused_address':
      return `Nothing left the platform: ${url} is no address that it may call. Give it another one.`
    default:
      return `What answers at ${url} is no usable HTTP/1.1 server.`
  }
}

const faultRemedy = (fault: FaultKind): string =>
  fault === 'tamper'
    ? 'Right: the signature was wrong (wasl dev fault tamper), so nothing may be acknowledged.'
    : `That is the fault "${fault}": the event comes again, and must change nothing a second time.`

const statusRemedy = (status: number, url: string): string => {
  if (status === 401 || status === 403) {
    return 'Your server refused it: compare its secrets with "wasl dev env"; "wasl verify" finds out why a signature is wrong.'
  }
  if (status === 404 || status === 405) return `Your server has no handler for POST ${url}.`
  if (status >= 300 && status < 400) {
    return 'Redirects are not followed: give the URL that it leads to (a slash at the end? https?).'
  }
  if (status === 400 || status === 422) {
    return 'Ignore fields and events that you do not know; acknowledge them with {"success":true}.'
  }
  if (status === 413) return 'Your server takes too small bodies: an event has less than 2 KB.'
  if (status === 415) return 'Take application/json.'
  return 'Look into the log of your server: its handler failed.'
}

/** By the code that the channel is told (D11). */
export const lookupRemedy = (code: string, explanation: string, url: string): string | null => {
  switch (code) {
    case 'REFERENCE404_NOT_FOUND':
      return 'Your server does not know this reference: make an unpaid order with it, or pay another one.'
    case 'PARTNER504_TIMEOUT':
      return 'Answer a lookup within 5 s.'
    case 'PARTNER503_UNAVAILABLE':
      // The same code whoever says it: as the partner's own answer, or because nobody was asked.
      return /\bpartner answered 503\b/i.test(explanation)
        ? 'Your server answered 503 itself: look into its log; with the kit, `log` names the field.'
        : 'After several failures in a row the platform waits a little: try again in a moment.'
    case 'PARTNER502_BAD_RESPONSE':
      return explanation.includes('connection')
        ? `Is your server running, and does it listen where ${url} leads?`
        : `Try it yourself: curl -i ${url}/… -H "Authorization: Bearer $API_SECRET" -H "X-Timestamp: $(date +%s)"`
    default:
      return null
  }
}
