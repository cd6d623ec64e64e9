/** Keys that may have been used in place of the given HMAC secret. */
import { hash } from 'node:crypto'
import { pythonBytes } from './body-printed.ts'
import { cause, type Cause } from './causes.ts'
import { WIDE_CHARSETS } from './charsets.ts'

export type SecretVariant = {
  key: Buffer
  causes: Cause[]
  /** Combined with few other mistakes. */
  isRare?: boolean
}

export type Secrets = { hmacSecrets: readonly string[]; apiSecrets: readonly string[] }

/** The given secrets come first and have no cause. */
export const secretVariants = ({ hmacSecrets, apiSecrets }: Secrets): SecretVariant[] => {
  const seen = new Set<string>()
  const variants: SecretVariant[] = []
  const add = (key: Buffer, causes: Cause[], isRare = false): void => {
    const id = key.toString('latin1')
    if (seen.has(id)) return
    seen.add(id)
    variants.push({ key, causes, isRare })
  }
  for (const secret of hmacSecrets) add(Buffer.from(secret), [])
  for (const secret of apiSecrets) {
    add(Buffer.from(secret), [apiSecret])
    add(Buffer.from(`Bearer ${secret}`), [apiSecret])
  }
  for (const secret of hmacSecrets) addMisread(secret, [], add)
  for (const text of listsOf(hmacSecrets)) add(Buffer.from(text), [list])
  for (const secret of apiSecrets) addMisread(secret, [apiSecret], add)
  add(Buffer.alloc(0), [empty])
  for (const text of NOT_SET) add(Buffer.from(text), [notSet(text)], true)
  for (const secret of hmacSecrets) addCut(secret, (key) => add(key, [cut], true))
  for (const hmac of hmacSecrets) {
    for (const api of apiSecrets) {
      for (const between of ['', ':', '.', '|', ',']) {
        add(Buffer.from(api + between + hmac), [together], true)
        add(Buffer.from(hmac + between + api), [together], true)
      }
    }
  }
  return variants
}

type Add = (key: Buffer, causes: Cause[], isRare?: boolean) => void

/** All secrets as one key, as a variable or a file has them; and the parts of a secret that is a list. */
const listsOf = (secrets: readonly string[]): string[] => {
  const apart = secrets.flatMap((secret) => {
    const parts = secret.split(/[,;\s]+/).filter((part) => part !== '')
    return parts.length > 1 ? parts : []
  })
  if (secrets.length < 2) return apart
  return [...apart, ...asOne([...secrets]), ...asOne(secrets.toReversed())]
}

const asOne = (secrets: string[]): string[] => [
  ...[',', ', ', ';', ' ', '\n', ':', '|', ''].map((between) => secrets.join(between)),
  `${secrets.join(',')},`,
  `${secrets.join(',')}\n`,
  JSON.stringify(secrets),
  JSON.stringify(secrets).replaceAll(',', ', '),
  `['${secrets.join("', '")}']`,
  `('${secrets.join("', '")}')`,
]

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
  for (const end of ['\u00a0', '\u200b', '\u200e', '\0']) text(trimmed + end, whiteSpace)
  text(pythonBytes(Buffer.from(trimmed)), repr)
  text(/^b(['"])(.*)\1$/.exec(trimmed)?.[2] ?? trimmed, repr)
  addHashed(trimmed, (key) => add(key, [...known, hashed]))
  for (const { encode } of WIDE_CHARSETS) add(encode(trimmed), [...known, otherCharset])
}

const addHashed = (secret: string, add: (key: Buffer) => void): void => {
  for (const name of ['sha256', 'md5', 'sha1', 'sha512'] as const) {
    const digest = hash(name, secret, 'buffer')
    add(digest)
    add(Buffer.from(digest.toString('hex')))
    if (name === 'sha256') add(Buffer.from(digest.toString('base64')))
  }
}

const ENDS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/.'

/** Usual lengths of truncated keys, and one character too few or too many at either end. */
const addCut = (secret: string, add: (key: Buffer) => void): void => {
  for (const length of [16, 20, 24, 30, 31, 32, 33, 36, 40, 48, 50, 63, 64]) {
    if (length < secret.length) add(Buffer.from(secret.slice(0, length)))
  }
  for (const count of [1, 2, 3, 4]) {
    add(Buffer.from(secret.slice(count)))
    add(Buffer.from(secret.slice(0, -count)))
  }
  for (const character of ENDS) {
    add(Buffer.from(secret + character))
    add(Buffer.from(character + secret))
  }
}

/** What code uses as the key when the variable is not set or not read. */
const NOT_SET = [
  'undefined',
  'null',
  'None',
  'nil',
  'HMAC_SECRET',
  '$HMAC_SECRET',
  '${HMAC_SECRET}',
  '%HMAC_SECRET%',
  'process.env.HMAC_SECRET',
  'WASL_HMAC_SECRET',
  'secret',
  'changeme',
  'your_hmac_secret',
  'your-hmac-secret',
  'YOUR_HMAC_SECRET',
] as const

const addDecoded = (secret: string, add: (key: Buffer) => void): void => {
  const parts = [secret, ...Array.from(secret.matchAll(/_/g), (at) => secret.slice(at.index + 1))]
  for (const part of parts) {
    // Buffer skips characters that are not base64, as other lenient decoders do.
    add(Buffer.from(part, 'base64'))
    if (/^(?:[0-9a-f]{2})+$/i.test(part)) add(Buffer.from(part, 'hex'))
  }
}

const AS_IT_IS = 'Use the HMAC secret exactly as the operator gave it, as text in UTF-8'

const apiSecret = cause(
  'secret_api_secret',
  'The key was the API secret. It is for Authorization; webhooks are signed with the HMAC secret.',
  'Use the HMAC secret for X-Signature, and check whether the two variables are mixed up.',
)

const whiteSpace = cause(
  'secret_white_space',
  'The secret has white space at one end (usually a newline) on one side only.',
  'Trim it where it is read: a file, a pasted line in a .env file, or a secret store often adds a newline.',
)

const quotes = cause(
  'secret_quotes',
  'The secret has quotes (or a comma or semicolon) around it on one side only.',
  'Remove them: docker --env-file and some .env readers keep quotes as part of the value.',
)

const prefix = cause(
  'secret_prefix',
  'The beginning of the secret is missing on one side, or the other side has too much.',
  `${AS_IT_IS}, with its prefix and without the name of a variable.`,
)

const letterCase = cause(
  'secret_case',
  'The secret was turned into lower or upper case.',
  `${AS_IT_IS}: upper and lower case matter.`,
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
  'Check that the variable is set and its name is right; refuse to start without it.',
)

const notSet = (text: string): Cause =>
  cause(
    'secret_empty',
    `The key was the text ${JSON.stringify(text)}: the secret was not set, or not read, where the signature was made.`,
    'Check that the variable is set and its name is right; refuse to start without it.',
  )

const list = cause(
  'secret_list',
  'Several secrets with a separator, such as "new,old", were used as one key.',
  'During a rotation there are two secrets: split the list, and accept a signature that fits either.',
)

const repr = cause(
  'secret_printed',
  "The secret is written as Python prints bytes (b'…') on one side only.",
  `${AS_IT_IS}. In Python turn bytes into text with .decode(), never with str().`,
)

const hashed = cause(
  'secret_hashed',
  'The secret was hashed before it was used as the key.',
  `${AS_IT_IS}, without hashing it.`,
)

const cut = cause(
  'secret_cut',
  'A part of the secret is missing at one end, on one side.',
  `${AS_IT_IS}: copy all of it, and look for a column or a key length that truncates it.`,
)

const together = cause(
  'secret_list',
  'The API secret and the HMAC secret were joined and used as one key.',
  'The key is only the HMAC secret; the API secret is for Authorization.',
)

const otherCharset = cause(
  'secret_charset',
  'The secret was turned into bytes in UTF-16 or UTF-32.',
  `${AS_IT_IS}: Encoding.UTF8, "utf8", StandardCharsets.UTF_8.`,
)
