/**
 * Calls the platform over HTTP, with the keys of partners, channels and operators; without one where
 * the headers name a session.
 */
import { randomUUID } from 'node:crypto'
import type { PlatformError } from '@wasl/protocol'
import { refused, type Problem } from '../problem.ts'
import { refusalLines } from '../refusal-lines.ts'

export type ApiAnswer<Body> = { status: number; body: Body & Partial<PlatformError> }

export type Api = {
  ask<Body>(
    method: Method,
    path: string,
    key: string | null,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer<Body>>
  /**
   * The body of a 2xx answer.
   *
   * @throws Problem with the platform's message when the answer is an error.
   */
  call<Body>(
    method: Method,
    path: string,
    key: string | null,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Body>
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT'

/** Longer than opening a payment, which waits for a lookup. */
const TIMEOUT_MS = 20_000

export const createApi = (baseUrl: string): Api => {
  const ask: Api['ask'] = async <Body>(
    method: Method,
    path: string,
    key: string | null,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<Body>> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        // Each call is a new request, and moving cash requires a key.
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...headers,
        ...(key !== null && { 'x-api-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, body: (await response.json()) as ApiAnswer<Body>['body'] }
  }
  return {
    ask,
    async call<Body>(...asked: Parameters<Api['ask']>): Promise<Body> {
      const answer = await ask<Body>(...asked)
      if (answer.status < 300) return answer.body
      throw refusalOf(answer.body)
    },
  }
}

/** The problem of a refused request: the platform's message, then what to do. */
export const refusalOf = (body: Partial<PlatformError>, ...remedies: string[]): Problem => {
  const { error = '', errorMessage = '' } = body
  return refused(
    `${error}: ${errorMessage}`,
    ...refusalLines({ ...body, errorMessage }),
    ...remedies,
  )
}
