import { useQuery, useQueryClient, type QueryObserverBaseResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import { on } from '../api/call.ts'
import type { AnswerOf, Route } from '../api/contract.ts'

type Answers = { [R in Route]: QueryObserverBaseResult<AnswerOf<R>> }

/** Looser than the contract: the inputs of all operations together are too many for the compiler. */
type Input = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
}

const call = on as unknown as (route: Route) => (input: unknown) => Promise<unknown>

/** The answer of an operation, read again when the window is looked at again. */
export const useAnswer = <R extends Route>(
  route: R,
  input: Input,
  everyMs: number | false = false,
): Answers[R] => {
  const answer: unknown = useQuery({
    queryKey: ['answer', route, input],
    queryFn: ({ signal }) => call(route)({ ...input, signal }),
    refetchInterval: everyMs,
  })
  return answer as Answers[R]
}

/** Reads the answers of these routes again, after a change. */
export const useReadAgain = (): ((...routes: readonly Route[]) => Promise<void>) => {
  const client = useQueryClient()
  return useCallback(
    async (...routes) => {
      for (const route of routes) {
        await client.invalidateQueries({ queryKey: ['answer', route] })
        await client.invalidateQueries({ queryKey: ['list', route] })
      }
    },
    [client],
  )
}
