import type { Period } from '../payments/list.ts'
import type { Typed } from './read-typed.ts'

/** What a search is for. */
export type Search = {
  typed: Typed
  /** A partner finds its own rows alone; null for an operator. */
  partnerId: number | null
  /** When payments were opened that are found by their reference, and by their amount. */
  opened: Period
  openedWithAmount: Period
  limit: number
}
