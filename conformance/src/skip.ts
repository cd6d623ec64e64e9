/** Why a check is not run. */
import type { Check } from './check.ts'
import type { Need } from './check-info.ts'
import { API_URL_ANSWERS, WEBHOOK_URL_ANSWERS } from './checks/connection.ts'
import type { Skipped } from './finding.ts'
import type { Purpose } from './http/exchange.ts'
import { isGiven } from './needs.ts'
import type { CheckResult } from './report.ts'
import type { Session } from './session.ts'

/** After this many consecutive requests without an answer in time, an endpoint gets no more. */
const UNANSWERED_MAX = 3

export const reasonToSkip = (
  check: Check,
  session: Session,
  before: ReadonlyMap<string, CheckResult>,
): Skipped | null => {
  if (session.signal.aborted) {
    return skipped('The run was stopped or timed out.', 'Run it again.')
  }
  return (
    needOf(check, session) ??
    noEndpointOf(check, before) ??
    endpointOf(check, session, before) ??
    failedBefore(check, before)
  )
}

const needOf = (check: Check, session: Session): Skipped | null => {
  const missing = check.needs.filter((need) => !isGiven(need, check.calls, session))
  if (missing.length === 0) return null
  const [first] = missing
  if (first === 'server on this machine') return skipped(LOCAL_ONLY, `Give ${WHAT_TO_GIVE[first]}.`)
  return skipped(`Not given: ${missing.join(', ')}.`, `Give ${WHAT_TO_GIVE[first ?? 'payable']}.`)
}

const LOCAL_ONLY =
  'This check sends the HMAC secret, so it runs only against a server on this machine.'

const WHAT_TO_GIVE: Readonly<Record<Need, string>> = {
  payable: 'a reference that can be paid, as payable',
  paid: 'a reference that is already paid, as paid',
  unavailable: 'a reference that your server answers 503 for, as unavailable',
  pay: 'a reference that this run may mark as paid, as pay',
  'second pay': 'a second reference that this run may mark as paid, as pay too',
  'third pay': 'a third reference that this run may mark as paid, as pay too',
  odd: 'payable references with Arabic, spaces or slashes, as odd',
  qr: 'the token of one of your static QR codes, as qr',
  'second API secret': 'two API secrets that are both valid',
  'second HMAC secret': 'two HMAC secrets that are both valid',
  'server on this machine': 'the address of a test server on localhost',
}

const endpointOf = (
  { id, calls }: Check,
  session: Session,
  before: ReadonlyMap<string, CheckResult>,
): Skipped | null => {
  const isApiDown = before.get(API_URL_ANSWERS)?.outcome === 'failed'
  const isWebhookDown = before.get(WEBHOOK_URL_ANSWERS)?.outcome === 'failed'
  if (id === WEBHOOK_URL_ANSWERS) {
    // Both URLs have the same origin and nothing listens there: report it once.
    const received = before.get(API_URL_ANSWERS)?.received
    const isSame = new URL(session.apiUrl).origin === new URL(session.webhookUrl).origin
    return isApiDown && isSame && received?.kind === 'failure' ? down(API_URL_ANSWERS) : null
  }
  if (isApiDown && (calls === 'lookup' || calls === 'both')) return down(API_URL_ANSWERS)
  const isWebhookSkipped = isApiDown && before.get(WEBHOOK_URL_ANSWERS)?.outcome === 'skipped'
  if ((isWebhookDown || isWebhookSkipped) && (calls === 'webhook' || calls === 'both')) {
    return down(isWebhookDown ? WEBHOOK_URL_ANSWERS : API_URL_ANSWERS)
  }
  if (calls === 'none') return null
  if (calls !== 'webhook' && hasGoneSilent(session, 'lookup')) return silent('API URL')
  return calls !== 'lookup' && hasGoneSilent(session, 'webhook') ? silent('Webhook URL') : null
}

/** The checks of all answers need an answer from one of the endpoints. */
const noEndpointOf = (
  { calls }: Check,
  before: ReadonlyMap<string, CheckResult>,
): Skipped | null => {
  const api = before.get(API_URL_ANSWERS)?.outcome
  const webhook = before.get(WEBHOOK_URL_ANSWERS)?.outcome
  const isDown = api === 'failed' && (webhook === 'failed' || webhook === 'skipped')
  return calls === 'none' && isDown ? down(API_URL_ANSWERS) : null
}

const hasGoneSilent = ({ history }: Session, purpose: Purpose): boolean => {
  const last = history.filter((exchange) => exchange.purpose === purpose).slice(-UNANSWERED_MAX)
  return (
    last.length === UNANSWERED_MAX &&
    last.every(
      ({ answer }) =>
        !answer.ok && (answer.reason === 'timeout' || answer.reason === 'unreachable'),
    )
  )
}

const silent = (url: string): Skipped => {
  const explanation = `The ${url} did not answer the last ${UNANSWERED_MAX} requests, so no more were sent.`
  return skipped(explanation, 'Fix the first check that got no answer.')
}

const failedBefore = (
  { after = [] }: Check,
  before: ReadonlyMap<string, CheckResult>,
): Skipped | null => {
  const failed = after.find((id) => before.get(id)?.outcome === 'failed')
  return failed === undefined ? null : down(failed)
}

const down = (id: string): Skipped => {
  const explanation = `The check ${id} failed, and this one builds on it.`
  return { ...skipped(explanation, `Fix ${id} first.`), blockedBy: id }
}

const skipped = (explanation: string, remedy: string): Skipped => ({
  outcome: 'skipped',
  explanation,
  remedy,
})
