/** A list that the platform gives page by page, kept up to date where it is looked at. */
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { on } from '../api/call.ts'
import type { AnswerOf, CallInput, Route } from '../api/contract.ts'

/** An operation that answers with a page of a list. */
export type ListRoute = {
  [R in Route]: AnswerOf<R> extends { items: readonly unknown[]; nextCursor: string | null }
    ? R
    : never
}[Route]

export type RowOf<R extends ListRoute> =
  AnswerOf<R> extends { items: readonly (infer Row)[] } ? Row : never

/** What fills two screens. */
const PAGE_ROWS = 100

/** The most that one request may have. The first page grows by what is new. */
const PAGE_ROWS_MAX = 200

type Page<Row> = { items: readonly Row[]; nextCursor: string | null }

type Pages<Row> = InfiniteData<Page<Row>, string | undefined>

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
  const key = useMemo(() => ['list', route, input], [route, JSON.stringify(input)])
  const read = useCallback(
    async (cursor: string | undefined, limit: number, signal?: AbortSignal): Promise<Page<Row>> => {
      const query = { ...(input as { query?: object }).query, cursor, limit }
      const call = on(route) as (input: unknown) => Promise<unknown>
      return (await call({ ...input, query, signal })) as Page<Row>
    },
    [key],
  )
  const answer = useInfiniteQuery<Page<Row>, Error, Pages<Row>, typeof key, string | undefined>({
    queryKey: key,
    enabled: isEnabled,
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) => read(pageParam, PAGE_ROWS, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // Comparing 100,000 rows with themselves after each page would block the page.
    structuralSharing: false,
    // All pages again would be hundreds of requests: `refresh` reads those that are visible.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const pages = answer.data?.pages
  const refresh = useCallback(
    async (first: number, last: number): Promise<void> => {
      const before = client.getQueryData<Pages<Row>>(key)
      if (before === undefined) return
      try {
        for (const index of pagesBetween(before.pages, first, last)) {
          const limit =
            (before.pages[index]?.items.length ?? 0) > PAGE_ROWS ? PAGE_ROWS_MAX : PAGE_ROWS
          const fresh = await read(before.pageParams[index], limit)
          client.setQueryData<Pages<Row>>(key, (now) => now && withPage(now, index, fresh, keyOf))
        }
        setStale(false)
      } catch {
        setStale(true)
      }
    },
    [client, key, read],
  )
  const { refetch, fetchNextPage, isFetchingNextPage, hasNextPage } = answer
  useEffect(() => {
    // Rows that were kept from an earlier visit are shown at once, and read again.
    void refresh(0, 0)
  }, [refresh])
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
