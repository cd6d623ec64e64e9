/** The progress of a run, which a store keeps so that the next run can continue. */
import { DEFERRED_MAX } from './deferred.ts'
import { isReferenceToCheck } from './reference-to-check.ts'
import type { ReferenceToCheck } from './difference.ts'

export type ReconcileBookmark = {
  version: 1
  /** The last reference read from the list. All references up to it are checked or in `deferred`. */
  last: string | null
  checked: number
  findings: number
  /** References without an answer, to be retried. */
  deferred: { here: ReferenceToCheck; tries: number }[]
  /** When the calls of the last minute ended, in milliseconds since 1970. They count for the quota. */
  calledAtMs: number[]
}

/** The calls of one minute. */
const CALLS_MAX = 60

/**
 * Validates the bookmark of a store: an edited file must not make the run skip references.
 *
 * @throws Error when it is invalid.
 */
export const readBookmark = (value: unknown): ReconcileBookmark | null => {
  if (value === null || value === undefined) return null
  if (isBookmark(value)) return value
  throw new Error(
    'reconcile: store.load() returned progress that this version cannot read. Clear the store to start over.',
  )
}

const isBookmark = (value: unknown): value is ReconcileBookmark => {
  if (!isObject(value) || value['version'] !== 1) return false
  const { last, checked, findings, deferred, calledAtMs } = value
  return (
    (last === null || typeof last === 'string') &&
    isCount(checked) &&
    isCount(findings) &&
    isListOf(deferred, DEFERRED_MAX, isDeferred) &&
    isListOf(calledAtMs, CALLS_MAX, isCount)
  )
}

const isDeferred = (value: unknown): boolean =>
  isObject(value) && isCount(value['tries']) && isReferenceToCheck(value['here'])

const isListOf = (value: unknown, max: number, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= max && value.every(isItem)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
