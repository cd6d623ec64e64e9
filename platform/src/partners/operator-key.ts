import type pg from 'pg'
import type { Log } from '../database/log.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { hashApiKey, makeApiKey } from './api-key.ts'

/** The name under which the key of WASL_OPERATOR_KEY stands in the audit log. */
export const CONFIGURED = 'environment'

/** The name of the key that is made when there is none. */
export const MADE = 'first'

/** Who it was, in the audit log, when a command on the platform's machine did it without a key. */
export const COMMAND_LINE = 'command line'

/** A key must travel in an HTTP header as it is, and be too long to guess. */
const USABLE_KEY = /^[\x21-\x7e]{16,256}$/

/**
 * Makes sure that an operator can come in (D23). A configured key is stored (its hash) in place of
 * the one configured before. Without one, and when no operator has a key at all, a key is made and
 * returned: the caller shows it once, because it is stored nowhere in clear. Otherwise null.
 *
 * A configured key that was withdrawn stays withdrawn. The log says so, and the platform starts all
 * the same: payments must not stop because of an operator's key.
 *
 * @throws Error when the configured key is too short or cannot stand in a header.
 */
export const ensureOperatorKey = async (
  pool: pg.Pool,
  configuredKey: string | undefined,
  log: Pick<Log, 'warn'>,
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
      if (!(await storeConfiguredKey(tx, configuredKey))) log.warn(WITHDRAWN)
      return null
    }
    return (await hasAnyKey(tx)) ? null : makeFirstKey(tx)
  })
}

const WITHDRAWN =
  'WASL_OPERATOR_KEY is a key that was withdrawn, and is not accepted: set another one, or none.'

/** False when the key was withdrawn: then nothing is changed. */
const storeConfiguredKey = async (tx: pg.ClientBase, key: string): Promise<boolean> => {
  const keyHash = hashApiKey(key)
  const { rowCount: withdrawn } = await tx.query(
    `select from operator_api_keys where key_hash = $1 and withdrawn_at is not null`,
    [keyHash],
  )
  if (withdrawn === 1) return false
  await tx.query(
    `delete from operator_api_keys where name = $1 and key_hash <> $2 and withdrawn_at is null`,
    [CONFIGURED, keyHash],
  )
  // A key that was made by us and is now configured goes when the configuration changes. An upsert would
  // use up a number of a key at every start.
  const { rowCount: known } = await tx.query(
    `update operator_api_keys set name = $2 where key_hash = $1`,
    [keyHash, CONFIGURED],
  )
  if (known === 0) await storeKey(tx, keyHash, CONFIGURED)
  return true
}

const storeKey = async (tx: pg.ClientBase, keyHash: Buffer, name: string): Promise<void> => {
  await tx.query(`insert into operator_api_keys (key_hash, name) values ($1, $2)`, [keyHash, name])
}

const hasAnyKey = async (tx: pg.ClientBase): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select from operator_api_keys where withdrawn_at is null limit 1`,
  )
  return rowCount === 1
}

const makeFirstKey = async (tx: pg.ClientBase): Promise<string> => {
  const key = makeApiKey({ kind: 'operator' })
  await storeKey(tx, hashApiKey(key), MADE)
  return key
}
