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
import { readConfig } from '../../base/config/config.ts'
import type { Database } from '../../base/database/database.ts'
import { readMasterKeys } from '../../base/secrets/master-key.ts'
import { appendAudit, WHOLE_PLATFORM } from '../../base/audit/append.ts'
import { forgetLostSecrets } from '../../parties/secrets/forget-lost.ts'
import { resealSecrets } from '../../base/secrets/reseal.ts'
import { createKeyring, type Keyring } from '../../base/secrets/seal.ts'
import { BY_COMMAND, onEachDatabase, reportFailure } from './run-command.ts'

const FORGET_LOST = '--forget-lost'

const main = async (): Promise<void> => {
  const [argument, ...others] = process.argv.slice(2)
  if (others.length > 0 || (argument !== undefined && argument !== FORGET_LOST)) {
    throw new Error(`expected no argument, or ${FORGET_LOST}`)
  }
  const work = argument === FORGET_LOST ? forget : reseal
  if (work === reseal && readConfig().previousMasterKeys.length === 0) {
    throw new Error(
      'WASL_MASTER_KEY_PREVIOUS: expected the master key that the secrets are sealed under now',
    )
  }
  await onEachDatabase('reseal', async ({ config, db, log }) => {
    const { current, previous } = readMasterKeys(config, log)
    process.stdout.write(`${await work(db, createKeyring(current, previous))}\n`)
  })
}

const reseal = async ({ pool }: Database, keyring: Keyring): Promise<string> => {
  const count = await resealSecrets(pool, keyring)
  await appendAudit(pool, BY_COMMAND, {
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
  const { partners, signingKeys, users, directories } = await forgetLostSecrets(
    pool,
    keyring,
    BY_COMMAND,
  )
  const ended =
    `Signing keys that ended: ${signingKeys.join(', ')}. What they signed stays valid, and the next ` +
    'document makes a new key.'
  const forgotten =
    `The secrets of ${partners.length} partners could not be opened and were forgotten. Start the ` +
    'platform and rotate apiSecret and hmacSecret of each; until then nothing is opened for them:\n' +
    partners.join('\n')
  const people =
    `Users who lost their authenticator app or their PIN: ${users.join(', ')}. They sign in with a ` +
    'passkey, by a new invitation, or with a new code of their supervisor.'
  const companies =
    `Company directories that were forgotten: ${directories.join(', ')}. Nobody signs in through them before ` +
    'an owner has set them again.'
  const lines = [
    ...(signingKeys.length > 0 ? [ended] : []),
    ...(users.length > 0 ? [people] : []),
    ...(directories.length > 0 ? [companies] : []),
    ...(partners.length > 0 ? [forgotten] : []),
  ]
  return lines.join('\n') || 'Every secret can be opened; none was forgotten.'
}

main().catch(reportFailure('The command did not do all of its work'))
