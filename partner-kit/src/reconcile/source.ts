/** Opens the list of references where an earlier run stopped. */
import type { ReferenceToCheck } from './difference.ts'
import type { ReconcileOptions, References } from './options.ts'
import { itemProblem } from './reference-to-check.ts'

export type Source = {
  /** The next reference, or null at the end. @throws TypeError when the item is invalid. */
  next: () => Promise<ReferenceToCheck | null>
  /** Closes a generator or cursor that was not read to its end. */
  close: () => Promise<void>
}

export type OpenedSource =
  | { found: true; source: Source }
  /** The list does not have the earlier run's last reference. */
  | { found: false; canBeReadAgain: boolean }

/** @param after the last reference that an earlier run read. */
export const openSource = async (
  references: ReconcileOptions['references'],
  after: string | null,
): Promise<OpenedSource> => {
  if (typeof references === 'function') {
    return { found: true, source: sourceOf(iteratorOf(await references(after))) }
  }
  const iterator = iteratorOf(references)
  const source = sourceOf(iterator)
  if (after === null) return { found: true, source }
  for (let item = await source.next(); item !== null; item = await source.next()) {
    if (item.reference === after) return { found: true, source }
  }
  // A generator returns itself as iterator; an array returns a new one each time.
  return { found: false, canBeReadAgain: iterator !== (references as unknown) }
}

type AnyIterator = Iterator<ReferenceToCheck> | AsyncIterator<ReferenceToCheck>

const iteratorOf = (references: References): AnyIterator =>
  Symbol.asyncIterator in references
    ? references[Symbol.asyncIterator]()
    : references[Symbol.iterator]()

const sourceOf = (iterator: AnyIterator): Source => {
  let isDone = false
  let count = 0
  return {
    async next() {
      if (isDone) return null
      const result = await iterator.next()
      if (result.done === true) {
        isDone = true
        return null
      }
      count += 1
      const problem = itemProblem(result.value)
      if (problem !== null) throw new TypeError(`reconcile: references: item ${count}: ${problem}`)
      // A copy, because a cursor may reuse one object for all rows.
      const { reference, state, amount } = result.value
      return { reference, state, ...(amount !== undefined && { amount }) }
    },
    async close() {
      if (isDone) return
      isDone = true
      await iterator.return?.()
    },
  }
}
