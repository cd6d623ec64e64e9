import type { Permission } from '@wasl/protocol'
import type { Period } from '../payments/list.ts'
import type { Typed } from './read-typed.ts'

/** What a search is for. */
export type Search = {
  typed: Typed
  /** A partner finds its own rows alone; null for an operator. */
  partnerId: number | null
  /** Of who asks: nothing is found that they may not list. */
  permissions: ReadonlySet<Permission>
  /** When payments were opened that are found by their reference, and by their amount. */
  opened: Period
  openedWithAmount: Period
  limit: number
}
