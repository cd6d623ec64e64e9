/** A refusal reveals nothing about the reference (section 4.1). */
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
  const answers = [known, unknown].map((exchange) => {
    if (exchange?.answer.ok !== true) return null
    // Not the message: request ids and times in it differ.
    return `HTTP ${exchange.answer.status} ${JSON.stringify(fieldOf(exchange.json?.value, 'error'))}`
  })
  if (known === undefined) return passed(null)
  const what = `A lookup of ${JSON.stringify(session.someReference)} without an Authorization header`
  const remedy = 'Check the API secret first, before you read the path or look up the reference.'
  const shown = detailShown(await session.payable(), known, unknown)
  if (shown !== null) {
    return mismatch({ exchange: known, what, remedy }, `an answer without ${shown}`)
  }
  if (answers[0] === answers[1]) return passed(known)
  const expected = `the same as for an unknown reference, ${answers[1] ?? 'which had no answer'}`
  return mismatch({ exchange: known, what, remedy }, expected)
}

export const tellsNothingCheck: Check = {
  id: 'lookup-authorization-tells-nothing',
  title:
    'A lookup refused with 401 reveals nothing about the reference: no payer, no amount, not whether it exists.',
  section: 'sections 4.1 and 5 (rule 1)',
  group: 'authorisation',
  needs: ['payable'],
  calls: 'lookup',
  run: tellsNothing,
}

/** Shorter texts and numbers would be found by chance. */
const DETAIL_LENGTH_MIN = 4

/** A payment detail that the refusal contains, but the refusal of an unknown reference does not. */
const detailShown = (
  details: Exchange,
  known: Exchange,
  unknown: Exchange | undefined,
): string | null => {
  const bodyOf = ({ answer }: Exchange): string => (answer.ok ? answer.body.toString('utf8') : '')
  const [shown, usual] = [bodyOf(known), unknown === undefined ? '' : bodyOf(unknown)]
  const isRevealed = (text: string): boolean =>
    text.length >= DETAIL_LENGTH_MIN && holdsWord(shown, text) && !holdsWord(usual, text)
  const found = valuesOf(details.json?.value).find(isRevealed)
  return found === undefined ? null : JSON.stringify(found)
}

/** Whether the text has the word, not as a part of a longer one such as a request id. */
const holdsWord = (text: string, word: string): boolean => {
  const isPart = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character)
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return true
  }
  return false
}

/** Fields that are the same for every order, or known to the sender. */
const USUAL_FIELDS = /^(?:label_.*|reference|currency)$/

/** The amounts and texts of the payment details that are specific to this order. */
const valuesOf = (details: unknown): string[] => {
  if (typeof details === 'string' || typeof details === 'number') return [String(details)]
  if (typeof details !== 'object' || details === null) return []
  return Object.entries(details)
    .filter(([name]) => !USUAL_FIELDS.test(name))
    .flatMap(([, value]) => valuesOf(value))
}
