import { centimesFromDinars } from '@wasl/protocol'
import { REFERENCE_STATES } from './difference.ts'
import type { ReferenceToCheck } from './difference.ts'

/** What is wrong with an item of the list, or null. The reference's form is checked later. */
export const itemProblem = (item: unknown): string | null => {
  if (typeof item !== 'object' || item === null) {
    return `expected { reference, state }, received ${item === null ? 'null' : typeof item}`
  }
  const { reference, state, amount } = item as Record<string, unknown>
  if (typeof reference !== 'string') {
    return `reference: expected a string, received ${reference === null ? 'null' : typeof reference}`
  }
  if (!(REFERENCE_STATES as readonly unknown[]).includes(state)) {
    return `state: expected one of ${REFERENCE_STATES.join(', ')}, received ${JSON.stringify(state)}`
  }
  if (amount === undefined) return null
  const centimes = centimesFromDinars(amount)
  return centimes.ok ? null : `amount: ${centimes.problem}`
}

export const isReferenceToCheck = (item: unknown): item is ReferenceToCheck =>
  itemProblem(item) === null
