import { uncallableUrls } from '../../parties/partners/check-url.ts'
import { loadPartnerTarget } from '../../parties/partners/load-target.ts'
import { testAddresses, testWebhook } from '../../operations/test-calls/test-partner.ts'
import { isMade, retryAfterOf } from '../bodies/test-call.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'
import { numberOf } from './partners.ts'

/** Calls that only test a partner's addresses (W147). */
export const testCalls = ({
  db,
  keyring,
  send,
  addressPolicy,
}: RouteDeps): OperatorHandlers<'testCalls'> => {
  const loadTarget = (partnerId: number) => loadPartnerTarget(db, keyring, partnerId)
  const deps = { pool: db.pool, send, loadTarget }
  return {
    async testWebhook({ params, caller }, refuse) {
      const made = await testWebhook(deps, numberOf(params), caller.actor)
      if (made === 'unknown') throw refuse('PARTNER404_NOT_FOUND')
      if (!isMade(made)) throw refuse('TEST429_TOO_MANY', retryAfterOf(made))
      return made
    },

    async testAddresses({ params, body, caller }, refuse) {
      const details = uncallableUrls(body, addressPolicy)
      if (details.length > 0) throw refuse('VALIDATION400', { details })
      const made = await testAddresses(deps, numberOf(params), body, caller.actor)
      if (made === 'unknown') throw refuse('PARTNER404_NOT_FOUND')
      if (!isMade(made)) throw refuse('TEST429_TOO_MANY', retryAfterOf(made))
      return made
    },
  }
}
