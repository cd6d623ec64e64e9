/** How notifications reach the operator (W145): its own webhook, its own mailbox, or both. */
import { LANGUAGES, type Language } from '@wasl/protocol'
import { isIP } from 'node:net'
import { hasRawPassword, PERCENT_ENCODE } from './values.ts'
import { hidden, variable } from './variable.ts'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS, which is demanded outside loopback. */
  isTls: boolean
  isLoopback: boolean
  login: { user: string; pass: string } | null
}

export type NotifyConfig = {
  webhook: { url: string; secret: string } | null
  email: { server: SmtpServer; from: string; to: string[] } | null
  language: Language
}

/** This machine, whatever it is called: what goes there leaves it on no wire. */
const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

export const NOTIFY_URL_EXPECTED =
  'an https URL such as https://hooks.example/wasl, without a user; http only to this machine, such ' +
  'as http://127.0.0.1:9000/wasl'

export const notifyUrlOf = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '') return undefined
  if (protocol === 'https:') return text
  return protocol === 'http:' && isLoopbackHost(hostname) ? text : undefined
}

const NOTIFY_SECRET_EXPECTED = '32 to 256 letters, digits and signs without spaces'

const notifySecretOf = (text: string): string | undefined =>
  /^[!-~]{32,256}$/.test(text) ? text : undefined

const smtpUrlExpected = (text: string): string =>
  hasRawPassword(text) ? PERCENT_ENCODE : SMTP_URL_EXPECTED

const SMTP_URL_EXPECTED =
  'smtps://user:password@mail.example, or smtp:// for STARTTLS, and at most a port after the host'

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

const smtpServerOf = (text: string): SmtpServer | undefined => {
  if (!URL.canParse(text) || hasRawPassword(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return undefined
  if (hostname === '' || !['', '/'].includes(pathname) || search !== '' || hash !== '')
    return undefined
  const user = decoded(username)
  const pass = decoded(password)
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? PORTS[protocol] : Number(port),
    isTls: protocol === 'smtps:',
    isLoopback: isLoopbackHost(hostname),
    login: user === '' ? null : { user, pass },
  }
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** As a header takes it without quoting: nothing that could begin another header or address. */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,253}[A-Za-z0-9])?$/

const addressOf = (text: string): string | undefined => (ADDRESS.test(text) ? text : undefined)

const ADDRESSES_MAX = 10

const addressesOf = (text: string): string[] | undefined => {
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.length > ADDRESSES_MAX) return undefined
  return addresses.every((address) => ADDRESS.test(address)) ? addresses : undefined
}

const languageOf = (text: string): Language | undefined =>
  LANGUAGES.find((language) => language === text)

/** The variables, for the schema of the whole environment. */
export const NOTIFY_VARIABLES = {
  WASL_NOTIFY_URL: variable(NOTIFY_URL_EXPECTED, notifyUrlOf, hidden),
  WASL_NOTIFY_SECRET: variable(NOTIFY_SECRET_EXPECTED, notifySecretOf, hidden),
  WASL_SMTP_URL: variable(smtpUrlExpected, smtpServerOf, hidden),
  WASL_NOTIFY_EMAIL: variable(
    '1 to 10 mail addresses with commas between them, such as desk@wasl.example',
    addressesOf,
  ),
  WASL_NOTIFY_FROM: variable('a mail address such as wasl@wasl.example', addressOf),
  WASL_NOTIFY_LANGUAGE: variable('ar, fr or en', languageOf),
}

type Values = {
  WASL_NOTIFY_URL?: string | undefined
  WASL_NOTIFY_SECRET?: string | undefined
  WASL_SMTP_URL?: SmtpServer | undefined
  WASL_NOTIFY_EMAIL?: string[] | undefined
  WASL_NOTIFY_FROM?: string | undefined
  WASL_NOTIFY_LANGUAGE?: Language | undefined
}

/** Which variables need which others, and why. */
const NEEDS = [
  ['WASL_NOTIFY_URL', 'WASL_NOTIFY_SECRET', 'the secret that signs each notification'],
  ['WASL_NOTIFY_SECRET', 'WASL_NOTIFY_URL', 'the address that is notified'],
  ['WASL_SMTP_URL', 'WASL_NOTIFY_EMAIL', 'the mailbox that is notified'],
  ['WASL_NOTIFY_EMAIL', 'WASL_SMTP_URL', 'the mail server that takes the messages'],
  ['WASL_NOTIFY_FROM', 'WASL_SMTP_URL', 'the mail server that takes the messages'],
] as const satisfies readonly (readonly [keyof Values, keyof Values, string])[]

/** One sentence for each variable that another one is missing beside. */
export const missingBeside = (values: Values): { name: string; message: string }[] =>
  NEEDS.filter(([name, other]) => values[name] !== undefined && values[other] === undefined).map(
    ([name, other, why]) => ({ name, message: `expected ${other} beside it, ${why}` }),
  )

/**
 * Null when there is nobody to notify. The sender is the first mailbox, unless another is given.
 */
export const notifyConfigOf = (values: Values): NotifyConfig | null => {
  const { WASL_NOTIFY_URL: url, WASL_NOTIFY_SECRET: secret } = values
  const { WASL_SMTP_URL: server, WASL_NOTIFY_EMAIL: to } = values
  const webhook = url !== undefined && secret !== undefined ? { url, secret } : null
  const from = values.WASL_NOTIFY_FROM ?? to?.[0]
  const email =
    server !== undefined && to !== undefined && from !== undefined ? { server, from, to } : null
  if (webhook === null && email === null) return null
  return { webhook, email, language: values.WASL_NOTIFY_LANGUAGE ?? 'en' }
}
