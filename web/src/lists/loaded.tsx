import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiFailure } from '../api/failure.ts'
import { BoneRows, StaleNotice } from './list-states.tsx'
import { Page } from '../components/page.tsx'
import { PARTS } from '../texts/parts.texts.ts'
import { Failed, Refused } from '../components/states.tsx'
import { useTexts } from '../texts/texts.ts'

export type LoadedProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch' | 'dataUpdatedAt'>
  /** What keeps the place; rows, when nothing else is given. */
  bones?: ReactNode
  /** The title of the page when the query fails, where the usual title comes from the answer. */
  title?: string
  children: (data: T) => ReactNode
}

/** What one query answered, or the state that stands in its place. What was known stays, dated. */
export const Loaded = <T,>({ query, bones, title, children }: LoadedProps<T>) => {
  const { data, error, dataUpdatedAt } = query
  if (data !== undefined) {
    return (
      <>
        {error !== null && <StaleNotice readAt={dataUpdatedAt} />}
        {children(data)}
      </>
    )
  }
  const instead = <Instead query={query} bones={bones} />
  return title === undefined || error === null ? instead : <Page title={title}>{instead}</Page>
}

type InsteadProps<T> = Pick<LoadedProps<T>, 'query' | 'bones'>

const Instead = <T,>({ query: { error, refetch }, bones }: InsteadProps<T>) => {
  const t = useTexts(PARTS)
  if (error instanceof ApiFailure && typeof error.body['permission'] === 'string') {
    return <Refused permission={error.body['permission']} />
  }
  if (error !== null) return <Failed error={error} onAgain={() => void refetch()} />
  return bones ?? <BoneRows columns={3} label={t('loading')} />
}
