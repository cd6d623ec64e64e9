import type pg from 'pg'
import { SIGNING_KEY_COLUMNS, type SigningKeyRow } from './signing-key.ts'

/** Every key that ever was, the oldest first. There are few: one for each rotation. */
export const listSigningKeys = async (pool: Pick<pg.Pool, 'query'>): Promise<SigningKeyRow[]> => {
  const { rows } = await pool.query<SigningKeyRow>(
    `select ${SIGNING_KEY_COLUMNS} from signing_keys order by created_at, kid`,
  )
  return rows
}

export const findKey = async (tx: pg.ClientBase, kid: string): Promise<SigningKeyRow | null> => {
  const { rows } = await tx.query<SigningKeyRow>(
    `select ${SIGNING_KEY_COLUMNS} from signing_keys where kid = $1`,
    [kid],
  )
  return rows[0] ?? null
}

/** @throws Error when there is no such key. */
export const readKeyOf = async (tx: pg.ClientBase, kid: string): Promise<SigningKeyRow> => {
  const key = await findKey(tx, kid)
  if (key === null) throw new Error(`there is no signing key ${kid}`)
  return key
}
