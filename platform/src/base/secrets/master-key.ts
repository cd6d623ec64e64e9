import { chmodSync, existsSync, linkSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Log } from '../database/log.ts'
import { syncName, writeSynced } from '../files/durable-file.ts'
import { makeFolder } from '../files/make-folder.ts'
import { StartProblem } from '../start-problem.ts'
import { randomBytes } from '../chance.ts'

/** The key that seals the partners' secrets, and earlier keys that still open what they sealed. */
export type MasterKeys = { current: Buffer; previous: Buffer[] }

const KEY_BYTES = 32

/**
 * Reads the master keys (D23): from the configuration or, for the embedded database, from the file
 * `master-key` in the data directory. A new database gets a new file.
 *
 * @throws Error when the file cannot be read or written, does not hold a key, or is missing while
 *   the database already has secrets.
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
    throw new StartProblem(
      {
        problem: `${file} is missing, and a new key would not open the secrets in the database beside it`,
      },
      [
        'put the file back',
        {
          setting: 'WASL_MASTER_KEY',
          words: 'set WASL_MASTER_KEY to the key that it was used with',
        },
      ],
    )
  }
  if (takeKeyFile(file)) {
    log.warn(
      `${file} was made: it opens the partners' secrets in the database beside it. Keep a copy ` +
        'elsewhere, or set WASL_MASTER_KEY.',
    )
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length === KEY_BYTES) return key
  throw new StartProblem(
    { problem: `${file}: expected ${KEY_BYTES} bytes in base64, received ${key.length} bytes` },
    ['put the right file back', { setting: 'WASL_MASTER_KEY', words: 'set WASL_MASTER_KEY' }],
  )
}

/**
 * Makes the file if it is missing, and keeps it readable only by its owner. Returns whether this
 * call made it.
 */
const takeKeyFile = (file: string): boolean => {
  try {
    // An existing key must be readable even when the disk is full.
    const isMade = !existsSync(file) && makeKeyFile(file)
    // A copy restored by hand may be readable by others.
    chmodSync(file, 0o600)
    return isMade
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartProblem(
      {
        setting: 'WASL_DATA_DIR',
        problem:
          `the file ${file} cannot be made or used: ${reason}. Name a folder that this user may ` +
          'write to, on a disk with room',
      },
      [],
      { cause: error },
    )
  }
}

/**
 * Returns whether this call made the file. The file appears whole or not at all, also when the
 * power fails. When two processes try, one succeeds.
 */
const makeKeyFile = (file: string): boolean => {
  const draft = `${file}.${process.pid}`
  makeFolder(resolve(file, '..'))
  try {
    writeSynced(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
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
