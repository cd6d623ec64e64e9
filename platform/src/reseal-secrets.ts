/**
 * Changes the master key. Every partner's secrets that are sealed under a key of
 * WASL_MASTER_KEY_PREVIOUS are sealed again under WASL_MASTER_KEY; the secrets stay as they are.
 *
 * While it runs, platforms must hold both keys. So: start them with the new WASL_MASTER_KEY and the
 * old one in WASL_MASTER_KEY_PREVIOUS, run this with the same two, then take the old one away.
 */
import pino from 'pino'
import { readConfig } from './config.ts'
import { createDatabase } from './database/database.ts'
import { startEmbeddedPostgres } from './database/embedded-postgres.ts'
import { readMasterKeys } from './master-key.ts'
import { appendAudit, WHOLE_PLATFORM } from './partners/audit.ts'
import { resealSecrets } from './partners/reseal.ts'
import { createKeyring, type Keyring } from './partners/secrets.ts'

/** Who it was, for the audit log: nobody shows a key on the command line. */
const BY = { name: 'command line', requestId: null }

const main = async (): Promise<void> => {
  const config = readConfig()
  if (config.previousMasterKeys.length === 0) {
    throw new Error(
      'WASL_MASTER_KEY_PREVIOUS: expected the master key that the secrets are sealed under now',
    )
  }
  const log = pino({ level: 'warn', base: null })
  const { current, previous } = readMasterKeys(config, log)
  const keyring = createKeyring(current, previous)
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log })
      : null
  try {
    const count = await resealIn(config.databaseUrl ?? (embedded as { url: string }).url, keyring)
    process.stdout.write(
      `${count} secrets were sealed again under the master key ${keyring.current.id}. ` +
        'WASL_MASTER_KEY_PREVIOUS is not needed any more.\n',
    )
  } finally {
    await embedded?.stop()
  }
}

const resealIn = async (databaseUrl: string, keyring: Keyring): Promise<number> => {
  const db = createDatabase(databaseUrl)
  try {
    const count = await resealSecrets(db.pool, keyring)
    await appendAudit(db.pool, BY, {
      partnerId: WHOLE_PLATFORM,
      action: 'secrets.reseal',
      subject: keyring.current.id,
      details: { count },
    })
    return count
  } finally {
    await db.close()
  }
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`The secrets were not all sealed again: ${message}\n`)
  process.exitCode = 1
})
