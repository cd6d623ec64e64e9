/** What a signature header may stand for. */
import { cause, type Cause } from './causes.ts'

export type Reading = {
  /** The bytes of the MAC, or the first of them. */
  bytes: Buffer
  /** The platform's kit accepts it as it is written (D13), so nothing is refused for it. */
  accepted: boolean
  causes: Cause[]
}

/** Fewer bytes than these prove nothing. */
const BYTES_MIN = 8

const HEX = /^(?:[0-9a-f]{2})+$/
const ANY_HEX = /^(?:[0-9a-f]{2})+$/i
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const BASE64_URL = /^[A-Za-z0-9_-]+={0,2}$/
const MAC_BYTES = 32

/** Every way to read it, the plainest first. */
export const readingsOf = (signature: string): Reading[] => {
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
  return readings
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

/** Hexadecimal of base64, base64 of hexadecimal, and the same of each. */
const encodedTwice = (bytes: Buffer): Buffer[] => {
  const text = bytes.toString('latin1').trim()
  if (text.length < BYTES_MIN * 2 - 5) return []
  if (ANY_HEX.test(text)) return [Buffer.from(text, 'hex')]
  return BASE64.test(text) || BASE64_URL.test(text) ? [Buffer.from(text, 'base64')] : []
}

const undecorated = (signature: string): string[] => {
  const bare = unescaped(signature)
    .trim()
    .replaceAll(/^["'`<]+|["'`>]+$/g, '')
  return [
    bare,
    bare.replace(/^(?:0x|[A-Za-z0-9_-]{1,24}[=:, ])\s*/, ''),
    bare.replaceAll(/[:\s-]/g, ''),
    // "t=1700000000,v1=…" and "v1,… v1,…", as other providers have it.
    ...Array.from(bare.matchAll(/v\d+[=,]([A-Za-z0-9+/_=-]+)/g), ([, value = '']) => value),
  ]
}

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
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
  'The signature was encoded twice, such as hexadecimal of base64.',
  LOWER_HEX,
)

/** The bytes are only the beginning of a MAC. */
export const truncated = cause(
  'encoding_truncated',
  'The signature was cut: only its beginning is there.',
  'Look for a column or a variable that is too short; 64 characters are needed.',
)

const decorated = cause(
  'encoding_decorated',
  'Something stands around the signature: white space, quotes, a name such as "sha256=", separators, or percent-encoding.',
  LOWER_HEX,
)

/** How else than as the platform does a MAC is written, the likely ways first. */
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
