/** Validates the options of a run. */
import {
  centimesFromDinars,
  isReference,
  qrCodeTokenSchema,
  urlProblem,
  webhookUrlOf,
} from '@wasl/protocol'
import type { Check } from './check.ts'
import { GROUPS } from './check-info.ts'
import { ALL_CHECKS } from './checks.ts'
import { isOptedOut, isRequired } from './needs.ts'
import type { RunInputs } from './needs.ts'
import type { CertifyOptions, References } from './options.ts'
import type { References as SessionReferences, SessionSettings } from './session.ts'

export type Settings = Omit<SessionSettings, 'signal'> & {
  runTimeoutMs: number
  /** The checks of the run, in order. */
  checks: readonly Check[]
  /** Ids of the checks that a certificate needs, also those that `only` and `skip` exclude. */
  required: readonly string[]
}

export type SettingsResult =
  | { ok: true; settings: Settings }
  | { ok: false; /** Names the option, never a secret. */ problem: string }

/** D11 and D14. */
const LOOKUP_TIMEOUT_MS = 5_000
const WEBHOOK_TIMEOUT_MS = 10_000

const RUN_TIMEOUT_MS = 300_000

export const readSettings = (options: CertifyOptions): SettingsResult => {
  const { apiUrl, timeoutMs, references = {}, runTimeoutMs = RUN_TIMEOUT_MS } = options
  const webhookUrl = options.webhookUrl ?? webhookUrlOf(apiUrl)
  const problem =
    urlsProblem(apiUrl, webhookUrl) ??
    secretsProblem(options) ??
    referencesProblem(references) ??
    amountProblem(options) ??
    limitProblem('timeoutMs', timeoutMs) ??
    limitProblem('runTimeoutMs', runTimeoutMs) ??
    namesProblem('only', options.only) ??
    namesProblem('skip', options.skip)
  if (problem !== null) return { ok: false, problem }
  const given: RunInputs = {
    apiUrl,
    webhookUrl,
    apiSecrets: listOf(options.apiSecret) as [string],
    hmacSecrets: listOf(options.hmacSecret) as [string],
    references: withPayList(references),
  }
  return {
    ok: true,
    settings: {
      ...given,
      amount: options.amount,
      lookupTimeoutMs: timeoutMs ?? LOOKUP_TIMEOUT_MS,
      webhookTimeoutMs: timeoutMs ?? WEBHOOK_TIMEOUT_MS,
      runTimeoutMs,
      signatureMistakes: options.signatureMistakes,
      checks: ALL_CHECKS.filter((check) => isInRun(check, options, given)),
      required: ALL_CHECKS.filter((check) => isRequired(check, given)).map(({ id }) => id),
    },
  }
}

const amountProblem = ({ amount, references }: CertifyOptions): string | null => {
  if (amount === undefined) return null
  if (references?.payable === undefined) {
    return 'amount: expected also references.payable, whose price it is'
  }
  const result = centimesFromDinars(amount)
  return result.ok ? null : `amount: ${result.problem}`
}

const isInRun = (check: Check, { only, skip = [] }: CertifyOptions, given: RunInputs): boolean => {
  if (isNamed(check, skip)) return false
  return only === undefined ? !isOptedOut(check, given) : isNamed(check, only)
}

const isNamed = ({ id, group }: Check, names: readonly string[]): boolean =>
  names.includes(id) || names.includes(group)

const urlsProblem = (apiUrl: string, webhookUrl: string): string | null => {
  for (const [name, url] of Object.entries({ apiUrl, webhookUrl })) {
    const problem = urlProblem(url)
    if (problem !== null) return `${name}: ${problem}`
  }
  return null
}

const secretsProblem = ({ apiSecret, hmacSecret }: CertifyOptions): string | null => {
  for (const [name, given] of Object.entries({ apiSecret, hmacSecret })) {
    const list = listOf(given)
    if (list.length === 0) return `${name}: expected a secret, received none`
    if (list.some((secret) => typeof secret !== 'string' || secret === '')) {
      return `${name}: expected a text that is not empty, received an empty one`
    }
    if (new Set(list).size < list.length) return `${name}: the same secret was given twice`
    if (list.some((secret) => /[^\x21-\x7e]/.test(secret))) {
      const expected = 'expected printable ASCII characters without spaces'
      return `${name}: ${expected}; check for a line end or quotes`
    }
  }
  // Every request carries the API secret: with a shared value, its reader could sign events.
  const shared = listOf(apiSecret).some((secret) => listOf(hmacSecret).includes(secret))
  return shared ? 'apiSecret and hmacSecret must differ, but they share a value' : null
}

const listOf = (given: string | readonly string[]): readonly string[] =>
  typeof given === 'string' ? [given] : [...given]

const withPayList = ({ pay, ...others }: References): SessionReferences =>
  pay === undefined ? others : { ...others, pay: listOf(pay) }

/** One for the main payment, one for a payment in order, one for a wrong amount. */
const PAY_MAX = 3

const referencesProblem = (references: References): string | null => {
  const { odd = [], qr, pay = [], ...single } = references
  const toPay = listOf(pay)
  const listed = { odd, pay: toPay }
  const all = [
    ...Object.entries(single),
    ...Object.entries(listed).flatMap(([name, list]) => list.map((one) => [name, one] as const)),
  ]
  const given = all.filter((entry): entry is [string, string] => entry[1] !== undefined)
  for (const [name, reference] of given) {
    if (isReference(reference)) continue
    return `references.${name}: expected a reference of 1 to 128 characters, received ${JSON.stringify(reference)}`
  }
  const { payable } = references
  if (payable !== undefined && toPay.includes(payable)) {
    return 'references.pay: expected another reference than payable, because the run marks it as paid'
  }
  if (toPay.length > PAY_MAX)
    return `references.pay: expected at most ${PAY_MAX}, received ${toPay.length}`
  if (new Set(toPay).size < toPay.length)
    return 'references.pay: the same reference was given twice'
  return qr === undefined ? null : qrProblem(qr)
}

const qrProblem = (token: string): string | null => {
  const { error } = qrCodeTokenSchema.safeParse(token)
  return error === undefined
    ? null
    : `references.qr: ${error.issues[0]?.message ?? 'expected a token'}`
}

const limitProblem = (name: string, value: number | undefined): string | null => {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return null
  return `${name}: expected milliseconds greater than 0, received ${value}`
}

const namesProblem = (option: string, names: readonly string[] | undefined): string | null => {
  const known = [...ALL_CHECKS.map(({ id }) => id), ...GROUPS] as readonly string[]
  const unknown = names?.find((name) => !known.includes(name))
  return unknown === undefined
    ? null
    : `${option}: expected the id of a check or the name of a group, received "${unknown}"`
}
