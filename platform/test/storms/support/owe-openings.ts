import type { Pipeline } from '../../../src/base/database/pipeline.ts'
import { channelNumber } from '../../../src/base/wire-ids.ts'
import { createLockReference } from '../../../src/payments/lock.ts'
import { newReference, type TestChannel, type TestPartner } from '../../support/node.ts'

/** Opens payments without a lookup, so that their events are owed; returns their references. */
export const oweOpenings = async (
  opens: Pipeline,
  channel: TestChannel,
  partner: TestPartner,
  count: number,
): Promise<string[]> => {
  const lock = createLockReference(opens)
  const payments = await Promise.all(
    Array.from({ length: count }, () =>
      lock({
        partnerId: partner.number,
        reference: newReference(),
        channelId: channelNumber(channel.channelId) as number,
        channelKind: channel.kind,
        amount: 59_980,
        currency: 'DZD',
        amountDetail: [],
        details: [],
        lockSeconds: 86_400,
      }),
    ),
  )
  return payments.map((payment) => payment?.reference ?? '')
}
