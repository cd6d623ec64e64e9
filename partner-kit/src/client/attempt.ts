/** One HTTP request with a deadline, a size limit for the answer, and no redirects. */
import type { Operation } from '@wasl/protocol'
import { readBody } from './read-body.ts'
import type { ClientSettings } from './settings.ts'
import { KIT_VERSION } from './version.ts'

const USER_AGENT = `wasl-partner-kit/${KIT_VERSION} node/${process.versions.node}`

export type RequestToSend = {
  method: Operation['method']
  url: string
  /** The body as JSON text. */
  json: string | null
}

export type Attempt =
  | { kind: 'answered'; status: number; headers: Headers; body: Uint8Array }
  | {
      kind: 'failed'
      error: 'network' | 'timeout' | 'aborted' | 'too_large' | 'redirected'
      /** Received before the failure, if anything. */
      status: number | null
      headers: Headers | null
      /** The operating system's error code, such as ECONNREFUSED. */
      cause: string | null
      /** True when the platform cannot have received the request. */
      neverSent: boolean
    }

type Failed = Extract<Attempt, { kind: 'failed' }>

/** Errors of connecting: the request was not sent. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** Sends a request once. Never rejects, and ends in time even if `fetch` hangs. */
export const sendOnce = async (
  settings: ClientSettings,
  request: RequestToSend,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Attempt> => {
  if (signal?.aborted === true) return failed('aborted', { neverSent: true })
  const controller = new AbortController()
  let onAbort = (): void => {}
  let timer: NodeJS.Timeout | undefined
  // Aborting the request is not enough: the caller's `fetch` may ignore the signal.
  const ended = new Promise<Attempt>((resolve) => {
    const end = (as: Failed['error']): void => {
      // Before abort(), so that this reason wins over the error that `fetch` throws.
      resolve(failed(as))
      controller.abort()
    }
    onAbort = () => end('aborted')
    timer = setTimeout(() => end('timeout'), timeoutMs)
  })
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([exchange(settings, request, controller.signal), ended])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

const exchange = async (
  settings: ClientSettings,
  request: RequestToSend,
  signal: AbortSignal,
): Promise<Attempt> => {
  let response: Response | null = null
  try {
    response = await settings.fetch(request.url, {
      method: request.method,
      headers: headersOf(settings, request),
      ...(request.json !== null && { body: request.json }),
      // Following a redirect would send the key to its target.
      redirect: 'manual',
      signal,
    })
    const { status, headers } = response
    if (isRedirect(response)) {
      response.body?.cancel().catch(() => {})
      return failed('redirected', { response })
    }
    const body = await readBody(response, settings.bodyBytesMax)
    if (body === null) return failed('too_large', { response })
    return { kind: 'answered', status, headers, body }
  } catch (error) {
    const cause = causeOf(error)
    const neverSent = cause !== null && NEVER_SENT.has(cause)
    return failed('network', { response, cause, neverSent })
  }
}

/** An opaque redirect has the status 0. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400)

const headersOf = (settings: ClientSettings, { json }: RequestToSend): Record<string, string> => ({
  'x-api-key': settings.apiKey,
  accept: 'application/json',
  // A compressed answer could exceed the limit before it is counted.
  'accept-encoding': 'identity',
  'accept-language': settings.language,
  'user-agent': USER_AGENT,
  ...(json !== null && { 'content-type': 'application/json' }),
})

type FailureContext = { response?: Response | null; cause?: string | null; neverSent?: boolean }

const failed = (
  error: Failed['error'],
  { response = null, cause = null, neverSent = false }: FailureContext = {},
): Failed => {
  const { status = null, headers = null } = response ?? {}
  return { kind: 'failed', error, status, headers, cause, neverSent }
}

/** The code of an error or of its cause: `fetch` wraps errors. */
const causeOf = (error: unknown, depth = 0): string | null => {
  if (typeof error !== 'object' || error === null || depth > 3) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  if ('errors' in error && Array.isArray(error.errors)) return causeOf(error.errors[0], depth + 1)
  return 'cause' in error ? causeOf(error.cause, depth + 1) : null
}
