/** Where a run stands: what a store keeps, so that the next run goes on from there. */
import { DEFERRED_MAX } from './deferred.ts'
import { isReferenceToCheck } from './reference-to-check.ts'
import type { ReferenceToCheck } from './difference.ts'

export type ReconcileBookmark = {
  version: 1
  /** The last reference taken from the list; everything up to it is done, or in `deferred`. */
  last: string | null
  checked: number
  findings: number
  /** References that got no answer and are to be asked again. */
  deferred: { here: ReferenceToCheck; tries: number }[]
  /** When the calls of the last minute ended, in milliseconds since 1970: they still count. */
  calledAtMs: number[]
}

/** At most 60 calls of a minute are kept. */
const CALLS_MAX = 60

/**
 * What a store gave back, checked: a file that somebody edited must not make references be skipped.
 *
 * @throws Error when it is no bookmark.
 */
export const readBookmark = (value: unknown): ReconcileBookmark | null => {
  if (value === null || value === undefined) return null
  if (isBookmark(value)) return value
  throw new Error(
    'reconcile: what the store gave is no progress of this version. Clear it to start over.',
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
