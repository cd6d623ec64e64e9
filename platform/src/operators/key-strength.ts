/** Which keys are accepted in WASL_OPERATOR_KEY, without any I/O. */
import { ownerOfKey } from '../keys/api-key.ts'

/** What a start demands; the rest of the sentence says what came. */
export const OPERATOR_KEY_EXPECTED =
  'a key made by the platform (wasl_opr_…), or 32 to 256 visible ASCII characters without spaces, ' +
  'of which at least 8 are different and which do not repeat ("openssl rand -hex 32" makes one)'

const IN_A_HEADER = /^[\x21-\x7e]{32,256}$/

const DIFFERENT_MIN = 8

/**
 * Whether nobody guesses this key. It cannot be measured how it was made, so what is refused is what people
 * type when they are in a hurry: few characters, one character many times, a word several times, and
 * a part of a key that the platform made.
 */
export const isStrongOperatorKey = (key: string): boolean => {
  if (/^wasl_(?:opr|prt|chn)_/.test(key)) return ownerOfKey(key)?.kind === 'operator'
  return IN_A_HEADER.test(key) && new Set(key).size >= DIFFERENT_MIN && !isRepetition(key)
}

/** `abcabcabc` is: moved by the length of what repeats, a text of repetitions is itself again. */
const isRepetition = (text: string): boolean => `${text}${text}`.indexOf(text, 1) < text.length
