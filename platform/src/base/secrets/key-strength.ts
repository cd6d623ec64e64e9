/** The rule for keys in WASL_OPERATOR_KEY, without I/O. */
import { ownerOfKey } from './api-key.ts'

/** The first half of the error message; the rest says what was received. */
export const OPERATOR_KEY_EXPECTED =
  'a key made by the platform (wasl_opr_…), or 32 to 256 visible ASCII characters without spaces, ' +
  'of which at least 8 are different and which do not repeat ("openssl rand -hex 32" makes one)'

const IN_A_HEADER = /^[\x21-\x7e]{32,256}$/

const DIFFERENT_MIN = 8

/**
 * Whether the key is hard to guess. How a key was made cannot be measured, so this refuses what
 * people type in a hurry: few characters, one character many times, a repeated word, or part of a
 * key that the platform made.
 */
export const isStrongOperatorKey = (key: string): boolean => {
  if (/^wasl_(?:opr|prt|chn)_/.test(key)) return ownerOfKey(key)?.kind === 'operator'
  return IN_A_HEADER.test(key) && new Set(key).size >= DIFFERENT_MIN && !isRepetition(key)
}

/**
 * Whether a text repeats a shorter one, as `abcabcabc` does: then it occurs in its own double
 * before the end.
 */
const isRepetition = (text: string): boolean => `${text}${text}`.indexOf(text, 1) < text.length
