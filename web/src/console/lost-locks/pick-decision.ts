/** Who may have given the cash of a case back, and which payments it may have confirmed. */
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'
import { allPages } from '../../lists/all-pages.ts'
import { agentsOf, type OwnSource } from '../../lists/pick/pick-sources.ts'
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
    read: async (signal) => {
      const filters = await filtersOf(found, signal)
      const payments = await allPages((cursor) =>
        on('GET /operator/v1/payments')({ query: { ...filters, limit: LIMIT, cursor }, signal }),
      )
      return payments.map(({ paymentId, reference, partnerName, paidAt, createdAt }) => ({
        id: paymentId,
        name: reference,
        detail: `${partnerName} · ${inDigits(localDay(paidAt ?? createdAt))}`,
      }))
    },
  }
}

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
