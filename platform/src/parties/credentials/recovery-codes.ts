/** Recovery codes: for a person without the authenticator app. Each is used once. */
import { hash } from 'node:crypto'
import type pg from 'pg'
import { randomBytes } from '../../base/chance.ts'

const RECOVERY_CODES = 10

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const LENGTH = 16

/** Makes 80 random bits such as `7K2M-Q9XD-0AVR-5TBN`; 256 is a multiple of 32. */
const makeCode = (): string =>
  Array.from(randomBytes(LENGTH), (byte) => DIGITS[byte % DIGITS.length])
    .join('')
    .replaceAll(/.{4}(?=.)/g, '$&-')

/** As people type it: letters that look like digits are those digits. */
const hashOfCode = (code: string): Buffer => {
  const plain = code
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return hash('sha256', `wasl recovery code ${plain}`, 'buffer')
}

/** Replaces a user's codes by ten new ones, which are returned here only. */
export const renewRecoveryCodes = async (tx: pg.ClientBase, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode)
  await tx.query('delete from recovery_codes where user_id = $1', [userId])
  await tx.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    codes.map(hashOfCode),
  ])
  return codes
}

/** Uses a code up; false when the user has no such unused code. */
export const useRecoveryCode = async (
  pool: pg.Pool | pg.ClientBase,
  userId: number,
  code: string,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `update recovery_codes set used_at = wasl_now()
    where user_id = $1 and code_hash = $2 and used_at is null`,
    [userId, hashOfCode(code)],
  )
  return rowCount === 1
}
