/**
 * The payer's one-time code of a refund (D28). It is made for people who read it aloud and type it:
 * `1001-K7QM-3F9X-2HT4`. The first group is the partner's number, so that the code alone tells where
 * the refund is. Then come four characters that find the code, seven that are secret, and a check
 * character over all the others. The characters are Crockford's digits, without I, L, O and U. Without
 * zod, so that a till can load it.
 */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Finds the code among those of its partner. It is not secret. */
export const REFUND_LOCATOR_LENGTH = 4

/** 35 bits. The platform limits guesses, for each code and for each channel. */
export const REFUND_SECRET_LENGTH = 7

const GROUP_LENGTH = 4

const CODE = new RegExp(
  `^([1-9][0-9]{0,9})([${DIGITS}]{${REFUND_LOCATOR_LENGTH}})([${DIGITS}]{${REFUND_SECRET_LENGTH}})([${DIGITS}])$`,
)

const PARTNER_MAX = 2_147_483_647

export type RefundCode = {
  /** The number of the partner, such as 1001. */
  partner: number
  locator: string
  secret: string
}

/**
 * The code as people read it, in groups, with its check character.
 *
 * @example formatRefundCode({ partner: 1001, locator: 'K7QM', secret: '3F9X2HT' }) // '1001-K7QM-3F9X-2HT4'
 */
export const formatRefundCode = ({ partner, locator, secret }: RefundCode): string => {
  const rest = `${locator}${secret}`
  const text = `${rest}${checkCharacter(`${partner}${rest}`)}`
  const groups = text.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []
  return [partner, ...groups].join('-')
}

/**
 * The parts of a code that a person typed: in upper or lower case, with or without its groups, with
 * letters that look like digits. Null when it is mistyped: a wrong character and two swapped ones are
 * always noticed.
 *
 * @example readRefundCode('1001 k7qm 3f9x 2ht8') // { partner: 1001, locator: 'K7QM', secret: '3F9X2HT' }
 */
export const readRefundCode = (typed: string): RefundCode | null => {
  if (typed.length > TYPED_MAX) return null
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const [, digits = '', locator = '', secret = '', check = ''] = CODE.exec(text) ?? []
  if (digits === '' || Number(digits) > PARTNER_MAX) return null
  if (check !== checkCharacter(`${digits}${locator}${secret}`)) return null
  return { partner: Number(digits), locator, secret }
}

/** Far longer than a code with a space after each character. */
const TYPED_MAX = 64

/**
 * The sum of all characters as elements of the field of 32 elements, each multiplied by another power
 * of the generator. So a changed character, and two swapped ones, always change the sum.
 */
const checkCharacter = (text: string): string => {
  let sum = 0
  // Horner's method: each round multiplies what is before by the generator.
  for (const character of text) sum = timesGenerator(sum ^ DIGITS.indexOf(character))
  return DIGITS[sum] as string
}

/** Multiplication by x, modulo x⁵ + x² + 1, whose powers reach all elements but zero. */
const timesGenerator = (element: number): number => {
  const doubled = element << 1
  return doubled < 32 ? doubled : doubled ^ 0b100101
}
