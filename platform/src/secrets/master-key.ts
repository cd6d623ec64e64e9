import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, linkSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../database/log.ts'
import { syncName, writeSynced } from '../files/durable-file.ts'
import { makeFolder } from '../files/make-folder.ts'
import { StartProblem } from '../start-problem.ts'

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

/** Has the file be there, for its owner alone. Whether this call made it. */
const takeKeyFile = (file: string): boolean => {
  try {
    // A disk that is full by now must not keep a key that is there from being read.
    const isMade = !existsSync(file) && makeKeyFile(file)
    // A copy that was put back by hand may have become readable to others.
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
 * Whether this call made it. It appears whole or not at all, also when the power fails; and of two
 * processes one makes it.
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
