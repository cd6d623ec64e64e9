/**
 * Changes the master key: seals every secret that is under a key of WASL_MASTER_KEY_PREVIOUS again
 * under WASL_MASTER_KEY. The secrets themselves stay the same.
 *
 * While it runs, every platform process must hold both keys. Start them with the new
 * WASL_MASTER_KEY and the old one in WASL_MASTER_KEY_PREVIOUS, run this command with the same two,
 * then remove the old one.
 *
 * With --forget-lost it instead deletes the secrets that no available key can open: when a master
 * key is lost.
 */
import pino from 'pino'
import { readConfig, type Config } from '../config.ts'
import { createDatabase, type Database } from '../database/database.ts'
import { databaseServer } from '../database/database-server.ts'
import { openClient } from '../database/open-client.ts'
import { readMasterKeys } from '../secrets/master-key.ts'
import { appendAudit, WHOLE_PLATFORM } from '../audit/append.ts'
import { forgetLostSecrets } from '../secrets/forget-lost.ts'
import { COMMAND_LINE } from '../operators/first-key.ts'
import { resealSecrets } from '../secrets/reseal.ts'
import { createKeyring, type Keyring } from '../secrets/seal.ts'

/** The command line needs no key. */
const BY = { id: null, name: COMMAND_LINE, requestId: null }

const FORGET_LOST = '--forget-lost'

const main = async (): Promise<void> => {
  const [argument, ...others] = process.argv.slice(2)
  if (others.length > 0 || (argument !== undefined && argument !== FORGET_LOST)) {
    throw new Error(`expected no argument, or ${FORGET_LOST}`)
  }
  const config = readConfig()
  if (argument === FORGET_LOST) return onDatabase(config, forget)
  if (config.previousMasterKeys.length === 0) {
    throw new Error(
      'WASL_MASTER_KEY_PREVIOUS: expected the master key that the secrets are sealed under now',
    )
  }
  return onDatabase(config, reseal)
}

const onDatabase = async (
  config: Config,
  work: (db: Database, keyring: Keyring) => Promise<string>,
): Promise<void> => {
  const log = pino({ level: 'warn', base: null })
  const { current, previous } = readMasterKeys(config, log)
  const keyring = createKeyring(current, previous)
  const server = await databaseServer(config, log)
  try {
    await checkDatabase(server.url)
    const db = createDatabase(server.url)
    try {
      process.stdout.write(`${await work(db, keyring)}\n`)
    } finally {
      await db.close()
    }
  } finally {
    await server.stop()
  }
}

/** @throws Error that names DATABASE_URL when it does not lead to a database. */
const checkDatabase = async (databaseUrl: string): Promise<void> => {
  const client = await openClient(databaseUrl, 'wasl reseal')
  await client.end()
}

const reseal = async ({ pool }: Database, keyring: Keyring): Promise<string> => {
  const count = await resealSecrets(pool, keyring)
  await appendAudit(pool, BY, {
    partnerId: WHOLE_PLATFORM,
    action: 'secrets.reseal',
    subject: keyring.current.id,
    details: { count },
  })
  return (
    `${count} secrets were sealed again under the master key ${keyring.current.id}. ` +
    'WASL_MASTER_KEY_PREVIOUS is not needed any more.'
  )
}

const forget = async ({ pool }: Database, keyring: Keyring): Promise<string> => {
  const partners = await forgetLostSecrets(pool, keyring, BY)
  if (partners.length === 0) return 'Every secret can be opened; none was forgotten.'
  return (
    `The secrets of ${partners.length} partners could not be opened and were forgotten. Start the ` +
    'platform and rotate apiSecret and hmacSecret of each; until then nothing is opened for them:\n' +
    partners.join('\n')
  )
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`The command did not do all of its work: ${message}\n`)
  process.exitCode = 1
})
