/**
 * The payer's one-time code (D28): made from random digits, kept as a slow hash, and replaced when a
 * new one is issued.
 */
import { timingSafeEqual } from 'node:crypto'
import {
  formatRefundCode,
  REFUND_LOCATOR_LENGTH,
  REFUND_SECRET_LENGTH,
  type RefundCode,
} from '@wasl/protocol'
import type pg from 'pg'
import { randomBytes, slowHash } from '../../base/chance.ts'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new code of a partner, for the payer, and what is stored of it. */
export type NewCode = { text: string; locator: string; secretHash: Buffer }

export const newCode = async (partnerId: number): Promise<NewCode> => {
  const code = {
    partner: partnerId,
    locator: randomDigits(REFUND_LOCATOR_LENGTH),
    secret: randomDigits(REFUND_SECRET_LENGTH),
  }
  return {
    text: formatRefundCode(code),
    locator: code.locator,
    secretHash: await hashSecret(code),
  }
}

/** 256 is a multiple of 32, so each digit is as likely as any other. */
const randomDigits = (count: number): string =>
  Array.from(randomBytes(count), (byte) => DIGITS[byte % DIGITS.length]).join('')

/**
 * The secret has 35 bits only, because people type it. Each guess at a stolen hash costs some 8 ms and
 * 4 MB, so a search for one code takes a processor years; a code is valid for half a year.
 */
const COST = { N: 4_096, r: 8, p: 1 }

const HASH_BYTES = 32

/** The partner and the locator are the salt: no two codes have the same. */
export const hashSecret = ({ partner, locator, secret }: RefundCode): Promise<Buffer> =>
  slowHash(secret, `refund code ${partner} ${locator}`, { bytes: HASH_BYTES, cost: COST })

export const isSameHash = (one: Buffer, other: Buffer): boolean => timingSafeEqual(one, other)

/** A partner has a million locators; with most of them taken this would still find a free one. */
const TRIES_MAX = 20

/**
 * Stores a code as the one of a refund, in the transaction that changes the refund; any earlier one is
 * void. Make the code before the transaction, because hashing takes time.
 *
 * @returns the code for the payer: this one or, when its locator is taken, another.
 */
export const issueCode = async (
  tx: pg.ClientBase,
  { partnerId, refundId }: { partnerId: number; refundId: string },
  made: NewCode,
): Promise<string> => {
  await tx.query('delete from refund_codes where partner_id = $1 and refund_id = $2', [
    partnerId,
    refundId,
  ])
  let code = made
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const { rowCount } = await tx.query(
      `insert into refund_codes (partner_id, locator, refund_id, secret_hash, issued_at)
      values ($1, $2, $3, $4, wasl_now())
      on conflict (partner_id, locator) do nothing`,
      [partnerId, code.locator, refundId, code.secretHash],
    )
    if (rowCount === 1) return code.text
    code = await newCode(partnerId)
  }
  throw new Error(`no free locator was found for a code of partner ${partnerId}`)
}
