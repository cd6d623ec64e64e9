/**
 * Every error code of the platform (section 7.2, D4, D8, D9, D11, D18, D21, D22), and the four of the
 * partner-hosted endpoints (section 7.1). The HTTP status is the three digits in the code.
 */
import { CHANNEL_API_ERRORS } from './errors/channel-api.ts'
import type { ErrorEntry } from './errors/entry.ts'
import { GENERAL_ERRORS } from './errors/general.ts'
import { OPERATOR_API_ERRORS } from './errors/operator-api.ts'
import { PARTNER_API_ERRORS } from './errors/partner-api.ts'
import { PARTNER_HOSTED_ERRORS } from './errors/partner-hosted.ts'
import { QR_API_ERRORS } from './errors/qr-api.ts'
import type { Language } from './language.ts'

/** The HTTP status and the messages of each code. */
export const ERRORS = {
  ...PARTNER_API_ERRORS,
  ...QR_API_ERRORS,
  ...CHANNEL_API_ERRORS,
  ...OPERATOR_API_ERRORS,
  ...GENERAL_ERRORS,
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** The codes of the partner-hosted endpoints (section 7.1). */
export const PARTNER_ERRORS = PARTNER_HOSTED_ERRORS

export type PartnerErrorCode = keyof typeof PARTNER_ERRORS

export type { ErrorEntry }

/** The `errorMessage` of a code in a language. */
export const errorMessage = (code: ErrorCode, language: Language): string =>
  ERRORS[code].messages[language]
