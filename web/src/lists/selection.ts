import { useCallback, useMemo, useState } from 'react'

/** Rows that a person has chosen, in the order in which they stand. */
export type Selection<Row> = {
  rows: readonly Row[]
  has: (row: Row) => boolean
  toggle: (row: Row) => void
  /** Chooses all of these, or none when all of them are chosen. */
  toggleAll: (rows: readonly Row[]) => void
  clear: () => void
}

/**
 * What is chosen of the rows that the list has now: a row that left the list is not acted on.
 *
 * @example const chosen = useSelection(list.rows, keyOf)
 */
export const useSelection = <Row>(
  all: readonly Row[],
  keyOf: (row: Row) => string,
): Selection<Row> => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => all.filter((row) => keys.has(keyOf(row))), [all, keys, keyOf])
  return {
    rows,
    has: (row) => keys.has(keyOf(row)),
    toggle: useCallback(
      (row: Row): void => {
        const key = keyOf(row)
        setKeys((before) =>
          before.has(key)
            ? new Set([...before].filter((one) => one !== key))
            : new Set([...before, key]),
        )
      },
      [keyOf],
    ),
    toggleAll: useCallback(
      (some: readonly Row[]) =>
        setKeys((before) => {
          const asked = some.map(keyOf)
          const isAll = asked.every((key) => before.has(key))
          return isAll ? new Set() : new Set([...before, ...asked])
        }),
      [keyOf],
    ),
    clear: useCallback(() => setKeys(new Set()), []),
  }
}
