import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Log } from './database/log.ts'
import { syncName, writeSynced } from './durable-file.ts'

/** The key that seals the partners' secrets, and earlier ones that still open what they sealed. */
export type MasterKeys = { current: Buffer; previous: Buffer[] }

const KEY_BYTES = 32

/**
 * The master keys (D23): from the configuration or, for the embedded database, from the file
 * `master-key` in the data directory, which is made together with a new database.
 *
 * @throws Error when the file cannot be read or made, does not hold a key, or is missing beside a
 *   database whose secrets no new key would open.
 */
export const readMasterKeys = (
  config: Pick<Config, 'dataDir' | 'masterKey' | 'previousMasterKeys'>,
  log: Log,
): MasterKeys => {
  const current = config.masterKey ?? readKeyFile(config.dataDir, log)
  return { current, previous: config.previousMasterKeys }
}

const readKeyFile = (dataDir: string, log: Log): Buffer => {
  const file = join(dataDir, 'master-key')
  if (!existsSync(file) && existsSync(join(dataDir, 'postgres'))) {
    throw new Error(
      `${file} is missing, and a new key would not open the secrets in the database beside it: ` +
        'put the file back, or set WASL_MASTER_KEY to the key that it was used with.',
    )
  }
  if (makeKeyFile(file)) {
    log.warn(
      `${file} was made: it opens the partners' secrets in the database beside it. Keep a copy ` +
        'elsewhere, or set WASL_MASTER_KEY.',
    )
  }
  // A copy that was put back by hand may have become readable to others.
  chmodSync(file, 0o600)
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length === KEY_BYTES) return key
  throw new Error(
    `${file}: expected ${KEY_BYTES} bytes in base64, received ${key.length} bytes. Put the right ` +
      'file back, or set WASL_MASTER_KEY.',
  )
}

/**
 * Whether this call made it. It appears whole or not at all, also when the power fails; and of two
 * processes one makes it.
 */
const makeKeyFile = (file: string): boolean => {
  const draft = `${file}.${process.pid}`
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o711 })
  writeSynced(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
  try {
    linkSync(draft, file)
    syncName(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
