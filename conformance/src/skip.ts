/** Why a check is not run at all. */
import type { Check } from './check.ts'
import type { Need } from './check-info.ts'
import { API_URL_ANSWERS, WEBHOOK_URL_ANSWERS } from './checks/connection.ts'
import type { Left } from './finding.ts'
import type { Purpose } from './http/exchange.ts'
import { isGiven } from './needs.ts'
import type { CheckResult } from './report.ts'
import type { Session } from './session.ts'

/** After so many requests in a row without an answer in time, an endpoint is not asked again. */
const UNANSWERED_MAX = 3

export const reasonToSkip = (
  check: Check,
  session: Session,
  before: ReadonlyMap<string, CheckResult>,
): Left | null => {
  if (session.signal.aborted) {
    return left('The run was stopped, or its time was used up.', 'Run it again.')
  }
  return (
    needOf(check, session) ??
    nobodyThere(check, before) ??
    endpointOf(check, session, before) ??
    failedBefore(check, before)
  )
}

const needOf = (check: Check, session: Session): Left | null => {
  const missing = check.needs.filter((need) => !isGiven(need, check.calls, session))
  if (missing.length === 0) return null
  const [first] = missing
  if (first === 'server on this machine') return left(NEVER_TRAVELS, `Give ${WHAT_TO_GIVE[first]}.`)
  return left(`Not given: ${missing.join(', ')}.`, `Give ${WHAT_TO_GIVE[first ?? 'payable']}.`)
}

const NEVER_TRAVELS =
  'This check sends the HMAC secret, which must never travel: it is for a server on this machine alone.'

const WHAT_TO_GIVE: Readonly<Record<Need, string>> = {
  payable: 'a reference that can be paid, as payable',
  paid: 'a reference that was paid, as paid',
  unavailable: 'a reference that your server answers 503 for, as unavailable',
  pay: 'a reference that this run may pay for good, as pay',
  'second pay': 'a second reference that this run may pay for good, as pay too',
  'third pay': 'a third reference that this run may pay for good, as pay too',
  odd: 'payable references with Arabic, spaces or slashes, as odd',
  qr: 'the token of one of your static QR codes, as qr',
  'second API secret': 'two API secrets that are both in force',
  'second HMAC secret': 'two HMAC secrets that are both in force',
  'server on this machine': 'the address of your server on localhost, where it runs for tests',
}

const endpointOf = (
  { id, calls }: Check,
  session: Session,
  before: ReadonlyMap<string, CheckResult>,
): Left | null => {
  const isApiDown = before.get(API_URL_ANSWERS)?.outcome === 'failed'
  const isWebhookDown = before.get(WEBHOOK_URL_ANSWERS)?.outcome === 'failed'
  if (id === WEBHOOK_URL_ANSWERS) {
    // Where nothing listens for the one, nothing listens for the other: told once.
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

/** Without an answer from either endpoint there is nothing to say of answers. */
const nobodyThere = ({ calls }: Check, before: ReadonlyMap<string, CheckResult>): Left | null => {
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

const silent = (url: string): Left => {
  const explanation = `The ${url} left the last ${UNANSWERED_MAX} requests unanswered, so it was not asked again.`
  return left(explanation, 'Repair the first check that got no answer.')
}

const failedBefore = (
  { after = [] }: Check,
  before: ReadonlyMap<string, CheckResult>,
): Left | null => {
  const failed = after.find((id) => before.get(id)?.outcome === 'failed')
  return failed === undefined ? null : down(failed)
}

const down = (id: string): Left => {
  const explanation = `The check ${id} failed, and without it this one would tell nothing.`
  return { ...left(explanation, `Repair ${id} first.`), blockedBy: id }
}

const left = (explanation: string, remedy: string): Left => ({
  outcome: 'skipped',
  explanation,
  remedy,
})
