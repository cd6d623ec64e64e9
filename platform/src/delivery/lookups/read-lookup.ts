/** The meaning of a partner's answer to a lookup (sections 2.1 to 2.3, 4.1 and 7.1; D11). */
import {
  type AmountLabel,
  breakdownAddsUp,
  centimesFromDinars,
  type Centimes,
  checkPaymentDetails,
  decimalPlaces,
  type DetailLabel,
  formatDinars,
  partnerErrorSchema,
  type Issue,
  type PaymentDetails,
} from '@wasl/protocol'
import { partnerText, withoutSecret } from './partner-text.ts'
import { decodeUtf8, parseStrictJsonText, type StrictJson } from '../../base/strict-json.ts'

export type LookupCode =
  | 'REFERENCE404_NOT_FOUND'
  | 'REFERENCE409_ALREADY_PAID'
  | 'PARTNER503_UNAVAILABLE'
  | 'PARTNER504_TIMEOUT'
  | 'PARTNER502_BAD_RESPONSE'
  /** The partner was not asked, for a reason of our own. */
  | 'SERVER503_UNAVAILABLE'

export type PaymentLookup = {
  totalCentimes: Centimes
  currency: PaymentDetails['currency']
  amountDetail: AmountLabel[]
  details: DetailLabel[]
}

/** What is kept of an answer beside the payment that it opens (W141). */
export type LookupExchange = {
  durationMs: number
  /** The length of the answer's body. */
  bytes: number
}

/** What an answer says, without how it came. */
export type ReadLookup = Omit<Extract<Lookup, { ok: true }>, 'exchange'> | FailedLookup

export type FailedLookup = Extract<Lookup, { ok: false }>

export type Lookup =
  | {
      ok: true
      details: PaymentLookup
      exchange: LookupExchange
      /** A problem that the partner should fix although the payment goes on, as one sentence. */
      warning?: string
    }
  | {
      ok: false
      code: LookupCode
      /** What was wrong, as a clause without a full stop. Never holds a secret. */
      explanation: string
      /** Details for the operator that the channel is not told. */
      cause?: string
      /**
       * The answer cannot be read at all, whatever the reference. The circuit breaker counts these
       * answers and no others, because a channel chooses the reference (W78).
       */
      isMalformed?: true
    }

export type LookupRequest = { reference: string; apiSecret: string }

/** Turns the status and body of a complete answer into the result for the channel. */
export const readAnswer = (status: number, body: Uint8Array, asked: LookupRequest): ReadLookup => {
  switch (status) {
    case 200:
      return readDetails(body, asked)
    case 404:
      return refusal('REFERENCE404_NOT_FOUND', status, 'NOT_FOUND', body, asked)
    case 409:
      return refusal('REFERENCE409_ALREADY_PAID', status, 'ALREADY_PAID', body, asked)
    case 503:
      return refusal('PARTNER503_UNAVAILABLE', status, 'SERVICE_UNAVAILABLE', body, asked)
    case 401:
      return unusable('the partner answered 401: it does not accept its API secret')
    default:
      return unusable(
        `the partner answered ${status}; 200, 404, 409 or 503 was expected` +
          (status >= 300 && status < 400 ? ', and redirects are not followed' : ''),
      )
  }
}

export const unusable = (explanation: string, cause?: string): FailedLookup => {
  const lookup = { ok: false, code: 'PARTNER502_BAD_RESPONSE', explanation } as const
  return cause === undefined ? lookup : { ...lookup, cause }
}

const malformed = (problem: string): FailedLookup => {
  const explanation = `the partner answered 200${problem}`
  return { ok: false, code: 'PARTNER502_BAD_RESPONSE', explanation, isMalformed: true }
}

/** An error body is two short texts (section 2.3). A longer one is not read. */
const ERROR_BYTES_MAX = 16 * 1024

/**
 * The status decides (D11). If the body lacks the code of section 7.1, the explanation says so: it
 * may be a framework's error page for a mistyped API URL.
 */
const refusal = (
  code: LookupCode,
  status: number,
  expected: string,
  body: Uint8Array,
  asked: LookupRequest,
): FailedLookup => {
  const json = body.length > ERROR_BYTES_MAX ? null : readJson(body, asked)
  const error = json?.ok === true ? partnerErrorSchema.safeParse(json.value) : null
  const explanation =
    error?.success === true && error.data.error === expected
      ? `the partner answered ${status} ${expected}: "${partnerText(error.data.errorMessage)}"`
      : `the partner answered ${status}, without the error code ${expected} in its body: ` +
        'if this is not meant, check the API URL'
  return { ok: false, code, explanation }
}

const readDetails = (body: Uint8Array, asked: LookupRequest): ReadLookup => {
  const json = readJson(body, asked)
  if (!json.ok) return malformed(`, but ${json.problem}`)
  const checked = checkPaymentDetails(json.value)
  if (!checked.ok) return malformed(` with ${sentenceOf(checked.issue)}`)
  const { details: data } = checked
  if (data.reference !== asked.reference) {
    const [came, wanted] = [data.reference, asked.reference].map(partnerText)
    return unusable(`the partner answered 200 with reference "${came}"; "${wanted}" was asked for`)
  }
  const literal = literalOfTotal(json)
  const total = centimesFromDinars(data.total_amount)
  if (!total.ok || literal === undefined || decimalPlaces(literal) > 2) {
    const came = partnerText((literal ?? '').slice(0, 60))
    return unusable(`the partner answered 200 with total_amount ${came}: expected two decimals`)
  }
  const details = {
    totalCentimes: total.centimes,
    currency: data.currency,
    amountDetail: data.amount_detail ?? [],
    details: data.details ?? [],
  }
  if (breakdownAddsUp(data)) return { ok: true, details }
  const warning =
    `The ${details.amountDetail.length} values of amount_detail do not add up to ` +
    `total_amount ${formatDinars(total.centimes)}.`
  return { ok: true, details, warning }
}

type ReadJson = StrictJson & { ok: true }

const literalOfTotal = (json: ReadJson): string | undefined => {
  const { value } = json
  return typeof value === 'object' && value !== null
    ? json.literalOf(value, 'total_amount')
    : undefined
}

const readJson = (body: Uint8Array, asked: LookupRequest): StrictJson => {
  if (body.length === 0) return { ok: false, problem: 'its body is empty; JSON was expected' }
  const text = decodeUtf8(body)
  if (text === null) return { ok: false, problem: 'its body is not valid UTF-8' }
  const json = parseStrictJsonText(withoutSecret(text, asked.apiSecret))
  return json.ok ? json : { ok: false, problem: `its body cannot be used: ${json.problem}` }
}

const sentenceOf = ({ path, message }: Issue): string => {
  return `${path === '' ? 'its body' : path}: ${partnerText(message)}`
}
