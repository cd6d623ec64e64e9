import { hostname } from 'node:os'
import type pg from 'pg'
import type { Log } from '../database/log.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { hashApiKey, makeApiKey } from '../keys/api-key.ts'
import { appendAudit, WHOLE_PLATFORM } from '../audit/append.ts'
import { operatorKeyWireId } from '../wire-ids.ts'
import { isStrongOperatorKey, OPERATOR_KEY_EXPECTED } from './key-strength.ts'

/** The name under which the key of WASL_OPERATOR_KEY stands in the audit log. */
export const CONFIGURED = 'environment'

/** The name of the key that is made when there is none. */
export const MADE = 'first'

/** Who it was, in the audit log, when a command on the platform's machine did it without a key. */
export const COMMAND_LINE = 'command line'

const STARTED = { id: null, name: COMMAND_LINE, requestId: null }

/**
 * Makes sure that an operator can come in (D23). A configured key is stored (its hash) in place of the
 * one configured before, which is withdrawn for good. Without one, and when no operator has a key at
 * all, a key is made and returned: the caller shows it once, because it is stored nowhere in clear.
 * Otherwise null.
 *
 * A configured key that was withdrawn or replaced stays so: a process that starts with an old variable
 * brings nothing back. The log and the audit log say so, and the platform starts all the same: payments
 * must not stop because of an operator's key.
 *
 * @throws Error when the configured key could be guessed or cannot stand in a header.
 */
export const ensureOperatorKey = async (
  pool: pg.Pool,
  configuredKey: string | undefined,
  log: Pick<Log, 'warn'>,
): Promise<string | null> => {
  if (configuredKey !== undefined && !isStrongOperatorKey(configuredKey)) {
    throw new Error(
      `WASL_OPERATOR_KEY: expected ${OPERATOR_KEY_EXPECTED}, ` +
        `received ${configuredKey.length} characters`,
    )
  }
  return withTransaction(pool, async (tx) => {
    // Two platforms that start at once on an empty database make one key between them.
    await tx.query('lock table operator_api_keys in share row exclusive mode')
    if (configuredKey !== undefined) {
      const warning = await storeConfiguredKey(tx, configuredKey)
      if (warning !== null) log.warn(warning)
      return null
    }
    return (await hasAnyKey(tx)) ? null : makeFirstKey(tx)
  })
}

/** What the operator should know of it; null when nothing has changed, or nothing was there before. */
const storeConfiguredKey = async (tx: pg.ClientBase, key: string): Promise<string | null> => {
  const keyHash = hashApiKey(key)
  const { rows: known } = await tx.query<StoredKey>(
    `select operator_key_id, withdrawn_at from operator_api_keys where key_hash = $1`,
    [keyHash],
  )
  const [same] = known
  if (same !== undefined && same.withdrawn_at !== null) {
    await auditStart(tx, 'operator-key.ignore', same.operator_key_id)
    return ignored(same)
  }
  const { rows: replaced } = await tx.query<StoredKey>(
    `update operator_api_keys
    set withdrawn_at = wasl_now()
    where name = $1 and key_hash <> $2 and withdrawn_at is null
    returning operator_key_id, withdrawn_at`,
    [CONFIGURED, keyHash],
  )
  const [old] = replaced
  if (old !== undefined) await auditStart(tx, 'operator-key.replace', old.operator_key_id)
  // A key that was made by us and is now configured goes when the configuration changes. An upsert would
  // use up a number of a key at every start.
  if (same === undefined) await storeKey(tx, keyHash, CONFIGURED)
  else await tx.query(RENAME, [keyHash, CONFIGURED])
  return old === undefined ? null : replacedBy(old)
}

type StoredKey = { operator_key_id: number; withdrawn_at: Date | null }

const RENAME = `update operator_api_keys set name = $2 where key_hash = $1`

const ignored = ({ operator_key_id: id, withdrawn_at: at }: StoredKey): string =>
  `WASL_OPERATOR_KEY holds the key ${operatorKeyWireId(id)}, which was withdrawn or replaced at ` +
  `${at?.toISOString()} and stays so: this process ignores it. Set WASL_OPERATOR_KEY to the key in ` +
  'use, to a new one, or remove it.'

const replacedBy = ({ operator_key_id: id }: StoredKey): string =>
  `WASL_OPERATOR_KEY has changed: the key before it, ${operatorKeyWireId(id)}, opens nothing from now on, ` +
  'whatever another process starts with.'

/** Which machine it was tells an operator where the old variable still is. */
const auditStart = (tx: pg.ClientBase, action: string, operatorKeyId: number): Promise<void> =>
  appendAudit(tx, STARTED, {
    partnerId: WHOLE_PLATFORM,
    action,
    subject: operatorKeyWireId(operatorKeyId),
    details: { setting: 'WASL_OPERATOR_KEY', host: hostname() },
  })

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
