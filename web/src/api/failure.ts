const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The platform refused a call: why, in the language of the page. */
export class ApiFailure extends Error {
  readonly status: number
  /** The code of the contract, such as `PAYMENT404_NOT_FOUND`. */
  readonly code: string
  readonly requestId: string | null
  /** When the same call may be sent again; null when the answer does not say. */
  readonly retryAfterSeconds: number | null
  /** The rest of the body: `details` of a wrong field, and what the code adds. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(response: Response, body: Readonly<Record<string, unknown>>) {
    // Empty where something between the page and the platform answered: its words are in no language of ours.
    super(textOf(body['errorMessage']) ?? '')
    this.name = 'ApiFailure'
    this.status = response.status
    this.code = textOf(body['error']) ?? `HTTP${response.status}`
    this.requestId = response.headers.get('x-request-id')
    const retryAfter = response.headers.get('retry-after')
    this.retryAfterSeconds = retryAfter === null ? null : Number(retryAfter)
    this.body = body
  }

  /** The messages of wrong fields, by path. */
  get fields(): Readonly<Record<string, string>> {
    const details = (this.body['details'] ?? []) as readonly { path: string; message: string }[]
    return Object.fromEntries(details.map(({ path, message }) => [path, message]))
  }
}

/** Tells of each refusal by its status: what the page believes about the person may have changed. */
export const refusals = new EventTarget()

/** No answer came: the network is away, or the platform is. */
export class NetworkFailure extends Error {
  constructor(cause: unknown) {
    super('no answer came', { cause })
    this.name = 'NetworkFailure'
  }
}

export const failureOf = async (response: Response): Promise<ApiFailure> => {
  const body: unknown = await response.json().catch(() => ({}))
  const isObject = typeof body === 'object' && body !== null
  return new ApiFailure(response, isObject ? (body as Record<string, unknown>) : {})
}
