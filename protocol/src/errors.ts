/**
 * Every error code of the platform (section 7.2, D4, D8, D9, D11, D18, D21, D22), and the four of the
 * partner-hosted endpoints (section 7.1). The HTTP status is the three digits in the code.
 */
import { CASH_ERRORS } from './errors/cash.ts'
import { CHANNEL_API_ERRORS } from './errors/channel-api.ts'
import { CREDENTIAL_ERRORS } from './errors/credentials.ts'
import { CUSTODY_ERRORS } from './errors/custody.ts'
import { DIRECTORY_ERRORS } from './errors/directories.ts'
import { FOLLOW_UP_ERRORS } from './errors/follow-ups.ts'
import type { ErrorEntry } from './errors/entry.ts'
import { GENERAL_ERRORS } from './errors/general.ts'
import { LEDGER_ERRORS } from './errors/ledger.ts'
import { OPERATOR_API_ERRORS } from './errors/operator-api.ts'
import { NOTE_ERRORS } from './errors/notes.ts'
import { NOTIFICATION_ERRORS } from './errors/notifications.ts'
import { PARTNER_ACCOUNT_ERRORS } from './errors/partner-accounts.ts'
import { PARTNER_API_ERRORS } from './errors/partner-api.ts'
import { PARTNER_STATE_ERRORS } from './errors/partner-states.ts'
import { PEOPLE_ERRORS } from './errors/people.ts'
import { PARTNER_HOSTED_ERRORS } from './errors/partner-hosted.ts'
import { PORTAL_ERRORS } from './errors/portal.ts'
import { QR_API_ERRORS } from './errors/qr-api.ts'
import { RECEIPT_ERRORS } from './errors/receipts.ts'
import { RESEND_ERRORS } from './errors/resends.ts'
import { SETTLEMENT_ERRORS } from './errors/settlement.ts'
import { SIGNING_KEY_ERRORS } from './errors/signing-keys.ts'
import { STATEMENT_DOCUMENT_ERRORS } from './errors/statement-documents.ts'
import { REFUND_ERRORS } from './errors/refunds.ts'
import { TEST_CALL_ERRORS } from './errors/test-calls.ts'
import type { Language } from './language.ts'

/** The HTTP status and the messages of each code. */
export const ERRORS = {
  ...PARTNER_API_ERRORS,
  ...QR_API_ERRORS,
  ...CHANNEL_API_ERRORS,
  ...CUSTODY_ERRORS,
  ...CASH_ERRORS,
  ...RECEIPT_ERRORS,
  ...OPERATOR_API_ERRORS,
  ...PARTNER_STATE_ERRORS,
  ...RESEND_ERRORS,
  ...TEST_CALL_ERRORS,
  ...NOTE_ERRORS,
  ...FOLLOW_UP_ERRORS,
  ...NOTIFICATION_ERRORS,
  ...LEDGER_ERRORS,
  ...PARTNER_ACCOUNT_ERRORS,
  ...SIGNING_KEY_ERRORS,
  ...SETTLEMENT_ERRORS,
  ...STATEMENT_DOCUMENT_ERRORS,
  ...REFUND_ERRORS,
  ...PEOPLE_ERRORS,
  ...CREDENTIAL_ERRORS,
  ...DIRECTORY_ERRORS,
  ...PORTAL_ERRORS,
  ...GENERAL_ERRORS,
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** The codes of the partner-hosted endpoints (section 7.1). */
export const PARTNER_ERRORS = PARTNER_HOSTED_ERRORS

export type PartnerErrorCode = keyof typeof PARTNER_ERRORS

export type { ErrorEntry }

/**
 * The `errorMessage` of a code in a language. `{permission}` or `{state}` in a message stands for that field
 * of the body.
 */
export const errorMessage = (
  code: ErrorCode,
  language: Language,
  extra: Readonly<Record<string, unknown>> = {},
): string => {
  const message = ERRORS[code].messages[language]
  return message.replaceAll(/\{(permission|state)\}/g, (whole, name: string) => {
    const value = extra[name]
    return typeof value === 'string' ? value : whole
  })
}
