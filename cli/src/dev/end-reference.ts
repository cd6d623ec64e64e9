import type { ChannelPayment, OperatorPaymentRecord } from '@wasl/protocol'
import { endOpened, OPEN, payReference } from './payments.ts'
import type { DevAnswer, DevRequest } from './requests.ts'
import type { Session } from './session.ts'

type EndRequest = Extract<DevRequest, { command: 'end' }>

/** Ends the open payment of a reference by the channel that opened it, or opens one first. */
export const endReference = async (
  session: Session,
  { reference, ending, open }: EndRequest,
): Promise<DevAnswer> => {
  const locked = await lockedPayment(session, reference)
  if (locked === null) return payReference(session, { reference, ending, ...open })
  const { channel, paymentId } = locked
  const { apiKey } = session.accounts.channels[channel]
  const opened = await session.api.call<ChannelPayment>('GET', `${OPEN}/${paymentId}`, apiKey)
  return endOpened(session, opened, { channel, ending })
}

const lockedPayment = async (
  { api, accounts, operatorKey }: Session,
  reference: string,
): Promise<OperatorPaymentRecord | null> => {
  const { partnerId } = accounts.partner
  const query = new URLSearchParams({ partnerId, reference, stage: 'locked', limit: '1' })
  const { items } = await api.call<{ items: OperatorPaymentRecord[] }>(
    'GET',
    `/operator/v1/payments?${query.toString()}`,
    operatorKey,
  )
  return items[0] ?? null
}
