/** What the filters of the list ask the platform for. */
import type { AnswerOf, CallInput } from '../../api/contract.ts'
import { typedDinars } from '../../components/api-form.tsx'
import type { Filters } from '../../lists/search-params.ts'
import { dayAfter, today } from '../../time/zone.ts'

type Query = NonNullable<CallInput<'GET /operator/v1/payments'>['query']>

/** A channel is searched in a period; this long without one. */
const DAYS_BACK = 30

const RANGE = /^(.*\d)\s*(?:-|–|\.\.|à|to|إلى)\s*(\d.*)$/

/** One amount, or a range of them, as the caller says it: `12 450`, `12 000 - 13 000`. */
export const amounts = (
  typed: string,
): { amount?: string; amountFrom?: string; amountTo?: string } => {
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
  const { channelName = '', words = '', ends = '', from = '', reference = '' } = filters
  if (channelName + words + ends === '' || from !== '' || reference !== '') return filters
  return { ...filters, from: dayAfter(today(), -DAYS_BACK) }
}

const TIME = /^(\d\d:\d\d)(?:-(\d\d:\d\d))?$/

/** Days, and the minutes of them: `14:15-14:45`. */
const period = ({ from = '', to = '', time = '' }: Filters): Query => {
  const [, first, last = first] = TIME.exec(time) ?? []
  if (first === undefined || last === undefined) return { ...(from && { from }), ...(to && { to }) }
  return {
    ...(from && { from: `${from}T${first}` }),
    // A time without a last day is of the first one.
    ...((to || from) && { to: `${to || from}T${last}` }),
  }
}

/** The query of `GET /operator/v1/payments`. */
export const asked = (filters: Filters): Query => {
  const { reference, partnerName, partnerId, channelName, channelId, amount = '' } = filters
  const { words, ends } = filters
  const stage = stageOf(filters['stage'])
  return {
    ...(reference && { referenceBegins: reference }),
    ...(partnerName && { partnerName }),
    ...(partnerId && { partnerId }),
    ...(channelName && { channelName }),
    ...(channelId && { channelId }),
    ...(words && { words }),
    ...(ends && { referenceEnds: ends }),
    ...period(filters),
    ...(stage && { stage }),
    ...amounts(amount.trim()),
  }
}

type SearchFilters = NonNullable<AnswerOf<'GET /operator/v1/search'>['understood']['filters']>

/** The filters of the list that has all that a search found: the search's own query, in the list's names. */
export const filtersOfSearch = (found: SearchFilters): Filters => {
  const { referenceBegins, referenceEnds, words, amountFrom, amountTo, from = '', to = '' } = found
  const [fromDay = '', fromTime] = from.split('T')
  const [toDay = '', toTime] = to.split('T')
  const amount = amountFrom === amountTo ? `${amountFrom}` : `${amountFrom} - ${amountTo}`
  const filters: Filters = {
    reference: referenceBegins ?? '',
    ends: referenceEnds ?? '',
    words: words ?? '',
    amount: amountFrom === undefined ? '' : amount,
    from: fromDay,
    to: toDay,
    time: fromTime === undefined || toTime === undefined ? '' : `${fromTime}-${toTime}`,
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
}
