/** Examples of the document about a partner's payments, as its users see them. */
import type { OwnPaymentDetail, OwnPaymentRecord } from '../../own-payments.ts'
import { operatorPayment, operatorPaymentRecord, paymentDetail } from './payments.ts'

type OfChannel = 'partnerId' | 'partnerName' | 'channelId' | 'agentId' | 'takenBy'

const withoutChannel = <T extends Record<OfChannel, unknown>>({
  partnerId: _partnerId,
  partnerName: _partnerName,
  channelId: _channelId,
  agentId: _agentId,
  takenBy: _takenBy,
  ...rest
}: T): Omit<T, OfChannel> => rest

export const ownPaymentRecord: OwnPaymentRecord = withoutChannel(operatorPaymentRecord)

export const ownPayment: OwnPaymentDetail = {
  ...withoutChannel(operatorPayment),
  receiptNumber: '0CD9-DH61-0NBS-YVX4-C000-0ZA9',
  refunds: [],
  timeline: paymentDetail.timeline.filter(
    ({ kind }) => kind !== 'refusal',
  ) as OwnPaymentDetail['timeline'],
  attemptsLeftOut: false,
  statement: null,
}
