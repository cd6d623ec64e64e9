/** What may have been the key when the HMAC secret at hand was not. */
import { cause, type Cause } from './causes.ts'

export type SecretVariant = { key: Buffer; causes: Cause[] }

export type Secrets = { hmacSecrets: readonly string[]; apiSecrets: readonly string[] }

/** The secrets at hand come first and have no cause. */
export const secretVariants = ({ hmacSecrets, apiSecrets }: Secrets): SecretVariant[] => {
  const seen = new Set<string>()
  const variants: SecretVariant[] = []
  const add = (key: Buffer, causes: Cause[]): void => {
    const id = key.toString('latin1')
    if (seen.has(id)) return
    seen.add(id)
    variants.push({ key, causes })
  }
  for (const secret of hmacSecrets) add(Buffer.from(secret), [])
  for (const secret of apiSecrets) {
    add(Buffer.from(secret), [apiSecret])
    add(Buffer.from(`Bearer ${secret}`), [apiSecret])
  }
  for (const secret of hmacSecrets) addMisread(secret, [], add)
  for (const secret of apiSecrets) addMisread(secret, [apiSecret], add)
  add(Buffer.alloc(0), [empty])
  return variants
}

type Add = (key: Buffer, causes: Cause[]) => void

const addMisread = (secret: string, known: Cause[], add: Add): void => {
  const text = (value: string, found: Cause): void => add(Buffer.from(value), [...known, found])
  const trimmed = secret.trim()
  for (const end of ['\n', '\r\n', '\r', ' ', '\t']) text(trimmed + end, whiteSpace)
  text(trimmed, whiteSpace)
  text(` ${trimmed}`, whiteSpace)
  text(`\ufeff${trimmed}`, whiteSpace)
  text(trimmed.replace(/^\ufeff/, ''), whiteSpace)
  for (const quote of ['"', "'", '`']) text(`${quote}${trimmed}${quote}`, quotes)
  text(trimmed.replaceAll(/^["'`]+|["'`;,]+$/g, ''), quotes)
  for (const end of [',', ';']) text(trimmed + end, quotes)
  text(trimmed.replace(/^[A-Z_]+=/, ''), prefix)
  text(`HMAC_SECRET=${trimmed}`, prefix)
  for (const start of trimmed.matchAll(/_/g)) text(trimmed.slice(start.index + 1), prefix)
  text(trimmed.toLowerCase(), letterCase)
  text(trimmed.toUpperCase(), letterCase)
  addDecoded(trimmed, (key) => add(key, [...known, decoded]))
  for (const encoding of ['base64', 'base64url', 'hex'] as const) {
    text(Buffer.from(trimmed).toString(encoding), encoded)
  }
}

const addDecoded = (secret: string, add: (key: Buffer) => void): void => {
  const parts = [secret, ...Array.from(secret.matchAll(/_/g), (at) => secret.slice(at.index + 1))]
  for (const part of parts) {
    // Buffer skips what is no base64, as lenient decoders elsewhere do.
    add(Buffer.from(part, 'base64'))
    if (/^(?:[0-9a-f]{2})+$/i.test(part)) add(Buffer.from(part, 'hex'))
  }
}

const AS_IT_IS = 'Use the HMAC secret exactly as the operator gave it, as text in UTF-8'

const apiSecret = cause(
  'secret_api_secret',
  'The key was the API secret. That one goes into Authorization; webhooks are signed with the HMAC secret.',
  'Take the HMAC secret for X-Signature, and look whether the two variables are mixed up.',
)

const whiteSpace = cause(
  'secret_white_space',
  'The secret has white space at one end (a newline, most often) in one place and not in the other.',
  'Trim it where it is read: a file, a pasted line in a .env file, or a secret store often adds a newline.',
)

const quotes = cause(
  'secret_quotes',
  'The secret has quotes (or a comma or semicolon) around it in one place and not in the other.',
  'Remove them: docker --env-file and some .env readers keep quotes as part of the value.',
)

const prefix = cause(
  'secret_prefix',
  'A part in front of the secret is missing in one place, or too much in the other.',
  `${AS_IT_IS}, with its prefix and without the name of a variable.`,
)

const letterCase = cause(
  'secret_case',
  'The secret was turned into lower or upper case.',
  `${AS_IT_IS}: capital and small letters differ.`,
)

const decoded = cause(
  'secret_decoded',
  'The secret was decoded (from base64 or hexadecimal) before it was used as the key.',
  `${AS_IT_IS}: it looks like base64, but it is not to be decoded.`,
)

const encoded = cause(
  'secret_encoded',
  'The secret was encoded (as base64 or hexadecimal) before it was used as the key.',
  `${AS_IT_IS}, without encoding it.`,
)

const empty = cause(
  'secret_empty',
  'The key was empty: the secret was not set where the signature was made.',
  'Look whether the variable is there and has that very name; refuse to start without it.',
)
