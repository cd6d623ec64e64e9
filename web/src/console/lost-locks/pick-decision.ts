/** Who may have given the cash of a case back, and which payments it may have confirmed. */
import { useQuery } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { allPages } from '../../lists/all-pages.ts'
import { agentsOf, type OwnSource, type Picked } from '../../lists/pick/pick-sources.ts'
import { localDay } from '../../time/zone.ts'
import { useTexts } from '../../texts/texts.ts'
import { useName } from '../money/who.tsx'
import { LOST } from './lost-locks.texts.ts'

export type Case = AnswerOf<'GET /operator/v1/cases'>['items'][number]

const LIMIT = '200'

/** The payer pays again within days; a month is long after the last of them. */
const LOOK_BACK_MS = 31 * 86_400_000

/** Agents of the channel, its safe, the channel itself, and the bank. */
export const useGivers = ({ channelId, takenBy }: Case) => {
  const t = useTexts(LOST)
  const channel = useName(channelId)
  const taker = useName(takenBy)
  const safeId = `safe_${channelId.slice('chn_'.length)}`
  const others = [
    { id: safeId, name: t('safe', { name: channel }) },
    { id: channelId, name: channel, detail: t('channelItself') },
    { id: 'bank', name: t('bank') },
  ]
  const source: OwnSource = {
    key: `givers ${channelId} ${channel}`,
    placeholder: t('giverName'),
    read: async (signal) => [
      ...(await agentsOf(channelId, signal)).map(({ agentId, name }) => ({ id: agentId, name })),
      ...others,
    ],
  }
  return { source, first: others.find(({ id }) => id === takenBy) ?? { id: takenBy, name: taker } }
}

/**
 * Paid payments of the same channel and amount: of the reference that the payer wanted to pay, or, for what
 * a count found, of the month before.
 */
export const usePaymentsOf = (found: Case): OwnSource => {
  const t = useTexts(LOST)
  return {
    key: `payments ${found.caseId}`,
    placeholder: t('reference'),
    read: async (signal) => (await readPayments(found, signal)).map(asPicked),
  }
}

/**
 * The payment of what the payer wanted to pay that the same person took: its cash may be the same, said to be
 * taken on two devices (W298). Null without such a payment, and for the case of a count.
 */
export const useSameCash = (found: Case): Picked | null => {
  const { data = null } = useQuery({
    queryKey: ['same cash', found.caseId],
    enabled: found.paymentId !== null,
    async queryFn({ signal }) {
      const payments = await readPayments(found, signal)
      const own = payments.find((one) => (one.takenBy ?? one.channelId) === found.takenBy)
      if (own === undefined || (await explainsOther(found, own.paymentId, signal))) return null
      return asPicked(own)
    },
  })
  return data
}

/** Whether a case of the same person has ended with this payment: it explains one (W109). */
const explainsOther = async (
  { partnerId, takenBy }: Case,
  paymentId: string,
  signal: AbortSignal,
): Promise<boolean> => {
  const agentId = takenBy.startsWith('agt_') ? takenBy : undefined
  const { items } = await on('GET /operator/v1/cases')({
    query: { status: 'confirmed', partnerId: partnerId ?? undefined, agentId, limit: LIMIT },
    signal,
  })
  return items.some(({ confirmedBy }) => confirmedBy === paymentId)
}

type Paid = AnswerOf<'GET /operator/v1/payments'>['items'][number]

const readPayments = async (found: Case, signal: AbortSignal): Promise<Paid[]> => {
  const filters = await filtersOf(found, signal)
  return allPages((cursor) =>
    on('GET /operator/v1/payments')({ query: { ...filters, limit: LIMIT, cursor }, signal }),
  )
}

const asPicked = ({ paymentId, reference, partnerName, paidAt, createdAt }: Paid): Picked => ({
  id: paymentId,
  name: reference,
  detail: `${partnerName} · ${inDigits(localDay(paidAt ?? createdAt))}`,
})

/** Without letters, so that it stands behind a name in any script: `27/11/2026`. */
const inDigits = (day: string): string => day.split('-').toReversed().join('/')

const filtersOf = async (
  { paymentId, partnerId, channelId, amount, takenAt }: Case,
  signal: AbortSignal,
) => {
  const filters = { channelId, amount: String(amount), stage: 'paid' } as const
  if (paymentId === null || partnerId === null) {
    const createdSince = new Date(Date.parse(takenAt) - LOOK_BACK_MS).toISOString()
    return { ...filters, createdSince }
  }
  const read = on('GET /operator/v1/payments/{paymentId}')
  // The bill has the centimes that its coins have not (W297).
  const { reference, amount: bill } = await read({ params: { paymentId }, signal })
  return { ...filters, partnerId, reference, amount: String(bill) }
}
