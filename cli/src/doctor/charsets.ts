/** Text in other character sets than UTF-8. */
import type { Add } from './body-variant.ts'
import { cause, RAW_BYTES_REMEDY, type Cause } from './causes.ts'

const MARK = '\ufeff'

/** UTF-16 and UTF-32: other bytes for every text, also for ASCII. */
export const WIDE_CHARSETS: readonly { name: string; encode: (text: string) => Buffer }[] = [
  { name: 'UTF-16 (little-endian)', encode: (text) => Buffer.from(text, 'utf16le') },
  { name: 'UTF-16 (big-endian)', encode: (text) => Buffer.from(text, 'utf16le').swap16() },
  {
    name: 'UTF-16 (little-endian, with a byte order mark)',
    encode: (text) => Buffer.from(MARK + text, 'utf16le'),
  },
  {
    name: 'UTF-16 (big-endian, with a byte order mark)',
    encode: (text) => Buffer.from(MARK + text, 'utf16le').swap16(),
  },
  { name: 'UTF-32 (little-endian)', encode: (text) => utf32(text) },
]

const utf32 = (text: string): Buffer => {
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const bytes = Buffer.alloc(characters.length * 4)
  for (const [index, code] of characters.entries()) bytes.writeUInt32LE(code, index * 4)
  return bytes
}

/** Sets of 256 characters that servers in North Africa and Europe still use. */
const SMALL_CHARSETS = [
  { name: 'Latin-1 (ISO-8859-1)', label: 'latin1' },
  { name: 'Windows-1252', label: 'windows-1252' },
  { name: 'Windows-1256 (Arabic)', label: 'windows-1256' },
  { name: 'ISO-8859-6 (Arabic)', label: 'iso-8859-6' },
] as const

/** Adds the body in other character sets, and the body read or written in the wrong one. */
export const addCharsets = (given: Buffer, text: string, add: Add): void => {
  for (const form of ['NFKC', 'NFKD'] as const) add(text.normalize(form), normalised)
  for (const { name, encode } of WIDE_CHARSETS) add(encode(text), otherCharset(name))
  addWideDecoded(given, add)
  if (!/[\u0080-\uffff]/.test(text)) return
  for (const { name, label } of SMALL_CHARSETS) {
    const charset = charsetOf(label)
    if (charset === null) continue
    add(charset.decode(given), readAs(name))
    for (const lost of ['?', '', null]) {
      const bytes = charset.encode(text, lost)
      if (bytes !== null) add(bytes, otherCharset(name))
    }
    const back = charset.encode(text, null)
    // Undoes that UTF-8 was read in this set.
    if (back !== null) add(back, readAs(name))
  }
  // JavaScript's "latin1" and "ascii" keep the low byte of each character.
  add(Buffer.from(text, 'latin1'), otherCharset('Latin-1 (ISO-8859-1)'))
  for (const instead of ['?', '', '\ufffd']) {
    add(text.replaceAll(/[\u0080-\u{10ffff}]/gu, instead), otherCharset('ASCII'))
    add(text.replaceAll(/[\u0080-\uffff]/g, instead), otherCharset('ASCII'))
    add(given.toString('latin1').replaceAll(/[\u0080-\u00ff]/g, instead), otherCharset('ASCII'))
  }
}

/** Adds the text of a body in UTF-16 as UTF-8. */
const addWideDecoded = (given: Buffer, add: Add): void => {
  // PowerShell's > writes UTF-16, with a line end.
  if (given.length % 2 !== 0 || !given.includes(0)) return
  const name = 'UTF-16'
  for (const bytes of [given, Buffer.from(given).swap16()]) {
    const text = bytes.toString('utf16le')
    const bare = text.startsWith(MARK) ? text.slice(1) : text
    for (const content of [bare, bare.trimEnd()]) add(content, otherCharset(name))
  }
}

type Charset = {
  decode: (bytes: Buffer) => string
  /** @param lost replaces characters that are not in the set; null refuses them. */
  encode: (text: string, lost: string | null) => Buffer | null
}

/** Null if this Node.js does not know the set. */
const charsetOf = (label: string): Charset | null => {
  const decoder = label === 'latin1' ? null : decoderOf(label)
  if (label !== 'latin1' && decoder === null) return null
  const decode = (bytes: Buffer): string => decoder?.decode(bytes) ?? bytes.toString('latin1')
  const codes = new Map<string, number>()
  for (let code = 0; code < 256; code += 1) codes.set(decode(Buffer.from([code])), code)
  codes.delete('\ufffd')
  return {
    decode,
    encode: (text, lost) => {
      const bytes: number[] = []
      for (const character of text) {
        const code = codes.get(character)
        if (code !== undefined) bytes.push(code)
        else if (lost === null) return null
        else if (lost !== '') bytes.push(lost.charCodeAt(0))
      }
      return Buffer.from(bytes)
    },
  }
}

const decoderOf = (label: string): InstanceType<typeof TextDecoder> | null => {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}

export const CHARSET_REMEDY = `Sign and verify bytes; where you need text, use UTF-8. ${RAW_BYTES_REMEDY}`

const otherCharset = (name: string): Cause =>
  cause(
    'body_mis_decoded',
    `The body is not the one that was signed: one of the two is in ${name}, the other in UTF-8.`,
    CHARSET_REMEDY,
  )

const readAs = (name: string): Cause =>
  cause(
    'body_mis_decoded',
    `The body was read in the wrong character set: UTF-8 was read as ${name}.`,
    CHARSET_REMEDY,
  )

const normalised = cause(
  'body_unicode_form',
  'The body is not the one that was signed: letters are in another Unicode form.',
  RAW_BYTES_REMEDY,
)
