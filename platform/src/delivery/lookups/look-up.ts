import type { Logger } from 'pino'
import type { GuardedSend } from '../../base/outbound/partner-guard.ts'
import type { PartnerTarget } from '../../parties/partners/load-target.ts'
import { fetchPaymentDetails, type Lookup } from './ask-partner.ts'
import { partnerWireId } from '../../base/wire-ids.ts'

export type LookUpDeps = {
  send: GuardedSend
  log: Logger
  /** Called with the result of each lookup. */
  onLookup: ((reference: string, lookup: Lookup) => void) | undefined
}

/** Asks partners for payment details, and logs the causes that the channel is not told. */
export const createLookUp =
  ({ send, log, onLookup }: LookUpDeps) =>
  async (target: PartnerTarget, reference: string, requestId: string): Promise<Lookup> => {
    const lookup = await fetchPaymentDetails({ send }, { ...target, reference, requestId })
    if (!lookup.ok && lookup.cause !== undefined) {
      const subject = { requestId, partnerId: partnerWireId(target.partnerId) }
      log.warn({ ...subject, reason: lookup.cause }, 'a partner cannot be called')
    }
    onLookup?.(reference, lookup)
    return lookup
  }
