/** The one-time code of a handover: eight digits, which the giver says and the receiver types. */
import { timingSafeEqual } from 'node:crypto'
import { randomInt, slowHash } from '../../../base/chance.ts'

const DIGITS = 8

/** How many codes of eight digits there are. */
const CODES = 100_000_000

const HASH_BYTES = 32

/** A new code, such as `04821973`. */
export const makeHandoverCode = (): string => String(randomInt(CODES)).padStart(DIGITS, '0')

/**
 * The stored form of a code. A short code is found by trying all of them, so a slow hash makes that
 * expensive for a reader of the table; the id of the handover is its salt.
 */
export const hashHandoverCode = (code: string, handoverId: string): Promise<Buffer> =>
  slowHash(code, handoverId, { bytes: HASH_BYTES })

export const isSameHash = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
