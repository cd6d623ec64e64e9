/**
 * An echo: some time after a partner acknowledged a success, the platform looks the reference up
 * again. A partner that has booked the payment answers 409 ALREADY_PAID. One that still asks for
 * money, or no longer knows the reference, has acknowledged the payment without booking it (W126).
 *
 * States, set by `recordEcho` alone once the row is there:
 *
 * - `due`: a lookup is due, or runs. It ends in any of the others.
 * - `unbooked`: the partner has not booked the payment. It is looked up again for a day, and becomes
 *   `agreed` when the partner answers 409. Its next acknowledgement makes it `due`.
 * - `agreed`: the partner has booked it. Final.
 * - `unanswered`: no lookup had a usable answer. Its next acknowledgement makes it `due`.
 * - `refunded`: the whole payment was refunded, so the partner may ask for money again. Final.
 *
 * The rules here are pure.
 */
import { formatDinars, type EchoState } from '@wasl/protocol'
import type { Lookup } from '../lookups/read-lookup.ts'

/** The first lookup: by then a partner that books in the background has booked. */
export const FIRST_LOOKUP_MS = 10 * 60_000

/** The pauses after a lookup that did not agree. After the last one there is no further lookup. */
const NEXT_LOOKUPS_MS = [3_600_000, 6 * 3_600_000, 24 * 3_600_000]

/** A lookup takes 5 s at most. When its process dies, another one asks after this time. */
export const LEASE_MS = 60_000

/** When nothing was sent, because payers' lookups go first. */
export const POSTPONED_MS = 60_000

/** What a lookup says about the booking of a payment. */
export type EchoAnswer = 'agreed' | 'unbooked' | 'no_answer'

export const answerOf = (lookup: Lookup): { answer: EchoAnswer; clause: string } => {
  if (lookup.ok) {
    const dinars = formatDinars(lookup.details.totalCentimes)
    return { answer: 'unbooked', clause: `the partner still asks for ${dinars} DZD` }
  }
  switch (lookup.code) {
    case 'REFERENCE409_ALREADY_PAID':
      return { answer: 'agreed', clause: lookup.explanation }
    case 'REFERENCE404_NOT_FOUND':
      return { answer: 'unbooked', clause: lookup.explanation }
    case 'PARTNER502_BAD_RESPONSE':
    case 'PARTNER503_UNAVAILABLE':
    case 'PARTNER504_TIMEOUT':
    case 'SERVER503_UNAVAILABLE':
      return { answer: 'no_answer', clause: lookup.explanation }
    default:
      return lookup.code satisfies never
  }
}

export type EchoStep = { state: EchoState; nextLookupMs: number | null }

/** The state after a lookup, and when the next one is due. */
export const afterLookup = (
  before: 'due' | 'unbooked',
  answer: EchoAnswer,
  lookups: number,
): EchoStep => {
  const nextLookupMs = NEXT_LOOKUPS_MS[lookups - 1] ?? null
  switch (answer) {
    case 'agreed':
      return { state: 'agreed', nextLookupMs: null }
    case 'unbooked':
      return { state: 'unbooked', nextLookupMs }
    case 'no_answer':
      // What was found before stays found.
      if (before === 'unbooked') return { state: 'unbooked', nextLookupMs }
      return { state: nextLookupMs === null ? 'unanswered' : 'due', nextLookupMs }
    default:
      return answer satisfies never
  }
}

/** The warning on the partner, for its developers. */
export const warningOf = (clause: string): string =>
  `The success of this payment was acknowledged, and the payment was not booked: ${clause}. ` +
  'Expected 409 ALREADY_PAID. Book the payment, or let the event be sent again.'
