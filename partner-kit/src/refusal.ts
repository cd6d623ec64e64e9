/** The reasons to refuse a request, with a message for each. */
import type { SignatureRefusal } from '@wasl/protocol'
import type { AuthorizationRefusal } from './authorization.ts'

/** Problems of a body that is correctly signed, or that cannot be verified. */
export type BodyRefusal =
  | 'body_not_bytes'
  | 'not_utf8'
  | 'not_json'
  | 'not_an_object'
  | 'malformed_event'

/** `unusable_secrets`: the caller's own secrets are invalid, not the request. */
export type WebhookRefusal =
  | 'unusable_secrets'
  | AuthorizationRefusal
  | SignatureRefusal
  | BodyRefusal

const CLOCKS = 'Check the clocks of both sides. A recorded request cannot be replayed later.'

/** The message for each reason. It never contains a secret or the expected value. */
export const refusalMessage = (reason: WebhookRefusal, toleranceSeconds: number): string => {
  switch (reason) {
    case 'unusable_secrets':
      return 'The secrets given to the verifier are invalid.'
    case 'missing_authorization':
      return 'The Authorization header is missing. Send Authorization: Bearer <API_SECRET>.'
    case 'malformed_authorization':
      return 'The Authorization header is malformed. Send exactly one, as Bearer <API_SECRET>.'
    case 'wrong_api_secret':
      return 'The API secret is wrong. Send the API secret of this partner.'
    case 'missing_timestamp':
      return 'The X-Timestamp header is missing. Send the Unix time in seconds.'
    case 'malformed_timestamp':
      return 'The X-Timestamp header is malformed. Send the Unix time in seconds, ten digits, once.'
    case 'stale_timestamp':
      return `The X-Timestamp is more than ${toleranceSeconds} s in the past. ${CLOCKS}`
    case 'future_timestamp':
      return `The X-Timestamp is more than ${toleranceSeconds} s in the future. ${CLOCKS}`
    case 'missing_signature':
      return 'The X-Signature header is missing. Sign every webhook with the HMAC secret.'
    case 'malformed_signature':
      return 'The X-Signature header is malformed. Send one HMAC-SHA256 in hexadecimal or base64.'
    case 'wrong_signature':
      return (
        'The X-Signature does not match the body and the X-Timestamp. Check the HMAC secret, and ' +
        'that the signed bytes are the sent bytes.'
      )
    case 'body_not_bytes':
      return (
        'The body must be the raw bytes, in a Uint8Array or Buffer. A parsed or decoded body cannot ' +
        'be verified.'
      )
    case 'not_utf8':
      return 'The body is not valid UTF-8.'
    case 'not_json':
      return 'The body is not JSON.'
    case 'not_an_object':
      return 'The body is not a JSON object.'
    case 'malformed_event':
      return 'The body is not a webhook event.'
    default:
      return reason satisfies never
  }
}
