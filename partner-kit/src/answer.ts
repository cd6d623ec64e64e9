/** All answers of the kit. Every one is valid JSON (section 1). */
import { PARTNER_ERRORS } from '@wasl/protocol'

/** A response, independent of the server. */
export type Answer = {
  status: number
  /** Names in lowercase. */
  headers: Readonly<Record<string, string>>
  /** JSON text. */
  body: string
}

// The kit's own codes, in addition to the four of section 7.1: for requests that the platform never
// sends, and for failures without a code in the specification.
const OWN_ERRORS = {
  BAD_REQUEST: { status: 400, message: 'The request is invalid.' },
  ROUTE_NOT_FOUND: {
    status: 404,
    message:
      'No endpoint has this path. Lookups are GET {API_URL}/{reference}, ' +
      'webhooks POST {API_URL}/webhooks/platform. Check the URLs given to the platform.',
  },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not allow this method.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is too large.' },
  INTERNAL_ERROR: {
    status: 500,
    message: 'The event could not be handled. Send it again later.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type AnswerErrorCode = keyof typeof PARTNER_ERRORS | keyof typeof OWN_ERRORS

export const jsonAnswer = (
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  },
  body: JSON.stringify(value),
})

/** An error body (section 2.3) with the status of its code. */
export const errorAnswer = (
  code: AnswerErrorCode,
  errorMessage?: string,
  headers?: Readonly<Record<string, string>>,
): Answer => {
  const { status, message } = isOwn(code)
    ? OWN_ERRORS[code]
    : { status: PARTNER_ERRORS[code].status, message: PARTNER_ERRORS[code].messages.en }
  return jsonAnswer(status, { error: code, errorMessage: errorMessage ?? message }, headers)
}

/** 401 `UNAUTHORIZED` (section 7.1), with the header that RFC 9110 requires. */
export const unauthorizedAnswer = (errorMessage?: string): Answer =>
  errorAnswer('UNAUTHORIZED', errorMessage, { 'www-authenticate': 'Bearer' })

const ACKNOWLEDGEMENT = jsonAnswer(200, { success: true })

/** 200 `{ "success": true }` (section 2.5). */
export const acknowledgement = (): Answer => ACKNOWLEDGEMENT

const isOwn = (code: AnswerErrorCode): code is keyof typeof OWN_ERRORS =>
  Object.hasOwn(OWN_ERRORS, code)
