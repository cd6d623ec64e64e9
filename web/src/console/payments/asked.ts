/** What the filters of the list ask the platform for. */
import type { CallInput } from '../../api/contract.ts'
import { typedDinars } from '../../shared/api-form.tsx'
import type { Filters } from '../../shared/search-params.ts'
import { dayAfter, today } from '../../shared/zone.ts'

export type Query = NonNullable<CallInput<'GET /operator/v1/payments'>['query']>

/** A channel is searched in a period; this long without one. */
const DAYS_BACK = 30

const RANGE = /^(.*\d)\s*(?:-|–|\.\.|à|to|إلى)\s*(\d.*)$/

/** One amount, or a range of them, as the caller says it: `12 450`, `12 000 - 13 000`. */
const amounts = (typed: string): Query => {
  if (typed === '') return {}
  const [, from, to] = RANGE.exec(typed) ?? []
  const shown = (text: string): string => String(typedDinars(text) ?? text)
  if (from === undefined || to === undefined) return { amount: shown(typed) }
  return { amountFrom: shown(from), amountTo: shown(to) }
}

const STAGES = ['locked', 'paid', 'released', 'refunded'] as const

export const stageOf = (text: string | undefined): (typeof STAGES)[number] | undefined =>
  STAGES.find((stage) => stage === text)

/** The filters, and the first day that a search by channel needs. */
export const withPeriod = (filters: Filters): Filters => {
  const { channelName = '', from = '', reference = '' } = filters
  if (channelName === '' || from !== '' || reference !== '') return filters
  return { ...filters, from: dayAfter(today(), -DAYS_BACK) }
}

/** The query of `GET /operator/v1/payments`. */
export const asked = (filters: Filters): Query => {
  const { reference, partnerName, partnerId, channelName, channelId, amount = '' } = filters
  const stage = stageOf(filters['stage'])
  return {
    ...(reference && { referenceBegins: reference }),
    ...(partnerName && { partnerName }),
    ...(partnerId && { partnerId }),
    ...(channelName && { channelName }),
    ...(channelId && { channelId }),
    ...(filters['from'] && { from: filters['from'] }),
    ...(filters['to'] && { to: filters['to'] }),
    ...(stage && { stage }),
    ...amounts(amount.trim()),
  }
}
