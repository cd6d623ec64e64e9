/**
 * Postings by hand: matches and un-matches of bank lines, fees of the bank, top-ups, adjustments. Up to
 * an amount one person posts them; above it, another person must say the same (D34).
 *
 * How to use it: ask `needsSecondPerson(config, amount)` before anything is posted. When it does, store
 * what is asked with `behind(actor)` of who asks, and post it when somebody else confirms: a person that
 * `isSamePerson(stored, actor)` refuses is answered `APPROVAL409_SAME_PERSON`. Both are in
 * `parties/people/persons-behind.ts`, which every comparison of a maker and a checker uses.
 */
import type { Centimes } from '@wasl/protocol'

/** 100,000.00 DZD: `WASL_MANUAL_POSTING_ABOVE`. */
export const MANUAL_POSTING_ABOVE: Centimes = 10_000_000

/** @param amount in either direction, in centimes. */
export const needsSecondPerson = (
  { manualPostingAbove = MANUAL_POSTING_ABOVE }: { manualPostingAbove?: Centimes },
  amount: Centimes,
): boolean => Math.abs(amount) > manualPostingAbove
