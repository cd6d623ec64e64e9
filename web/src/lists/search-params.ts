/** The query of the address: plain names and strings, so that a person can read and send it. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type Filters = Readonly<Record<string, string>>

/** For `createRouter`: TanStack's own way turns `?reference=0042` into a number. */
export const plainSearch = {
  parseSearch: (text: string): Filters => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>): string => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(search)) {
      if (typeof value === 'string' && value !== '') query.set(name, value)
    }
    return query.size === 0 ? '' : `?${query}`
  },
}

/**
 * The filters of a list, which live in the address: a link to the page is a link to what is shown.
 *
 * @example const { filters, set, clear } = useFilters()
 */
export const useFilters = () => {
  const filters: Filters = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useCallback(
    (search: Filters) => void navigate({ to: '.', search, replace: true }),
    [navigate],
  )
  return {
    filters,
    /** An empty value takes the filter away. */
    set: useCallback(
      (change: Filters) =>
        void navigate({
          to: '.',
          search: (before: Filters) => ({ ...before, ...change }),
          replace: true,
        }),
      [navigate],
    ),
    clear: useCallback(() => go({}), [go]),
  }
}
