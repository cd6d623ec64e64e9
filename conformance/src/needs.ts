/** Whether the options fulfil the needs of a check. */
import type { Calls, Check } from './check.ts'
import { OPTIONAL, OPT_IN } from './check-info.ts'
import type { Need } from './check-info.ts'
import { isLoopback } from './loopback.ts'
import type { SessionSettings } from './session.ts'

export type RunInputs = Pick<
  SessionSettings,
  'apiUrl' | 'webhookUrl' | 'apiSecrets' | 'hmacSecrets' | 'references'
>

export const isGiven = (need: Need, calls: Calls, given: RunInputs): boolean => {
  const { references, apiSecrets, hmacSecrets, apiUrl, webhookUrl } = given
  const payCount = (references.pay ?? []).length
  switch (need) {
    case 'server on this machine':
      return isLoopback(calls === 'webhook' ? webhookUrl : apiUrl)
    case 'second API secret':
      return apiSecrets.length > 1
    case 'second HMAC secret':
      return hmacSecrets.length > 1
    case 'pay':
      return payCount > 0
    case 'second pay':
      return payCount > 1
    case 'third pay':
      return payCount > 2
    case 'odd':
      return (references.odd ?? []).length > 0
    default:
      return references[need] !== undefined
  }
}

/** Whether an opt-in check is not part of the run (`OPT_IN`). */
export const isOptedOut = ({ needs, calls }: Check, given: RunInputs): boolean =>
  OPT_IN.some((need) => needs.includes(need) && !isGiven(need, calls, given))

/** Whether a certificate of this partner needs the check. */
export const isRequired = (check: Check, given: RunInputs): boolean => {
  const { needs, calls } = check
  const isOptional = OPTIONAL.some((need) => needs.includes(need) && !isGiven(need, calls, given))
  return !isOptional && !isOptedOut(check, given)
}
