import {
  describeIssues,
  PARTNER_QR_CODES,
  PARTNER_STATUS,
  pathOf,
  QR_BASE_PATH,
} from '@wasl/protocol'
import { callPlatform } from './call.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { notSent } from './read-answer.ts'
import type { QrConfigResult, StatusResult } from './result.ts'
import { checkClientOptions } from './settings.ts'
import type { ClientSettings } from './settings.ts'

export type SetQrConfig = {
  /** As the operator gave it. */
  qrCodeToken: string
  /** 1 to 20 different amounts of dinars: one to be paid, or several to choose from. */
  amounts: readonly number[]
  /** Until when, at most a year ahead. Not together with `singleUse: true`. */
  expiresAt?: string | Date | undefined
  /** For one payment alone. */
  singleUse?: boolean | undefined
}

export type Client = {
  /** What the platform knows of a reference (section 4.3). 60 calls a minute are answered (D5). */
  status: (reference: string, options?: CallOptions) => Promise<StatusResult>
  /**
   * Attaches amounts to a static QR code in place of those that it has (section 4.4). After a
   * failure without a code of the platform (`network`, `timeout`) it may have been done or not;
   * setting the same again is right, unless it was for a single use: that may have been paid.
   */
  setQrConfig: (config: SetQrConfig, options?: CallOptions) => Promise<QrConfigResult>
  /** Takes the amounts of a static QR code away (section 4.5); without any it succeeds too. */
  unsetQrConfig: (config: { qrCodeToken: string }, options?: CallOptions) => Promise<QrConfigResult>
}

/**
 * The platform's APIs for partners. Nothing that a caller has to branch on is thrown: every result
 * is `{ ok: true, data }` or `{ ok: false, error, … }`.
 *
 * @throws TypeError when an option is wrong, with a sentence that names it and never shows the key.
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

/** An invalid date is left to the schema, which says what it expected. */
const timeText = (time: string | Date): string => {
  if (typeof time === 'string') return time
  return Number.isNaN(time.getTime()) ? 'an invalid Date' : time.toISOString()
}
