/** Calls the platform as its partners, channels and operators do: over HTTP, with their keys. */
export type Api = {
  /** The answer, whatever its status. */
  ask<Body>(method: Method, path: string, key: string, body?: unknown): Promise<Answer<Body>>
  /**
   * The body of a good answer.
   *
   * @throws Error with the platform's own message when the answer is an error.
   */
  call<Body>(method: Method, path: string, key: string, body?: unknown): Promise<Body>
}

export type Method = 'GET' | 'POST' | 'PATCH'

export type Answer<Body> = { status: number; body: Body & Partial<ErrorBody> }

type ErrorBody = { error: string; errorMessage: string }

const TIMEOUT_MS = 20_000

/** @param signal ends what is under way. */
export const createApi = (baseUrl: string, signal: AbortSignal): Api => {
  const ask: Api['ask'] = async <Body>(
    method: Method,
    path: string,
    key: string,
    body?: unknown,
  ): Promise<Answer<Body>> => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    return { status: response.status, body: (await response.json()) as Answer<Body>['body'] }
  }
  return {
    ask,
    async call<Body>(method: Method, path: string, key: string, body?: unknown): Promise<Body> {
      const answer = await ask<Body>(method, path, key, body)
      if (answer.status < 300) return answer.body
      const { error, errorMessage } = answer.body
      throw new Error(`${method} ${path} was answered ${answer.status} ${error}: ${errorMessage}`)
    },
  }
}
