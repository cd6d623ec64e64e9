import type { Permission, SearchFilters } from '@wasl/protocol'
import type { PaymentFilter, Period } from '../../payments/list.ts'
import type { Typed } from './read-typed.ts'

/** One way to read what was said, as the filters of the list of payments and as a query of it. */
export type Reading = {
  match: 'words' | 'end'
  /** Nothing but names was said. */
  isOfNames: boolean
  filter: PaymentFilter
  filters: SearchFilters
}

/** What a search is for. */
export type Search = {
  typed: Typed
  /** A partner finds only its own rows; null for an operator. */
  partnerId: number | null
  /** Of who asks: nothing is found that they may not list. */
  permissions: ReadonlySet<Permission>
  /** When payments were opened that are found by their reference, and by their amount. */
  opened: Period
  openedWithAmount: Period
  limit: number
  /** What narrows payments, for an operator: each part of what was said, the surest reading first. */
  readings: Reading[]
  /** Of the list that has everything that was found otherwise; null where there is no such list. */
  filters: SearchFilters | null
}
