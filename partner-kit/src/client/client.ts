import {
  describeIssues,
  PARTNER_QR_CODES,
  PARTNER_STATUS,
  pathOf,
  QR_BASE_PATH,
} from '@wasl/protocol'
import { callPlatform } from './call.ts'
import { listPayments } from './list-payments.ts'
import type { PaymentsToList } from './list-payments.ts'
import { listStatements } from './list-statements.ts'
import type { StatementsToList } from './list-statements.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { notSent } from './read-answer.ts'
import type { PaymentsResult, QrConfigResult, StatementsResult, StatusResult } from './result.ts'
import { checkClientOptions } from './settings.ts'
import type { ClientSettings } from './settings.ts'

export type SetQrConfig = {
  /** The token, from the operator. */
  qrCodeToken: string
  /** 1 to 20 different amounts in dinars. With several, the payer chooses one. */
  amounts: readonly number[]
  /** The end of its validity, at most a year ahead. Not together with `singleUse: true`. */
  expiresAt?: string | Date | undefined
  /** Valid for one payment. */
  singleUse?: boolean | undefined
}

export type Client = {
  /** The status of a reference (section 4.3). The quota is 60 calls a minute (D5). */
  status: (reference: string, options?: CallOptions) => Promise<StatusResult>
  /**
   * One page of your payments by business date (D31), the oldest first. Read on with
   * `cursor: data.nextCursor` until it is null; a page may be short. The quota is 60 calls a minute,
   * apart from that of the status (W124).
   */
  listPayments: (list?: PaymentsToList, options?: CallOptions) => Promise<PaymentsResult>
  /** One page of your closed statements (D32), the newest first. It counts with `listPayments`. */
  listStatements: (list?: StatementsToList, options?: CallOptions) => Promise<StatementsResult>
  /**
   * Replaces the amounts of a static QR code (section 4.4). After `network` or `timeout` the change
   * may have happened or not. Setting the same amounts again is safe, except for a single use, which
   * may already be paid.
   */
  setQrConfig: (config: SetQrConfig, options?: CallOptions) => Promise<QrConfigResult>
  /** Removes the amounts of a static QR code (section 4.5). Succeeds if the code has no amounts. */
  unsetQrConfig: (config: { qrCodeToken: string }, options?: CallOptions) => Promise<QrConfigResult>
}

/**
 * A client for the platform's partner APIs. Calls do not throw: every result is `{ ok: true, data }`
 * or `{ ok: false, error, … }`.
 *
 * @throws TypeError that names a wrong option, without the key.
 * @example
 * const client = createClient({ baseUrl: 'https://pay.example', apiKey: process.env.WASL_API_KEY })
 * const result = await client.status('INV-2026-0001')
 * if (result.ok) console.log(result.data.stage)
 * else console.error(result.error, result.message, result.requestId)
 */
export const createClient = (options: ClientOptions): Client => {
  const settings = checkClientOptions(options)
  return {
    status: (reference, callOptions = {}) => readStatus(settings, reference, callOptions),
    listPayments: (list = {}, callOptions = {}) => listPayments(settings, list, callOptions),
    listStatements: (list = {}, callOptions = {}) => listStatements(settings, list, callOptions),
    setQrConfig: (config, callOptions = {}) => setConfig(settings, config, callOptions),
    unsetQrConfig: (config, callOptions = {}) => unsetConfig(settings, config, callOptions),
  }
}

const { readPaymentStatus } = PARTNER_STATUS

const readStatus = async (
  settings: ClientSettings,
  reference: string,
  options: CallOptions,
): Promise<StatusResult> => {
  const { error } = readPaymentStatus.params.reference.safeParse(reference)
  if (error !== undefined) {
    const issues = describeIssues(error, reference)
    return notSent(issues.map(({ message }) => ({ path: 'reference', message })))
  }
  return callPlatform(
    settings,
    {
      name: 'status',
      subject: reference,
      operation: readPaymentStatus,
      url: `${settings.baseUrl}${pathOf(readPaymentStatus, { reference })}`,
      repeatable: 'yes',
    },
    options,
  )
}

const setConfig = async (
  settings: ClientSettings,
  { expiresAt, ...config }: SetQrConfig,
  options: CallOptions,
): Promise<QrConfigResult> => {
  const wanted = { ...config, ...(expiresAt !== undefined && { expiresAt: timeText(expiresAt) }) }
  const operation = PARTNER_QR_CODES.setQrConfig
  const { data: body, error } = operation.body.schema.safeParse(wanted)
  if (error !== undefined) return notSent(describeIssues(error, wanted))
  return callPlatform(
    settings,
    {
      name: 'set_qr_config',
      subject: body.qrCodeToken,
      operation,
      url: qrUrl(settings, operation),
      body,
      repeatable: body.singleUse === true ? 'unless_received' : 'yes',
    },
    options,
  )
}

const unsetConfig = async (
  settings: ClientSettings,
  config: { qrCodeToken: string },
  options: CallOptions,
): Promise<QrConfigResult> => {
  const operation = PARTNER_QR_CODES.unsetQrConfig
  const { data: body, error } = operation.body.schema.safeParse(config)
  if (error !== undefined) return notSent(describeIssues(error, config))
  return callPlatform(
    settings,
    {
      name: 'unset_qr_config',
      subject: body.qrCodeToken,
      operation,
      url: qrUrl(settings, operation),
      body,
      repeatable: 'yes',
    },
    options,
  )
}

/** The Static QR Code API may be at another address than the rest (D6). */
const qrUrl = ({ qrBaseUrl }: ClientSettings, { path }: { path: string }): string =>
  `${qrBaseUrl}${path.slice(QR_BASE_PATH.length)}`

/** The schema reports an invalid date. */
const timeText = (time: string | Date): string => {
  if (typeof time === 'string') return time
  return Number.isNaN(time.getTime()) ? 'an invalid Date' : time.toISOString()
}
