import { OPERATIONS } from '@wasl/protocol/operations'
import type { AddressPolicy } from '../../base/outbound/address-policy.ts'
import { uncallableUrls } from '../../parties/partners/check-url.ts'
import {
  testAddresses,
  testWebhook,
  type TestDeps,
} from '../../operations/test-calls/test-partner.ts'
import { isMade, retryAfterOf } from '../bodies/test-call.ts'
import type { Handlers } from '../server/routes.ts'
import type { EventsCaller } from './partner.ts'

export const { testCalls: PARTNER_TEST_CALLS } = OPERATIONS.partner

/** A partner tests its own addresses (W147). */
export const partnerTestCalls = ({
  addressPolicy,
  ...deps
}: TestDeps & { addressPolicy: AddressPolicy }): Handlers<
  typeof PARTNER_TEST_CALLS,
  EventsCaller
> => ({
  async testOwnWebhook({ caller: { partnerId, actor } }, refuse) {
    const made = await testWebhook(deps, partnerId, actor)
    if (!isMade(made)) throw refuse('TEST429_TOO_MANY', retryAfterOf(made))
    return made
  },

  async testOwnAddresses({ body, caller: { partnerId, actor } }, refuse) {
    const details = uncallableUrls(body, addressPolicy)
    if (details.length > 0) throw refuse('VALIDATION400', { details })
    const made = await testAddresses(deps, partnerId, body, actor)
    if (!isMade(made)) throw refuse('TEST429_TOO_MANY', retryAfterOf(made))
    return made
  },
})
