import {
  describeIssues,
  encodeReference,
  isReference,
  paymentStatusSchema,
  qrConfigSchema,
  referenceSchema,
  setQrConfigRequest,
  unsetQrConfigRequest,
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

const readStatus = async (
  settings: ClientSettings,
  reference: string,
  options: CallOptions,
): Promise<StatusResult> => {
  if (!isReference(reference)) {
    const { error } = referenceSchema.safeParse(reference)
    const issues = error === undefined ? [] : describeIssues(error, reference)
    return notSent(issues.map(({ message }) => ({ path: 'reference', message })))
  }
  const url = `${settings.baseUrl}/partner/payments/v1/${encodeReference(reference)}/status`
  return callPlatform(
    settings,
    {
      operation: 'status',
      subject: reference,
      request: { method: 'GET', url, json: null },
      repeatable: 'yes',
      schema: paymentStatusSchema,
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
  const parsed = setQrConfigRequest.safeParse(wanted)
  if (!parsed.success) return notSent(describeIssues(parsed.error, wanted))
  return callPlatform(
    settings,
    {
      operation: 'set_qr_config',
      subject: parsed.data.qrCodeToken,
      request: {
        method: 'POST',
        url: `${settings.qrBaseUrl}/set-qr-config`,
        json: JSON.stringify(parsed.data),
      },
      repeatable: parsed.data.singleUse === true ? 'unless_received' : 'yes',
      schema: qrConfigSchema,
    },
    options,
  )
}

const unsetConfig = async (
  settings: ClientSettings,
  config: { qrCodeToken: string },
  options: CallOptions,
): Promise<QrConfigResult> => {
  const parsed = unsetQrConfigRequest.safeParse(config)
  if (!parsed.success) return notSent(describeIssues(parsed.error, config))
  return callPlatform(
    settings,
    {
      operation: 'unset_qr_config',
      subject: parsed.data.qrCodeToken,
      request: {
        method: 'POST',
        url: `${settings.qrBaseUrl}/un-set-qr-config`,
        json: JSON.stringify(parsed.data),
      },
      repeatable: 'yes',
      schema: qrConfigSchema,
    },
    options,
  )
}

/** An invalid date is left to the schema, which says what it expected. */
const timeText = (time: string | Date): string => {
  if (typeof time === 'string') return time
  return Number.isNaN(time.getTime()) ? 'an invalid Date' : time.toISOString()
}
