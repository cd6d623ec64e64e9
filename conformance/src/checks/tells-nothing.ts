/** A refusal says nothing about the reference (section 4.1: before any data is returned). */
import type { Check } from '../check.ts'
import { mismatch } from '../expect/lookup.ts'
import { passed } from '../finding.ts'
import type { Finding } from '../finding.ts'
import type { Exchange } from '../http/exchange.ts'
import { fieldOf } from '../json.ts'
import type { Session } from '../session.ts'

const tellsNothing = async (session: Session): Promise<Finding> => {
  const [known, unknown] = await Promise.all(
    [session.someReference, session.unknown].map((reference) =>
      session.lookup(reference, { authorization: null }),
    ),
  )
  const told = [known, unknown].map((exchange) => {
    if (exchange?.answer.ok !== true) return null
    // Request ids and times in messages differ every time.
    return `HTTP ${exchange.answer.status} ${JSON.stringify(fieldOf(exchange.json?.value, 'error'))}`
  })
  if (known === undefined) return passed(null)
  const what = `A lookup of ${JSON.stringify(session.someReference)} without an Authorization header`
  const remedy =
    'Check the API secret first, before the path is looked at and the reference looked up.'
  const shown = detailShown(await session.payable(), known, unknown)
  if (shown !== null) {
    return mismatch({ exchange: known, what, remedy }, `an answer without ${shown}`)
  }
  if (told[0] === told[1]) return passed(known)
  const expected = `the same as for an unknown reference, ${told[1] ?? 'which gave no answer'}`
  return mismatch({ exchange: known, what, remedy }, expected)
}

export const tellsNothingCheck: Check = {
  id: 'lookup-authorization-tells-nothing',
  title:
    'A lookup that is refused with 401 tells nothing of the reference: no payer, no amount, not whether it is known.',
  section: 'sections 4.1 and 5 (rule 1)',
  group: 'authorisation',
  needs: ['payable'],
  calls: 'lookup',
  run: tellsNothing,
}

/** Shorter texts and numbers would be found by chance. */
const DETAIL_LENGTH_MIN = 4

/** Something of the payment details that is in the refusal, and not in that of an unknown reference. */
const detailShown = (
  details: Exchange,
  known: Exchange,
  unknown: Exchange | undefined,
): string | null => {
  const bodyOf = ({ answer }: Exchange): string => (answer.ok ? answer.body.toString('utf8') : '')
  const [shown, usual] = [bodyOf(known), unknown === undefined ? '' : bodyOf(unknown)]
  const isTold = (text: string): boolean =>
    text.length >= DETAIL_LENGTH_MIN && holdsWord(shown, text) && !holdsWord(usual, text)
  const found = valuesOf(details.json?.value).find(isTold)
  return found === undefined ? null : JSON.stringify(found)
}

/** Not within a longer word: request ids hold any four digits by chance. */
const holdsWord = (text: string, word: string): boolean => {
  const isPart = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character)
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true
  }
  return false
}

/** The same for every order, or sent with the request. */
const USUAL_FIELDS = /^(?:label_.*|reference|currency)$/

/** Every amount and text of the payment details that is this order's own. */
const valuesOf = (details: unknown): string[] => {
  if (typeof details === 'string' || typeof details === 'number') return [String(details)]
  if (typeof details !== 'object' || details === null) return []
  return Object.entries(details)
    .filter(([name]) => !USUAL_FIELDS.test(name))
    .flatMap(([, value]) => valuesOf(value))
}
