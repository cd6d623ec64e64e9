/** The whole body in an encoding, signed in place of the body; and the reverse. */
import type { Add } from './body-variant.ts'
import { cause, RAW_BYTES_REMEDY } from './causes.ts'

/** Adds each encoding of the body, and what the body decodes to. */
export const addEncodings = (given: Buffer, text: string, add: Add): void => {
  for (const escaped of [addSlashes(text), JSON.stringify(text).slice(1, -1), unslashed(text)]) {
    add(escaped, backslashes)
  }
  for (const encoded of [...percentEncoded(text), ...percentDecoded(text)]) add(encoded, urlEncoded)
  for (const escaped of [...htmlEscaped(text), htmlUnescaped(text)]) add(escaped, escapedForHtml)
  addBinary(given, text, add)
}

const addSlashes = (text: string): string => text.replaceAll(/[\\'"]/g, String.raw`\$&`)

const unslashed = (text: string): string => text.replaceAll(/\\(.)/gs, '$1')

/** The characters that each language does not encode, and how it encodes a space. */
const PERCENT: readonly { keep: RegExp; space: '%20' | '+'; isLower?: boolean }[] = [
  { keep: /[A-Za-z0-9_.!~*'()-]/, space: '%20' },
  { keep: /[A-Za-z0-9_.~/-]/, space: '%20' },
  { keep: /[A-Za-z0-9_.~-]/, space: '%20' },
  { keep: /[A-Za-z0-9_.~-]/, space: '+' },
  { keep: /[A-Za-z0-9_.-]/, space: '+' },
  { keep: /[A-Za-z0-9*_.-]/, space: '+' },
  { keep: /[A-Za-z0-9_.!~*'();,/?:@&=+$#-]/, space: '%20' },
  { keep: /[A-Za-z0-9!()*_.-]/, space: '+', isLower: true },
]

const percentEncoded = (text: string): string[] =>
  PERCENT.map(({ keep, space, isLower }) =>
    Array.from(text, (character) => {
      if (keep.test(character)) return character
      if (character === ' ') return space
      const encoded = Buffer.from(character).toString('hex').replaceAll(/../g, '%$&')
      return isLower ? encoded : encoded.toUpperCase()
    }).join(''),
  )

const percentDecoded = (text: string): string[] => {
  const spaced = text.replaceAll('+', ' ')
  return [decoded(text), decoded(spaced), spaced].filter((found) => found !== null)
}

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const DOUBLE_QUOTES = ['&quot;', '&#34;', '"'] as const
const SINGLE_QUOTES = ["'", '&#39;', '&#x27;', '&#039;', '&apos;'] as const

const htmlEscaped = (text: string): string[] => {
  const tags = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return DOUBLE_QUOTES.flatMap((double) =>
    SINGLE_QUOTES.map((single) => tags.replaceAll('"', double).replaceAll("'", single)),
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  amp: '&',
}

const htmlUnescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(quot|apos|lt|gt|amp));/gi, (whole, ...at) => {
    const [decimal, hexadecimal, name] = at as (string | undefined)[]
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })

const addBinary = (given: Buffer, text: string, add: Add): void => {
  const standard = given.toString('base64')
  const trimmed = text.trim()
  for (const written of [
    standard,
    given.toString('base64url'),
    `${standard}\n`,
    inLines(standard, 76, '\r\n'),
    inLines(standard, 76, '\n'),
    `${inLines(standard, 60, '\n')}\n`,
  ]) {
    add(written, base64)
  }
  if (/^[\w+/-]+={0,2}$/.test(trimmed)) add(Buffer.from(trimmed, 'base64'), base64)
  add(given.toString('hex'), hexadecimal)
  add(given.toString('hex').toUpperCase(), hexadecimal)
  if (/^(?:[\da-f]{2})+$/i.test(trimmed)) add(Buffer.from(trimmed, 'hex'), hexadecimal)
}

const inLines = (text: string, length: number, lineBreak: string): string =>
  text.match(new RegExp(`.{1,${length}}`, 'g'))?.join(lineBreak) ?? ''

const is = (how: string): string =>
  `The body is not the one that was signed: one of the two is ${how}.`

const backslashes = cause(
  'body_backslashes',
  is(String.raw`escaped with backslashes (\")`),
  `A log, a shell, addslashes or JSON in JSON does that. ${RAW_BYTES_REMEDY}`,
)

const urlEncoded = cause(
  'body_url_encoded',
  is('URL-encoded (%7B, + for a space)'),
  RAW_BYTES_REMEDY,
)

const escapedForHtml = cause(
  'body_html_escaped',
  is('escaped for HTML (&quot;)'),
  `A template, htmlspecialchars or an input filter does that. ${RAW_BYTES_REMEDY}`,
)

const base64 = cause('body_base64', is('in base64'), RAW_BYTES_REMEDY)

const hexadecimal = cause('body_hexadecimal', is('in hexadecimal'), RAW_BYTES_REMEDY)
