/** How a list is asked for, apart from its table: a route asks for it before its page is loaded. */
import type { InfiniteData } from '@tanstack/react-query'
import { on } from '../api/call.ts'
import type { AnswerOf, CallInput, Route } from '../api/contract.ts'
import { queries } from '../session/queries.ts'

/** An operation that answers with a page of a list. */
export type ListRoute = {
  [R in Route]: AnswerOf<R> extends { items: readonly unknown[]; nextCursor: string | null }
    ? R
    : never
}[Route]

export type RowOf<R extends ListRoute> =
  AnswerOf<R> extends { items: readonly (infer Row)[] } ? Row : never

/** What fills two screens. */
export const PAGE_ROWS = 100

export type Page<Row> = { items: readonly Row[]; nextCursor: string | null }

export type Pages<Row> = InfiniteData<Page<Row>, string | undefined>

/** Some rows of a list, from a cursor on. */
export const readRows = async <R extends ListRoute>(
  route: R,
  input: CallInput<R>,
  { cursor, limit, signal }: { cursor: string | undefined; limit: number; signal?: AbortSignal },
): Promise<Page<RowOf<R>>> => {
  const query = { ...(input as { query?: object }).query, cursor, limit }
  const call = on(route) as (input: unknown) => Promise<Page<RowOf<R>>>
  return call({ ...input, query, signal })
}

export const listQuery = <R extends ListRoute>(route: R, input: CallInput<R>) => ({
  queryKey: ['list', route, input] as const,
  initialPageParam: undefined,
  queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
    readRows(route, input, { cursor: pageParam, limit: PAGE_ROWS, signal }),
  getNextPageParam: ({ nextCursor }: Page<RowOf<R>>) => nextCursor ?? undefined,
  // Comparing 100,000 rows with themselves after each page would block the page.
  structuralSharing: false,
  // All pages again would be hundreds of requests: `refresh` of useList reads those that are visible.
  staleTime: Number.POSITIVE_INFINITY,
})

/** For the loader of a route: asks at once, while the files of the page are still coming. */
export const prefetchList = <R extends ListRoute>(route: R, input: CallInput<R>): void => {
  // A failure is shown by the page, which asks again.
  void queries.prefetchInfiniteQuery<
    Page<RowOf<R>>,
    Error,
    Page<RowOf<R>>,
    readonly unknown[],
    string | undefined
  >(listQuery(route, input))
}
