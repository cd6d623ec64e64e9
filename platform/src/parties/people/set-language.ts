import type { Language } from '@wasl/protocol'
import type pg from 'pg'

/** The language of a user's screens. It is a preference, so the audit log does not name it. */
export const setLanguage = async (
  pool: pg.Pool,
  userId: number,
  language: Language,
): Promise<void> => {
  await pool.query(`update users set language = $2 where user_id = $1`, [userId, language])
}
