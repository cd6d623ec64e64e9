import { hostname } from 'node:os'
import type pg from 'pg'
import type { Log } from '../../base/database/log.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { hashApiKey, makeApiKey } from '../../base/secrets/api-key.ts'
import { appendAudit, WHOLE_PLATFORM } from '../../base/audit/append.ts'
import { operatorKeyWireId } from '../../base/wire-ids.ts'
import { COMMAND_LINE, CONFIGURED, MADE } from './key-names.ts'
import { isStrongOperatorKey, OPERATOR_KEY_EXPECTED } from '../../base/secrets/key-strength.ts'

const STARTED = { id: null, name: COMMAND_LINE, requestId: null }

/**
 * Makes sure that an operator can sign in (D23). A configured key is stored as a hash and replaces
 * the one configured before, which is revoked. If no key is configured and no operator has one,
 * this makes a key and returns it. The caller prints it once, because the platform stores only its
 * hash. Otherwise returns null.
 *
 * A configured key that was revoked or replaced earlier stays revoked: a process that starts with
 * an old variable restores nothing. The log and the audit log say so, and the platform starts
 * anyway, because payments must not stop over an operator's key.
 *
 * @throws Error when the configured key is weak or cannot be sent in a header.
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
    // Two platforms that start at once on an empty database must make one key between them.
    await tx.query('lock table operator_api_keys in share row exclusive mode')
    if (configuredKey !== undefined) {
      const warning = await storeConfiguredKey(tx, configuredKey)
      if (warning !== null) log.warn(warning)
      for (const id of await madeKeys(tx)) log.warn(stillOpen(id))
      return null
    }
    return (await hasAnyKey(tx)) ? null : makeFirstKey(tx)
  })
}

/** A warning for the operator; null when nothing changed, or when no key was configured before. */
const storeConfiguredKey = async (tx: pg.ClientBase, key: string): Promise<string | null> => {
  const keyHash = hashApiKey(key)
  const { rows: known } = await tx.query<StoredKey>(
    `select operator_key_id, revoked_at from operator_api_keys where key_hash = $1`,
    [keyHash],
  )
  const [same] = known
  if (same !== undefined && same.revoked_at !== null) {
    await auditStart(tx, 'operator-key.ignore', same.operator_key_id)
    return ignored(same)
  }
  const { rows: replaced } = await tx.query<StoredKey>(
    `update operator_api_keys
    set revoked_at = wasl_now()
    where name = $1 and key_hash <> $2 and revoked_at is null
    returning operator_key_id, revoked_at`,
    [CONFIGURED, keyHash],
  )
  const [old] = replaced
  if (old !== undefined) await auditStart(tx, 'operator-key.replace', old.operator_key_id)
  // If the platform made this key and it is configured now, it is revoked when the configuration
  // changes. An upsert would use up a key number at every start.
  if (same === undefined) await storeKey(tx, keyHash, CONFIGURED)
  else await tx.query(RENAME, [keyHash, CONFIGURED])
  return old === undefined ? null : replacedBy(old)
}

type StoredKey = { operator_key_id: number; revoked_at: Date | null }

const RENAME = `update operator_api_keys set name = $2, holder = $2 where key_hash = $1`

const ignored = ({ operator_key_id: id, revoked_at: at }: StoredKey): string =>
  `WASL_OPERATOR_KEY holds the key ${operatorKeyWireId(id)}, which was revoked or replaced at ` +
  `${at?.toISOString()} and stays so: this process ignores it. Set WASL_OPERATOR_KEY to the key in ` +
  'use, to a new one, or remove it.'

const replacedBy = ({ operator_key_id: id }: StoredKey): string =>
  `WASL_OPERATOR_KEY has changed: the key before it, ${operatorKeyWireId(id)}, opens nothing from now on, ` +
  'whatever another process starts with.'

/** The host name tells an operator which machine still has the old variable. */
const auditStart = (tx: pg.ClientBase, action: string, operatorKeyId: number): Promise<void> =>
  appendAudit(tx, STARTED, {
    partnerId: WHOLE_PLATFORM,
    action,
    subject: operatorKeyWireId(operatorKeyId),
    details: { setting: 'WASL_OPERATOR_KEY', host: hostname() },
  })

const storeKey = async (tx: pg.ClientBase, keyHash: Buffer, name: string): Promise<void> => {
  await tx.query(`insert into operator_api_keys (key_hash, name, holder) values ($1, $2, $2)`, [
    keyHash,
    name,
  ])
}

const hasAnyKey = async (tx: pg.ClientBase): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select from operator_api_keys where revoked_at is null limit 1`,
  )
  return rowCount === 1
}

/** A key that the platform made outlives the configured ones, and its text is in the log of that start. */
const madeKeys = async (tx: pg.ClientBase): Promise<number[]> => {
  const { rows } = await tx.query<{ operator_key_id: number }>(
    `select operator_key_id from operator_api_keys where name = $1 and revoked_at is null`,
    [MADE],
  )
  return rows.map((row) => row.operator_key_id)
}

const stillOpen = (id: number): string =>
  `the operator key ${operatorKeyWireId(id)}, which the first start made and printed, still opens everything. ` +
  `End it when nobody uses it: POST /operator/v1/operator-keys/${operatorKeyWireId(id)}/revoke with the key of ` +
  'WASL_OPERATOR_KEY, or on the page of keys in the console'

const makeFirstKey = async (tx: pg.ClientBase): Promise<string> => {
  const key = makeApiKey({ kind: 'operator' })
  await storeKey(tx, hashApiKey(key), MADE)
  return key
}
