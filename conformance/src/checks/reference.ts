/**
 * References that are awkward in a URL (D1): one percent-encoded segment of the path, whatever they
 * hold. Asked for references that nobody has, so that each must end in an honest 404.
 */
import { REFERENCE_LENGTH_MAX, encodeReference, isReference } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { expectDetailsOf, expectError, mismatch } from '../expect/lookup.ts'
import { each, passed } from '../finding.ts'
import { LOOKUP_PAYABLE, LOOKUP_UNKNOWN } from './lookup-answers.ts'

type Case = { id: string; title: string; references: readonly string[]; remedy: string }

const DECODE =
  'Take the last segment of the raw path and percent-decode it once, as UTF-8; a router that splits or ' +
  'decodes the path by itself may do it before you.'

const ASTRAL = '\u{1F9FE}'

const CASES: readonly Case[] = [
  {
    id: 'arabic',
    title: 'A reference with Arabic and accented letters is looked up.',
    references: ['فاتورة-٢٠٢٦-لا-توجد', 'Élève-numéro-inconnu'],
    remedy: DECODE,
  },
  {
    id: 'space',
    title: 'A reference with spaces is looked up.',
    references: ['WASL CHECK 2026 01'],
    remedy: DECODE,
  },
  {
    id: 'slash',
    title: 'A reference with slashes is one segment of the path, and is looked up.',
    references: ['WASL/CHECK/2026-01', '/WASL-CHECK', 'WASL-CHECK\\2026'],
    remedy:
      `${DECODE} %2F belongs to the reference: Apache needs AllowEncodedSlashes NoDecode, and a proxy must ` +
      'pass the path on as it is.',
  },
  {
    id: 'percent',
    title: 'A reference with a percent sign is decoded once, and only once.',
    references: ['WASL-CHECK-100%', '100%25', 'WASL%2FCHECK', '%E0%A4'],
    remedy: `${DECODE} A second decoding breaks on a lone % or finds another reference.`,
  },
  {
    id: 'plus',
    title: 'A reference with a plus sign is looked up.',
    references: ['WASL+CHECK+2026'],
    remedy: `${DECODE} In a path + is a plus sign, not a space: use rawurldecode in PHP, unquote in Python.`,
  },
  {
    id: 'query',
    title: 'A reference with ?, #, & and = is looked up.',
    references: ['WASL?CHECK=1&x=2', 'WASL#CHECK', 'WASL;CHECK=1', '?'],
    remedy: `${DECODE} Do not put it into another URL without encoding it again.`,
  },
  {
    id: 'dots',
    title: 'A reference with dot segments leads nowhere else.',
    references: ['../../../etc/passwd', 'a/../b', '..\\..\\x', '.WASL-CHECK', 'WASL-CHECK..'],
    remedy: `${DECODE} Never make a file name or another URL of it.`,
  },
  {
    id: 'length',
    title: 'A reference of 128 characters is looked up, whatever its characters.',
    references: ['W'.repeat(REFERENCE_LENGTH_MAX), ASTRAL.repeat(REFERENCE_LENGTH_MAX)],
    remedy:
      'Let the path be long: 128 characters are up to 1 536 bytes percent-encoded. A reference that your ' +
      'database could not hold is not found, not an error.',
  },
  {
    id: 'quotes',
    title: 'A reference with quotes, markup and comments is text, and nothing else.',
    references: [`' or '1'='1`, `" or ""="`, `WASL';--`, '<b>WASL</b>', '${7*7}{{7*7}}'],
    remedy:
      'Pass the reference to your database as a parameter; never put it into a statement or a page.',
  },
  {
    id: 'wildcards',
    title: 'A reference of wildcards finds nothing.',
    references: ['%', '*', '_'.repeat(8), '.*', 'WASL-CHECK-%'],
    remedy: 'Compare the whole reference with =, not with LIKE or a regular expression.',
  },
  {
    id: 'names',
    title: 'A reference that means something to a programming language finds nothing.',
    references: ['__proto__', 'constructor', 'toString', 'null', 'undefined'],
    remedy:
      'Keep references in a Map or a database, not as keys of an object, and compare them as texts of the ' +
      'same type.',
  },
]

const common = {
  section: 'section 4.1, D1',
  group: 'reference',
  needs: [],
  calls: 'lookup',
} as const

const checkOf = ({ id, title, references, remedy }: Case): Check => ({
  ...common,
  id: `reference-${id}`,
  title,
  after: [LOOKUP_UNKNOWN],
  run: (session) =>
    each(references, async (reference) => {
      const exchange = await session.lookup(reference)
      const what = `The lookup of ${JSON.stringify(reference)} (${encodeReference(reference)} on the wire)`
      return expectError({ exchange, what, remedy }, 404)
    }),
})

export const referenceChecks: readonly Check[] = [
  ...CASES.map(checkOf),
  {
    ...common,
    id: 'reference-exact',
    title:
      'Only the very reference is found: not one that begins, ends or is encoded like it, and not the same in other case or with accents.',
    needs: ['payable'],
    after: [LOOKUP_PAYABLE, LOOKUP_UNKNOWN],
    run: (session) =>
      each(neighboursOf(session.someReference), async (reference) => {
        const exchange = await session.lookup(reference)
        const what = `The lookup of ${JSON.stringify(reference)}, which is not ${JSON.stringify(session.someReference)},`
        const remedy =
          `${DECODE} Then compare the whole of it, case and accents as well: under two spellings an order ` +
          'could be locked and paid twice. MySQL needs COLLATE utf8mb4_bin, or varbinary, for the column.'
        return expectError({ exchange, what, remedy }, 404)
      }),
  },
  {
    ...common,
    id: 'reference-odd',
    title: 'A payable reference with Arabic, spaces or slashes is found, and given back unchanged.',
    needs: ['odd'],
    run: (session) =>
      each(session.references.odd ?? [], async (reference) => {
        const exchange = await session.lookup(reference)
        const what = `The lookup of ${JSON.stringify(reference)} (${encodeReference(reference)} on the wire)`
        return expectDetailsOf({ exchange, what, remedy: DECODE }, reference)
      }),
  },
  {
    ...common,
    id: 'reference-malformed',
    title: 'A path that is no valid percent-encoding breaks nothing.',
    section: 'section 4.1, D1, W54',
    run: (session) =>
      each(['/%', '/%E0%A4%A', '/%FF%FE', '/%00'], async (path) => {
        const exchange = await session.other('GET', path)
        const { answer } = exchange
        if (answer.ok && answer.status >= 400 && answer.status < 500) return passed(exchange)
        const what = `GET {API_URL}${path}`
        const remedy =
          'Catch the error of your decoder and answer 404 NOT_FOUND: nobody has such a reference.'
        return mismatch({ exchange, what, remedy }, 'a status of 400 to 499')
      }),
  },
]

/** What a partner that is careless with the path takes for the reference. None of them is it. */
const neighboursOf = (reference: string): string[] => {
  const first = reference.codePointAt(0) ?? 0
  const [encodedFirst] = Array.from(reference, (character) => encodeURIComponent(character))
  const escaped = first < 0x80 ? `%${first.toString(16).padStart(2, '0')}` : (encodedFirst ?? '')
  const rest = Array.from(reference).slice(1).join('')
  return [
    `${reference}/`,
    `${reference}/x`,
    `x/${reference}`,
    `${reference}?x=1`,
    `${reference}#x`,
    `${reference}~wasl-check`,
    `${escaped}${rest}`,
    `${reference};x=1`,
    ...spellingsOf(reference),
  ].filter((neighbour) => neighbour !== reference && isReference(neighbour))
}

/** What a database that compares as people do takes for the same: case, accents, leading zeros. */
const spellingsOf = (reference: string): string[] => {
  const accented = reference.replace(/[a-z]/i, (letter) => `${letter}\u0301`).normalize('NFC')
  const asNumber = /^[0-9]+$/.test(reference) ? [`0${reference}`] : []
  return [reference.toLowerCase(), reference.toUpperCase(), accented, ...asNumber]
}
