/**
 * References that are awkward in a URL (D1). Each is one percent-encoded path segment. The references do
 * not exist, so each lookup must answer 404.
 */
import { REFERENCE_LENGTH_MAX, encodeReference, isReference } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { expectDetailsOf, expectError, mismatch } from '../expect/lookup.ts'
import { each, passed } from '../finding.ts'
import { LOOKUP_PAYABLE, LOOKUP_UNKNOWN } from './lookup-answers.ts'

type Case = { id: string; title: string; references: readonly string[]; remedy: string }

const DECODE =
  'Percent-decode the last segment of the raw path once, as UTF-8. Check whether your router already splits ' +
  'or decodes the path.'

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
    title: 'A reference with slashes is one path segment and is looked up.',
    references: ['WASL/CHECK/2026-01', '/WASL-CHECK', 'WASL-CHECK\\2026'],
    remedy:
      `${DECODE} %2F belongs to the reference: set AllowEncodedSlashes NoDecode in Apache, and let proxies ` +
      'pass the path on unchanged. WSGI decodes %2F before your routes: in Django, write <path:reference>; in ' +
      'Flask, whose <path:reference> redirects //, put RAW_URI into PATH_INFO before the routes, as ' +
      'examples/python-without-a-kit/README.md shows.',
  },
  {
    id: 'percent',
    title: 'A reference with a percent sign is decoded exactly once.',
    references: ['WASL-CHECK-100%', '100%25', 'WASL%2FCHECK', '%E0%A4'],
    remedy: `${DECODE} Decoding twice fails on a single % or finds another reference.`,
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
    remedy: `${DECODE} Encode it again before you put it into another URL.`,
  },
  {
    id: 'dots',
    title: 'A reference with dot segments does not change the path.',
    references: ['../../../etc/passwd', 'a/../b', '..\\..\\x', '.WASL-CHECK', 'WASL-CHECK..'],
    remedy: `${DECODE} Never use it as a file name or in another URL.`,
  },
  {
    id: 'length',
    title: 'A reference of 128 characters is looked up, whatever its characters.',
    references: ['W'.repeat(REFERENCE_LENGTH_MAX), ASTRAL.repeat(REFERENCE_LENGTH_MAX)],
    remedy:
      'Accept long paths: 128 characters are up to 1 536 bytes percent-encoded. Answer 404 to a reference ' +
      'that does not fit your database column.',
  },
  {
    id: 'quotes',
    title: 'A reference with quotes, markup or comments is plain text.',
    references: [`' or '1'='1`, `" or ""="`, `WASL';--`, '<b>WASL</b>', '${7*7}{{7*7}}'],
    remedy: 'Pass the reference to your database as a query parameter, and escape it in pages.',
  },
  {
    id: 'wildcards',
    title: 'A reference of wildcards is not found.',
    references: ['%', '*', '_'.repeat(8), '.*', 'WASL-CHECK-%'],
    remedy: 'Compare the whole reference with =, not with LIKE or a regular expression.',
  },
  {
    id: 'names',
    title: 'A reference that is a keyword of a programming language is not found.',
    references: ['__proto__', 'constructor', 'toString', 'null', 'undefined'],
    remedy:
      'Keep references in a Map or a database, not as keys of a plain object, and compare them as strings.',
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
      'Only the exact reference is found: not one with another beginning, end, encoding, case or accent.',
    needs: ['payable'],
    after: [LOOKUP_PAYABLE, LOOKUP_UNKNOWN],
    run: (session) =>
      each(neighboursOf(session.someReference), async (reference) => {
        const exchange = await session.lookup(reference)
        const what = `The lookup of ${JSON.stringify(reference)}, different from ${JSON.stringify(session.someReference)},`
        const remedy =
          `${DECODE} Then compare it exactly, with case and accents: two spellings of one reference could be ` +
          'locked and paid separately. In MySQL, use COLLATE utf8mb4_bin or varbinary for the column.'
        return expectError({ exchange, what, remedy }, 404)
      }),
  },
  {
    ...common,
    id: 'reference-odd',
    title: 'A payable reference with Arabic, spaces or slashes is found and returned unchanged.',
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
    title: 'A path with invalid percent-encoding is refused without an internal error.',
    section: 'section 4.1, D1, W54',
    run: (session) =>
      each(['/%', '/%E0%A4%A', '/%FF%FE', '/%00'], async (path) => {
        const exchange = await session.other('GET', path)
        const { answer } = exchange
        if (answer.ok && answer.status >= 400 && answer.status < 500) return passed(exchange)
        const what = `GET {API_URL}${path}`
        const remedy =
          'Catch the error of your decoder and answer 404 NOT_FOUND: no such reference exists.'
        return mismatch({ exchange, what, remedy }, 'a status of 400 to 499')
      }),
  },
]

/** Different references that a careless partner mistakes for this one. */
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

/** Spellings that a database may treat as equal: case, accents, leading zeros. */
const spellingsOf = (reference: string): string[] => {
  const accented = reference.replace(/[a-z]/i, (letter) => `${letter}\u0301`).normalize('NFC')
  const asNumber = /^[0-9]+$/.test(reference) ? [`0${reference}`] : []
  return [reference.toLowerCase(), reference.toUpperCase(), accented, ...asNumber]
}
