/** The MACs that a signature header may stand for. */
import { fromPythonBytes } from './body-printed.ts'
import { cause, type Cause } from './causes.ts'

export type Reading = {
  /** The bytes of the MAC, or the first of them. */
  bytes: Buffer
  /** The kit accepts this way of writing (D13). */
  accepted: boolean
  causes: Cause[]
}

/** Fewer bytes prove nothing. */
const BYTES_MIN = 8

const HEX = /^(?:[0-9a-f]{2})+$/
const ANY_HEX = /^(?:[0-9a-f]{2})+$/i
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const BASE64_URL = /^[A-Za-z0-9_-]+={0,2}$/
const MAC_BYTES = 32

/** Far longer than a MAC in any form. */
const CHARACTERS_MAX = 2000

/** All ways to read it, the plainest first. */
export const readingsOf = (signature: string): Reading[] => {
  if (signature.length > CHARACTERS_MAX) return []
  const readings: Reading[] = []
  const add = (text: string, causes: Cause[]): void => {
    for (const plain of plainReadings(text)) {
      if (plain.bytes.length < BYTES_MIN) continue
      const isClean = causes.length === 0 && plain.bytes.length === MAC_BYTES && plain.accepted
      readings.push({ ...plain, accepted: isClean, causes: [...causes, ...plain.causes] })
      for (const inner of encodedTwice(plain.bytes)) {
        readings.push({ bytes: inner, accepted: false, causes: [...causes, twice] })
      }
    }
  }
  add(signature, [])
  for (const text of undecorated(signature)) if (text !== signature) add(text, [decorated])
  for (const bytes of otherForms(signature)) {
    if (bytes.length === MAC_BYTES) readings.push({ bytes, accepted: false, causes: [otherForm] })
  }
  return readings
}

/** The 32 bytes in unusual forms: numbers, raw bytes, base32, a printed buffer, reversed. */
const otherForms = (signature: string): Buffer[] => {
  const text = signature.trim()
  const numbers = text.replaceAll(/^[[({]|[\])}]$/g, '').split(/[\s,;:]+/)
  return [
    ...(numbers.every((number) => /^-?\d{1,3}$/.test(number))
      ? [Buffer.from(numbers.map(Number))]
      : []),
    Buffer.from(signature, 'latin1'),
    Buffer.from(/^<Buffer([\s\da-f]*)>$/.exec(text)?.[1]?.replaceAll(' ', '') ?? '', 'hex'),
    fromPythonEscapes(text),
    ...(/^[A-Z2-7]{52}(?:={4})?$/i.test(text) ? [fromBase32(text)] : []),
    ...(ANY_HEX.test(text) ? [Buffer.from(Buffer.from(text, 'hex').toReversed())] : []),
  ]
}

const fromPythonEscapes = (text: string): Buffer => fromPythonBytes(text)[0] ?? Buffer.alloc(0)

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text.toUpperCase().replaceAll('=', ''), (character) =>
    BASE32.indexOf(character).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

const plainReadings = (text: string): Reading[] => {
  if (HEX.test(text)) {
    return [
      { bytes: Buffer.from(text, 'hex'), accepted: true, causes: [] },
      ...base64Readings(text, false),
    ]
  }
  if (ANY_HEX.test(text)) {
    return [
      { bytes: Buffer.from(text, 'hex'), accepted: true, causes: [upperCase] },
      ...base64Readings(text, false),
    ]
  }
  return base64Readings(text, true)
}

const base64Readings = (text: string, accepted: boolean): Reading[] => {
  if (!BASE64.test(text) && !BASE64_URL.test(text)) return []
  return [{ bytes: Buffer.from(text, 'base64'), accepted, causes: [base64] }]
}

/** Hexadecimal or base64 in hexadecimal or base64. */
const encodedTwice = (bytes: Buffer): Buffer[] => {
  const text = bytes.toString('latin1').trim()
  if (text.length < BYTES_MIN * 2 - 5) return []
  if (ANY_HEX.test(text)) return [Buffer.from(text, 'hex')]
  return BASE64.test(text) || BASE64_URL.test(text) ? [Buffer.from(text, 'base64')] : []
}

const undecorated = (signature: string): string[] => {
  const bare = unescaped(signature)
    .trim()
    .replaceAll(/^b(?=['"])|^["'`<[({]+|["'`>\])},;]+$/g, '')
    .replaceAll(/^["'`<]+|["'`>]+$/g, '')
  return [
    bare,
    bare.replace(/^(?:0x|[A-Za-z0-9_-]{1,24}[=:, ])\s*/, ''),
    bare.replaceAll(/[:\s-]/g, ''),
    bare.replace(
      /^(?:X-Signature|hmac-sha256|sha256|sha-256|signature|hmac|bearer)\s*[:=,]?\s*/i,
      '',
    ),
    // "t=1700000000,v1=…", "ts=…;h1=…" and "v1,… v1,…", as other providers write it; and any list.
    ...Array.from(bare.matchAll(/[vhs]\d+[=,]([A-Za-z0-9+/_=-]+)/g), ([, value = '']) => value),
    ...(bare.match(/[A-Za-z0-9+/_=-]{24,}/g) ?? []),
    ...(bare.match(/[0-9a-fA-F]{32,}/g) ?? []),
    // A form turns the plus signs of base64 into spaces.
    bare.replaceAll(' ', '+'),
  ]
}

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Forms that lose information: they can be compared, but not read. */
const LOSSY: readonly ((mac: Buffer) => string)[] = [
  (mac) => Array.from(mac, (byte) => byte.toString(16)).join(''),
  (mac) => Array.from(new Int8Array(mac), (byte) => (byte >>> 0).toString(16)).join(''),
  (mac) => mac.toString('hex').replace(/^0+/, ''),
  (mac) => mac.toString('utf8'),
  (mac) => mac.toString('utf8').replaceAll('\ufffd', '?'),
]

/** Whether a MAC in a lossy form is the signature. Null when the signature cannot be one. */
export const lossyReading = (signature: string): ((mac: Buffer) => boolean) | null => {
  const text = signature.trim()
  if (/^(?:[\da-f]{64}|[\w+/-]{43}=?)$/i.test(text)) return null
  const isHex = /^[\da-f]{36,256}$/.test(text)
  const ways = isHex ? LOSSY.slice(0, 3) : LOSSY.slice(3)
  // Each byte that is not UTF-8 became one character, and nearly every MAC has some.
  if (!isHex && (text.length > 32 || !/[\ufffd?]/.test(text))) return null
  return (mac) => ways.some((write) => write(mac) === text)
}

const LOWER_HEX = 'Write it as 64 lowercase hexadecimal digits and nothing else.'

const upperCase = cause(
  'encoding_upper_case',
  'The signature is in upper-case hexadecimal; the platform sends lower case.',
  'Compare bytes, or lower-case both texts before comparing them.',
)

const base64 = cause(
  'encoding_base64',
  'The signature is in base64; the platform sends hexadecimal.',
  `${LOWER_HEX} In PHP leave hash_hmac's last argument out; in Node digest('hex'); in Python hexdigest().`,
)

const twice = cause(
  'encoding_twice',
  'The signature was encoded twice, for example as hexadecimal of base64.',
  LOWER_HEX,
)

export const truncated = cause(
  'encoding_truncated',
  'The signature was truncated: only its beginning is left.',
  'Look for a column or a variable with room for fewer than 64 characters.',
)

export const otherForm = cause(
  'encoding_other',
  'The 32 bytes of the signature are not written as two hexadecimal digits each: they are raw bytes, numbers, base32, in reverse, or without leading zeros.',
  `${LOWER_HEX} In PHP leave hash_hmac's last argument out; in Node digest('hex'); in Python hexdigest().`,
)

const decorated = cause(
  'encoding_decorated',
  'There is something around the signature: white space, quotes, a name such as "sha256=", separators, or percent-encoding.',
  LOWER_HEX,
)

/** Other ways to write a MAC, the likely ones first. */
export const WRITINGS: readonly { write: (mac: Buffer) => string; causes: readonly Cause[] }[] = [
  { write: (mac) => mac.toString('base64'), causes: [base64] },
  { write: (mac) => `sha256=${mac.toString('hex')}`, causes: [decorated] },
  { write: (mac) => mac.toString('hex').toUpperCase(), causes: [upperCase] },
  { write: (mac) => `v1=${mac.toString('hex')}`, causes: [decorated] },
  { write: (mac) => `v0=${mac.toString('hex')}`, causes: [decorated] },
  { write: (mac) => mac.toString('base64url'), causes: [base64] },
  { write: (mac) => `sha256=${mac.toString('base64')}`, causes: [decorated, base64] },
  { write: (mac) => `v1,${mac.toString('base64')}`, causes: [decorated, base64] },
  { write: (mac) => Buffer.from(mac.toString('hex')).toString('base64'), causes: [twice] },
  { write: (mac) => mac.toString('hex').slice(0, 32), causes: [truncated] },
  { write: (mac) => `0x${mac.toString('hex')}`, causes: [decorated] },
]
