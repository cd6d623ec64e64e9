/** A list that the platform gives page by page, kept up to date where it is looked at. */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CallInput } from '../api/contract.ts'
import {
  listQuery,
  PAGE_ROWS,
  readRows,
  type ListRoute,
  type Page,
  type Pages,
  type RowOf,
} from './list-query.ts'

/** The most that one request may have. The first page grows by what is new. */
const PAGE_ROWS_MAX = 200

/** Rows that were read this short a time ago are not read again at once. */
const FRESH_MS = 5_000

/** What a table needs to know of its rows. */
export type List<Row> = {
  rows: readonly Row[]
  isLoading: boolean
  error: unknown
  /** When the rows were last read; 0 before that. */
  readAt: number
  /** Whether reading them again failed. */
  isStale: boolean
  again: () => void
  /** Null when all rows are here. */
  more: (() => void) | null
  isLoadingMore: boolean
  /** Called with the rows that are visible: they are read again. */
  refresh: (first: number, last: number) => Promise<void>
}

export type ListOptions<Row> = {
  keyOf: (row: Row) => string
  isEnabled?: boolean
}

/**
 * @example
 * const list = useList('GET /operator/v1/payments', { query: filters }, { keyOf: (row) => row.paymentId })
 */
export const useList = <R extends ListRoute>(
  route: R,
  input: CallInput<R>,
  { keyOf, isEnabled = true }: ListOptions<RowOf<R>>,
): List<RowOf<R>> => {
  type Row = RowOf<R>
  const client = useQueryClient()
  const [isStale, setStale] = useState(false)
  const query = useMemo(() => listQuery(route, input), [route, JSON.stringify(input)])
  const answer = useInfiniteQuery<
    Page<Row>,
    Error,
    Pages<Row>,
    typeof query.queryKey,
    string | undefined
  >({ ...query, enabled: isEnabled, refetchOnWindowFocus: false, refetchOnReconnect: false })
  const pages = answer.data?.pages
  const refresh = useCallback(
    async (first: number, last: number): Promise<void> => {
      const key = query.queryKey
      const before = client.getQueryData<Pages<Row>>(key)
      if (before === undefined) return
      try {
        for (const index of pagesBetween(before.pages, first, last)) {
          const limit =
            (before.pages[index]?.items.length ?? 0) > PAGE_ROWS ? PAGE_ROWS_MAX : PAGE_ROWS
          const fresh = await readRows(route, input, { cursor: before.pageParams[index], limit })
          client.setQueryData<Pages<Row>>(key, (now) => now && withPage(now, index, fresh, keyOf))
        }
        setStale(false)
      } catch {
        setStale(true)
      }
    },
    [client, query],
  )
  const { refetch, fetchNextPage, isFetchingNextPage, hasNextPage } = answer
  useEffect(() => {
    // Rows that were kept from an earlier visit are shown at once, and read again.
    const readAt = client.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0
    if (Date.now() - readAt > FRESH_MS) void refresh(0, 0)
  }, [client, query, refresh])
  return {
    rows: useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]),
    isLoading: answer.isPending && isEnabled,
    error: answer.error,
    readAt: answer.dataUpdatedAt,
    isStale,
    again: () => void refetch(),
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null,
    isLoadingMore: isFetchingNextPage,
    refresh,
  }
}

const pagesBetween = <Row>(
  pages: readonly Page<Row>[],
  first: number,
  last: number,
): readonly number[] => {
  let start = 0
  const found: number[] = []
  for (const [index, { items }] of pages.entries()) {
    if (start <= last && start + items.length > first) found.push(index)
    start += items.length
  }
  return found
}

/**
 * The pages with one that was read again. The pages behind it begin where they began: what new rows
 * push out of this one stays at its end, and what it took from the next one is left out. When nothing
 * of the first page is known any more, what lies between is unknown, and the list begins again.
 */
export const withPage = <Row>(
  { pages, pageParams }: Pages<Row>,
  index: number,
  fresh: Page<Row>,
  keyOf: (row: Row) => string,
): Pages<Row> => {
  const old = pages[index]
  if (old === undefined) return { pages, pageParams }
  const places = new Map(old.items.map((row, place) => [keyOf(row), place]))
  const lastKnown = fresh.items.findLastIndex((row) => places.has(keyOf(row)))
  const last = fresh.items[lastKnown]
  if (last === undefined && index === 0) return { pages: [fresh], pageParams: [undefined] }
  const pushedOut = last === undefined ? [] : old.items.slice((places.get(keyOf(last)) ?? 0) + 1)
  const isWhole = pages.length === 1 && pushedOut.length === 0
  const next = isWhole
    ? fresh
    : { items: [...fresh.items.slice(0, lastKnown + 1), ...pushedOut], nextCursor: old.nextCursor }
  return { pages: isSame(old, next) ? pages : pages.with(index, next), pageParams }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
