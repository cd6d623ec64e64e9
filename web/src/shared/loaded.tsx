import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiFailure } from '../api/failure.ts'
import { BoneRows, StaleNotice } from './list-states.tsx'
import { PARTS } from './parts.texts.ts'
import { Failed, Refused } from './states.tsx'
import { useTexts } from './texts.ts'

export type LoadedProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'dataUpdatedAt'>
  /** What keeps the place; rows, when nothing else is given. */
  bones?: ReactNode
  children: (data: T) => ReactNode
}

/** What one query answered, or the state that stands in its place. What was known stays, dated. */
export const Loaded = <T,>({ query, bones, children }: LoadedProps<T>) => {
  const t = useTexts(PARTS)
  const { data, error, refetch, dataUpdatedAt } = query
  if (data !== undefined) {
    return (
      <>
        {error !== null && <StaleNotice readAt={dataUpdatedAt} />}
        {children(data)}
      </>
    )
  }
  if (error instanceof ApiFailure && typeof error.body['permission'] === 'string') {
    return <Refused permission={error.body['permission']} />
  }
  if (error !== null) return <Failed error={error} onAgain={() => void refetch()} />
  return bones ?? <BoneRows columns={3} label={t('loading')} />
}
