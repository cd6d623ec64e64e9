import type pg from 'pg'
import { withTransaction } from '../database/with-transaction.ts'
import { hashApiKey, makeApiKey } from './api-key.ts'

/** The name under which the key of WASL_OPERATOR_KEY stands in the audit log. */
const CONFIGURED = 'environment'

/** The name of the key that is made when there is none. */
const MADE = 'first'

/** A key must travel in an HTTP header as it is, and be too long to guess. */
const USABLE_KEY = /^[\x21-\x7e]{16,256}$/

/**
 * Makes sure that an operator can come in (D23). A configured key is stored (its hash) in place of
 * the one configured before. Without one, and when no operator has a key at all, a key is made and
 * returned: the caller shows it once, because it is stored nowhere in clear. Otherwise null.
 *
 * @throws Error when the configured key is too short or cannot stand in a header.
 */
export const ensureOperatorKey = async (
  pool: pg.Pool,
  configuredKey: string | undefined,
): Promise<string | null> => {
  if (configuredKey !== undefined && !USABLE_KEY.test(configuredKey)) {
    throw new Error(
      'WASL_OPERATOR_KEY: expected 16 to 256 visible ASCII characters without spaces, ' +
        `received ${configuredKey.length} characters`,
    )
  }
  return withTransaction(pool, async (tx) => {
    // Two platforms that start at once on an empty database make one key between them.
    await tx.query('lock table operator_api_keys in share row exclusive mode')
    if (configuredKey !== undefined) {
      await storeConfiguredKey(tx, configuredKey)
      return null
    }
    return (await hasAnyKey(tx)) ? null : makeFirstKey(tx)
  })
}

const storeConfiguredKey = async (tx: pg.ClientBase, key: string): Promise<void> => {
  const keyHash = hashApiKey(key)
  await tx.query(`delete from operator_api_keys where name = $1 and key_hash <> $2`, [
    CONFIGURED,
    keyHash,
  ])
  // A key that was made by us and is now configured goes when the configuration changes.
  await tx.query(
    `insert into operator_api_keys (key_hash, name) values ($1, $2)
    on conflict (key_hash) do update set name = excluded.name`,
    [keyHash, CONFIGURED],
  )
}

const hasAnyKey = async (tx: pg.ClientBase): Promise<boolean> => {
  const { rowCount } = await tx.query(`select from operator_api_keys limit 1`)
  return rowCount === 1
}

const makeFirstKey = async (tx: pg.ClientBase): Promise<string> => {
  const key = makeApiKey({ kind: 'operator' })
  await tx.query(`insert into operator_api_keys (key_hash, name) values ($1, $2)`, [
    hashApiKey(key),
    MADE,
  ])
  return key
}
