/** Bodies that may have been signed in place of the given one. */
import { addEncodings } from './body-encodings.ts'
import { addAbsent, addParts } from './body-parts.ts'
import { addPrinted } from './body-printed.ts'
import type { Add, BodyVariant } from './body-variant.ts'
import { bodyCause, cause, RAW_BYTES_REMEDY, type Cause } from './causes.ts'
import { addCharsets } from './charsets.ts'
import { compareBodies } from './compare-bodies.ts'
import { readJson } from './json-text.ts'
import { NUMBERS, WIRE_STYLE, writeJson } from './write-json.ts'
import { ESCAPES, LAYOUTS, type JsonStyle, type Layout } from './write-json.ts'

const MARK = Buffer.from('\ufeff')

/** Far larger than any event. A thousand copies of larger bodies would take too much memory. */
const REWRITTEN_BYTES_MAX = 32_768

/**
 * All other bodies with the same content, those with the fewest differences first; then the results of
 * common mistakes. The body itself is not among them.
 */
export const bodyVariants = (body: Uint8Array): BodyVariant[] => {
  const given = Buffer.from(body)
  const seen = new Set([given.toString('latin1')])
  const variants: BodyVariant[] = []
  const add = (bytes: Buffer, causes?: Cause[], isRare = false): void => {
    const key = bytes.toString('latin1')
    if (seen.has(key)) return
    seen.add(key)
    variants.push({ bytes, causes: causes ?? compareBodies(given, bytes).map(bodyCause), isRare })
  }
  const text = withoutMark(given).toString()
  add(Buffer.from(`${text}\n`), [newlineBehind])
  for (const same of sameText(text)) add(Buffer.from(same))
  add(Buffer.concat([MARK, given]))
  if (given.length > REWRITTEN_BYTES_MAX) return variants
  for (const written of rewritten(text)) {
    add(Buffer.from(written))
    add(Buffer.from(`${written}\n`))
  }
  addMistakes(given, text, (bytes, found, isRare) => add(Buffer.from(bytes), [found], isRare))
  return variants.toSorted((one, other) => rank(one) - rank(other))
}

/** Rare ones come after all others. */
const rank = ({ causes, isRare }: BodyVariant): number => causes.length + (isRare ? 10 : 0)

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 3).equals(MARK) ? bytes.subarray(3) : bytes

const sameText = (text: string): string[] => [
  text,
  text.trimEnd(),
  text.trim(),
  `${text}\r\n`,
  `${text.trimEnd()}\n`,
  text.replaceAll('\r\n', '\n'),
  text.replaceAll(/\r?\n/g, '\r\n'),
  text.normalize('NFC'),
  text.normalize('NFD'),
]

type AddEither = (bytes: Buffer | string, found: Cause, isRare?: boolean) => void

const addMistakes = (given: Buffer, text: string, add: AddEither): void => {
  const addRare: Add = (bytes, found) => add(bytes, found, true)
  const tree = readJson(text)
  if (tree?.kind === 'string') add(tree.value, encodedTwice)
  if (tree !== null) add(JSON.stringify(text), encodedTwice)
  for (const content of new Set([text, text.trimEnd()])) addEncodings(given, content, addRare)
  addCharsets(given, text, addRare)
  addPrinted(given, text, addRare)
  addAbsent(addRare)
  add(text.replaceAll(/\s+/g, ''), allSpaceRemoved, true)
  if (tree === null) return
  addParts(text, tree, addRare)
  for (const written of otherDates(text)) add(written, otherDate, true)
}

/** The other ways in which libraries write a time in UTC. */
const otherDates = (text: string): string[] => {
  const ISO = /"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.(\d{3})Z"/g
  const short = (ms: string): string => ms.replace(/0+$/, '')
  const dot = (digits: string): string => (digits === '' ? '' : `.${digits}`)
  const writers: ((date: string, time: string, ms: string) => string)[] = [
    (date, time) => `"${date}T${time}Z"`,
    (date, time) => `"${date}T${time}+00:00"`,
    (date, time, ms) => `"${date}T${time}.${ms}+00:00"`,
    (date, time, ms) => `"${date}T${time}.${ms}000Z"`,
    (date, time, ms) => `"${date}T${time}.${ms}000+00:00"`,
    (date, time, ms) => `"${date}T${time}.${ms}0000Z"`,
    (date, time, ms) => `"${date}T${time}${dot(short(ms))}Z"`,
    (date, time, ms) => `"${date}T${time}${dot(short(ms))}+00:00"`,
    (date, time) => `"${date} ${time}"`,
    (date, time) => `"${date} ${time} UTC"`,
    (date, time, ms) => `"${date} ${time}.${ms}"`,
    (date, time, ms) => String(Date.parse(`${date}T${time}.${ms}Z`)),
    (date, time) => String(Date.parse(`${date}T${time}Z`) / 1000),
  ]
  return writers.map((write) =>
    text.replaceAll(ISO, (_whole, ...parts) => {
      const [date = '', time = '', ms = ''] = parts as string[]
      return write(date, time, ms)
    }),
  )
}

const rewritten = function* (text: string): Generator<string> {
  const tree = readJson(text)
  if (tree === null) return
  for (const style of styles()) yield writeJson(tree, style)
  for (const escapes of ESCAPES) {
    for (const layout of ['compact', 'spaced'] as const) {
      for (const order of ['given', 'wire'] as const) {
        for (const numbers of NUMBERS.slice(4)) {
          yield writeJson(tree, { ...WIRE_STYLE, order, layout, escapes, numbers })
        }
      }
    }
  }
}

const styles = function* (): Generator<JsonStyle> {
  for (const order of ['given', 'wire', 'sorted'] as const) {
    for (const layout of Object.keys(LAYOUTS) as Layout[]) {
      for (const escapes of ESCAPES) {
        for (const slashes of ['plain', 'escaped'] as const) {
          for (const numbers of NUMBERS.slice(0, 4)) {
            yield { order, layout, escapes, slashes, numbers }
          }
        }
      }
    }
  }
}

/** A newline that the code puts between body and timestamp gives the same bytes. */
const newlineBehind = cause(
  'body_trailing_newline',
  'A newline between body and timestamp was signed: from the end of the body, or added by the code.',
  `${RAW_BYTES_REMEDY} An editor or "echo" adds a newline: use printf '%s'. Put nothing between the two.`,
)

const encodedTwice = cause(
  'body_encoded_twice',
  'The body was encoded as JSON twice: it is a JSON string that contains JSON.',
  `JSON.stringify (json_encode, json.dumps) was called on a text. ${RAW_BYTES_REMEDY}`,
)

const allSpaceRemoved = cause(
  'body_white_space',
  'The body is not the one that was signed: all white space was removed, also inside of texts.',
  RAW_BYTES_REMEDY,
)

const otherDate = cause(
  'body_date_format',
  'The body is not the one that was signed: times are written differently, such as 09:00:00Z for 09:00:00.000Z.',
  RAW_BYTES_REMEDY,
)
