import { queryOptions } from '@tanstack/react-query'
import { on } from '../api/call.ts'
import type { AnswerOf } from '../api/contract.ts'

export type Credentials = AnswerOf<'GET /account/v1/credentials'>

export const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: ({ signal }) => on('GET /account/v1/credentials')({ signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => on('GET /account/v1/sessions')({ signal }),
})
