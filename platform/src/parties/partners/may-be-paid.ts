/** Whether a channel may open a payment for a partner (D40), without I/O. */
import type { PartnerState, PartnerStatus } from '@wasl/protocol'

export type NotPayable =
  | 'PARTNER403_INACTIVE'
  | 'PARTNER409_TESTING'
  | 'PARTNER409_PAUSED'
  | 'CHANNEL403_TEST_ONLY'

/**
 * Why this channel cannot open a payment for the partner now; null when it can. Testing partners and test
 * channels are for each other alone.
 *
 * @example whyNotPaid({ status: 'active', state: 'testing' }, { isTest: false }) // 'PARTNER409_TESTING'
 */
export const whyNotPaid = (
  { status, state }: { status: PartnerStatus; state: PartnerState },
  { isTest }: { isTest: boolean },
): NotPayable | null => {
  if (status === 'inactive') return 'PARTNER403_INACTIVE'
  switch (state) {
    case 'testing':
      return isTest ? null : 'PARTNER409_TESTING'
    case 'live':
      return isTest ? 'CHANNEL403_TEST_ONLY' : null
    case 'paused':
      return isTest ? 'CHANNEL403_TEST_ONLY' : 'PARTNER409_PAUSED'
    default:
      return state satisfies never
  }
}
