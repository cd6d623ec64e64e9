/**
 * References similar to a given one: a part of it, or a plus sign instead of a space. The partner may
 * have an order with such a reference, so a check fails only when that cannot explain the answer.
 */
import { isReference } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { expectError } from '../expect/lookup.ts'
import { each, failed, passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { fieldOf } from '../json.ts'
import type { Session } from '../session.ts'
import { LOOKUP_PAYABLE, LOOKUP_UNKNOWN } from './lookup-answers.ts'

const common = { section: 'section 4.1, D1', group: 'reference', calls: 'lookup' } as const

const WHOLE =
  'Compare the whole reference with =, not with LIKE, startsWith, includes or a regular expression: a payer ' +
  "who omits a digit must not pay another customer's order."

/** Two parts for each side, because one of them may happen to be an order of the shop. */
const beginningsOf = (reference: string): string[] => {
  const letters = Array.from(reference)
  return [letters.slice(0, -1), letters.slice(0, Math.ceil(letters.length / 2))]
    .map((part) => part.join('').trim())
    .filter(isReference)
}

const endsOf = (reference: string): string[] => {
  const letters = Array.from(reference)
  return [letters.slice(1), letters.slice(Math.floor(letters.length / 2))]
    .map((part) => part.join('').trim())
    .filter(isReference)
}

/**
 * The failure when a part is answered with the whole reference, or when both parts are found; null
 * otherwise.
 */
const partsFound = async (session: Session, parts: readonly string[]): Promise<Finding | null> => {
  const answers: [part: string, exchange: Exchange][] = []
  for (const part of parts) answers.push([part, await session.lookup(part)])
  const isFound = ([, { answer }]: (typeof answers)[number]): boolean =>
    answer.ok && (answer.status === 200 || answer.status === 409)
  const isWhole = ([, { json }]: (typeof answers)[number]): boolean =>
    fieldOf(json?.value, 'reference') === session.someReference
  const wrong = answers.find(isWhole) ?? (answers.every(isFound) ? answers[0] : undefined)
  if (wrong === undefined) return null
  const [part, exchange] = wrong
  const whole = JSON.stringify(session.someReference)
  const what = `The lookup of ${JSON.stringify(part)}, only a part of ${whole},`
  return expectError({ exchange, what, remedy: WHOLE }, 404)
}

const RAW_DECODE =
  'Decode the path once, with a function that does not change +: rawurldecode in PHP, unquote in Python ' +
  '(not urldecode or unquote_plus).'

const plusOrSpace = async (session: Session): Promise<Finding> => {
  const { odd = [], payable } = session.references
  const given = [...odd, ...(payable === undefined ? [] : [payable])]
  const swapped = given.filter((text) => /[ +]/.test(text))
  if (swapped.length === 0) {
    return passed(null, 'No given reference has a space or a plus sign.')
  }
  return each(swapped, async (reference) => {
    const other = reference.replaceAll(/[ +]/g, (letter) => (letter === '+' ? ' ' : '+'))
    if (given.includes(other) || !isReference(other)) return passed(null)
    const exchange = await session.lookup(other)
    const { answer, json } = exchange
    const isFound = answer.ok && (answer.status === 200 || answer.status === 409)
    if (!isFound) return passed(exchange)
    const echo = JSON.stringify(fieldOf(json?.value, 'reference') ?? null)
    const explanation = `The lookup of ${JSON.stringify(other)} found an order (reference ${echo}). Expected: HTTP 404, because ${JSON.stringify(reference)} is another reference.`
    return failed(exchange, explanation, RAW_DECODE)
  })
}

export const referencePartChecks: readonly Check[] = [
  {
    ...common,
    id: 'reference-part',
    title: 'A part of a reference, its beginning or its end, is not found.',
    needs: ['payable'],
    after: [LOOKUP_PAYABLE, LOOKUP_UNKNOWN],
    run: async (session) => {
      const beginning = await partsFound(session, beginningsOf(session.someReference))
      return beginning ?? (await partsFound(session, endsOf(session.someReference))) ?? passed(null)
    },
  },
  {
    ...common,
    id: 'reference-plus-or-space',
    title: 'A plus sign and a space make different references.',
    needs: ['odd'],
    after: [LOOKUP_UNKNOWN],
    run: plusOrSpace,
  },
]
