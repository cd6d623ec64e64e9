/** What may have been signed when the body at hand was not. */
import { cause, bodyCause, RAW_BYTES_REMEDY, type Cause } from './causes.ts'
import { compareBodies } from './compare-bodies.ts'
import { memberOf, readJson, type JsonNode } from './json-text.ts'
import {
  ESCAPES,
  LAYOUTS,
  WIRE_STYLE,
  writeJson,
  type JsonStyle,
  type Layout,
} from './write-json.ts'

export type BodyVariant = { bytes: Buffer; causes: Cause[] }

const MARK = Buffer.from('\ufeff')

/**
 * Every other body that says what this one says, those with the fewest differences first, and some
 * that common mistakes make of it. The body itself is not among them.
 */
export const bodyVariants = (body: Uint8Array): BodyVariant[] => {
  const given = Buffer.from(body)
  const seen = new Set([given.toString('latin1')])
  const variants: BodyVariant[] = []
  const add = (bytes: Buffer, causes?: Cause[]): void => {
    const key = bytes.toString('latin1')
    if (seen.has(key)) return
    seen.add(key)
    variants.push({ bytes, causes: causes ?? compareBodies(given, bytes).map(bodyCause) })
  }
  const text = withoutMark(given).toString()
  for (const same of sameText(text)) add(Buffer.from(same))
  add(Buffer.concat([MARK, given]))
  addMistakes(given, text, add)
  for (const written of rewritten(text)) {
    add(Buffer.from(written))
    add(Buffer.from(`${written}\n`))
  }
  return variants.toSorted((one, other) => one.causes.length - other.causes.length)
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, 3).equals(MARK) ? bytes.subarray(3) : bytes

const sameText = (text: string): string[] => [
  text,
  text.trimEnd(),
  text.trim(),
  `${text}\n`,
  `${text}\r\n`,
  `${text.trimEnd()}\n`,
  text.replaceAll('\r\n', '\n'),
  text.replaceAll(/\r?\n/g, '\r\n'),
  text.normalize('NFC'),
  text.normalize('NFD'),
]

type Add = (bytes: Buffer, causes?: Cause[]) => void

const addMistakes = (given: Buffer, text: string, add: Add): void => {
  // Bytes of UTF-8 that were taken for Latin-1, on either side.
  if (/[\u0080-\uffff]/.test(text)) {
    add(Buffer.from(given.toString('latin1')), [misDecoded])
    if (!/[\u0100-\uffff]/.test(text)) add(Buffer.from(text, 'latin1'), [misDecoded])
  }
  const tree = readJson(text)
  if (tree?.kind === 'string') add(Buffer.from(tree.value), [encodedTwice])
  if (tree !== null) add(Buffer.from(JSON.stringify(text)), [encodedTwice])
  for (const part of partsOf(text, tree)) add(Buffer.from(part), [partOnly])
  add(Buffer.from('[object Object]'), [objectAsText])
  add(Buffer.alloc(0), [notSent])
}

/** `data` alone, as written and as a serialiser writes it. */
const partsOf = (text: string, tree: JsonNode | null): string[] => {
  const data = memberOf(tree, 'data')
  return data === null ? [] : [text.slice(data.start, data.end), writeJson(data, WIRE_STYLE)]
}

const rewritten = function* (text: string): Generator<string> {
  const tree = readJson(text)
  if (tree === null) return
  for (const style of styles()) yield writeJson(tree, style)
}

const styles = function* (): Generator<JsonStyle> {
  for (const order of ['given', 'wire', 'sorted'] as const) {
    for (const layout of Object.keys(LAYOUTS) as Layout[]) {
      for (const escapes of ESCAPES) {
        for (const slashes of ['plain', 'escaped'] as const) {
          for (const numbers of ['given', 'shortest', 'one decimal', 'two decimals'] as const) {
            yield { order, layout, escapes, slashes, numbers }
          }
        }
      }
    }
  }
}

const misDecoded = cause(
  'body_mis_decoded',
  'The body was read in the wrong character set: bytes of UTF-8 were taken for Latin-1.',
  `Read the body as bytes; where text is needed, as UTF-8. ${RAW_BYTES_REMEDY}`,
)

const encodedTwice = cause(
  'body_encoded_twice',
  'The body was encoded as JSON twice: the one is a JSON string that holds the other.',
  `JSON.stringify (json_encode, json.dumps) was called on what was text already. ${RAW_BYTES_REMEDY}`,
)

const partOnly = cause(
  'body_part',
  'Only "data" was signed, not the whole body.',
  'The whole body is signed, from the first { to the last }, with "event" in it.',
)

const objectAsText = cause(
  'body_object_as_text',
  'What was signed is "[object Object]": a parsed body that was put into a string.',
  RAW_BYTES_REMEDY,
)

const notSent = cause(
  'body_not_sent',
  'What was signed is an empty body: it had been read already, so nothing was left of it.',
  `Read the body once and keep its bytes. ${RAW_BYTES_REMEDY}`,
)
