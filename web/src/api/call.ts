import { NetworkFailure, failureOf, refusals } from './failure.ts'
import { noteServerTime } from './server-time.ts'
import type { AnswerOf, CallInput, Route } from './contract.ts'
import { hasEnded, waitForPerson } from './session-end.ts'

/** Everything that a call may carry, whatever its route. */
type AnyInput = {
  params?: Readonly<Record<string, string>> | undefined
  query?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined
  body?: unknown
  type?: string
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
}

type Calls = { [R in Route]: (input: CallInput<R>) => Promise<AnswerOf<R>> }

/**
 * The operation of a route, to be called with the session of the browser. It throws an ApiFailure
 * when the platform refuses, and a NetworkFailure when no answer comes.
 *
 * @example const page = await on('GET /operator/v1/payments')({ query: { reference: 'FAC/1' } })
 */
export const on = <R extends Route>(route: R): Calls[R] => {
  const run = async (input: AnyInput): Promise<unknown> => {
    let response = await send(route, input)
    let failure = response.ok ? null : await failureOf(response)
    // What nobody was admitted to do was not done: it is sent again once the person is back.
    if (failure !== null && hasEnded(failure) && (await waitForPerson())) {
      response = await send(route, input)
      failure = response.ok ? null : await failureOf(response)
    }
    if (failure !== null) {
      refusals.dispatchEvent(new Event(String(failure.status)))
      throw failure
    }
    return response.status === 204 ? undefined : response.json()
  }
  return run as Calls[R]
}

type Addresses = { [R in Route]: (input: CallInput<R>) => string }

/** The address of an operation, for a link that downloads its answer. */
export const addressOf =
  <R extends Route>(route: R): Addresses[R] =>
  (input: AnyInput) =>
    urlOf(route, input)

const send = async (route: Route, input: AnyInput): Promise<Response> => {
  const { body, type, idempotencyKey, signal } = input
  const isJson = body !== undefined && !(body instanceof Blob)
  const headers = {
    accept: 'application/json',
    // Errors come in the language of the page.
    'accept-language': document.documentElement.lang,
    ...(body !== undefined && { 'content-type': isJson ? 'application/json' : String(type) }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
  try {
    const response = await fetch(urlOf(route, input), {
      method: route.slice(0, route.indexOf(' ')),
      headers,
      credentials: 'same-origin',
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
      ...(signal && { signal }),
    })
    noteServerTime(response)
    return response
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new NetworkFailure(error)
  }
}

const urlOf = (route: Route, { params = {}, query = {} }: AnyInput): string => {
  const path = route
    .slice(route.indexOf(' ') + 1)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search}`
}
