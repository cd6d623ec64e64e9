import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, type Database } from '../src/base/database/database.ts'
import { checkMasterKeys } from '../src/base/secrets/check-master-keys.ts'
import { openDirectory } from '../src/parties/directories/read.ts'
import { setDirectory } from '../src/parties/directories/set.ts'
import { createPartner } from '../src/parties/partners/create.ts'
import { loadPartnerTarget } from '../src/parties/partners/load-target.ts'
import { rotateSecret } from '../src/parties/partners/rotate.ts'
import { createKeyring, SECRET_FIELDS } from '../src/base/secrets/seal.ts'
import { runCommand, type CommandRun } from './support/command.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url)
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const BY = { id: null, name: 'test', requestId: null }

/** Where the operator's people sign in. */
const DIRECTORY = {
  partnerId: 0,
  issuer: 'https://login.example',
  clientId: 'wasl',
  clientSecret: 'of the client',
  groupsClaim: 'groups',
  roles: [],
}

const reseal = (environment: Record<string, string>, args: string[] = []): Promise<CommandRun> =>
  runCommand('reseal-secrets', args, { DATABASE_URL: database.url, ...environment })

describe('the command that changes the master key', () => {
  test('seals every secret again under the new key, and can be repeated', async () => {
    const [old, next] = [randomBytes(32), randomBytes(32)]
    const urls = { apiUrl: 'https://shop.example', webhookUrl: null }
    const wanted = { name: 'Shop', nameAr: null, city: null, ...urls }
    const store = { pool: db.pool, keyring: createKeyring(old) }
    const partner = await createPartner(store, wanted, { id: null, name: 'test', requestId: null })
    await setDirectory(db.pool, createKeyring(old), DIRECTORY, BY)
    const keys = {
      WASL_MASTER_KEY: next.toString('base64'),
      WASL_MASTER_KEY_PREVIOUS: `${randomBytes(32).toString('base64')},${old.toString('base64')}`,
    }
    const first = await reseal(keys)
    expect(first.stderr).toBe('')
    expect([first.code, first.stdout]).toEqual([
      0,
      expect.stringMatching(/^3 secrets were sealed again/),
    ])
    expect((await reseal(keys)).stdout).toMatch(/^0 secrets/)
    const target = await loadPartnerTarget(db, createKeyring(next), partner.partnerId)
    expect(target?.apiSecret).toBe(partner.apiSecret)
    const opened = await openDirectory(db.pool, createKeyring(next), 0)
    expect(opened?.clientSecret).toBe(DIRECTORY.clientSecret)
    const { rows } = await db.pool.query(
      `select actor, action, details from audit_log
      where partner_id = 0 and action = 'secrets.reseal' order by audit_id`,
    )
    expect(rows).toEqual([
      { actor: 'command line', action: 'secrets.reseal', details: { count: 3 } },
      { actor: 'command line', action: 'secrets.reseal', details: { count: 0 } },
    ])
  })

  test('deletes what a lost key had sealed, and names the partners, which can then get new secrets', async () => {
    const [lost, next] = [randomBytes(32), randomBytes(32)]
    const urls = { apiUrl: 'https://lost.example', webhookUrl: null }
    const wanted = { name: 'Lost', nameAr: null, city: null, ...urls }
    const by = { id: null, name: 'test', requestId: null }
    const { partnerId } = await createPartner(
      { pool: db.pool, keyring: createKeyring(lost) },
      wanted,
      by,
    )
    await db.pool.query('delete from partner_secrets where partner_id <> $1', [partnerId])
    await setDirectory(db.pool, createKeyring(lost), DIRECTORY, BY)
    const keyring = createKeyring(next)
    await expect(checkMasterKeys(db.pool, keyring)).rejects.toThrow('--forget-lost')
    const environment = { WASL_MASTER_KEY: next.toString('base64') }
    const forgotten = await reseal(environment, ['--forget-lost'])
    expect([forgotten.code, forgotten.stdout.split('\n').slice(-2)]).toEqual([
      0,
      [`prt_${partnerId}`, ''],
    ])
    expect(forgotten.stdout).toContain('Company directories that were forgotten: operator.')
    expect((await reseal(environment, ['--forget-lost'])).stdout).toMatch(/none was forgotten/)
    await checkMasterKeys(db.pool, keyring)
    expect(await loadPartnerTarget(db, keyring, partnerId)).toBe(null)
    const rotated = await Promise.all(
      SECRET_FIELDS.map((secret) =>
        rotateSecret({ pool: db.pool, keyring }, partnerId, { secret, overlapSeconds: 86_400 }, by),
      ),
    )
    const value = (await loadPartnerTarget(db, keyring, partnerId))?.apiSecret
    expect(rotated[0]).toMatchObject({ ok: true, value })
  })

  test('refuses an unknown argument', async () => {
    const { code, stderr } = await reseal({}, ['--forget'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('or --forget-lost')])
  })

  test('says that its database cannot be reached, and which variable names it', async () => {
    const { code, stderr } = await reseal(
      {
        WASL_MASTER_KEY: randomBytes(32).toString('base64'),
        DATABASE_URL: 'postgres://wasl@127.0.0.1:1/wasl',
      },
      ['--forget-lost'],
    )
    expect([code, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL: the database 127.')])
  })

  test('says which key is missing, and changes nothing', async () => {
    const keys = { WASL_MASTER_KEY: randomBytes(32).toString('base64') }
    const without = await reseal(keys)
    expect([without.code, without.stdout]).toEqual([1, ''])
    expect(without.stderr).toContain('WASL_MASTER_KEY_PREVIOUS: expected the master key')
    const before = await db.pool.query('select * from partner_secrets order by 1, 2, 3')
    const wrong = await reseal({
      ...keys,
      WASL_MASTER_KEY_PREVIOUS: randomBytes(32).toString('base64'),
    })
    expect(wrong.code).toBe(1)
    expect(wrong.stderr).toContain('is sealed under the master key')
    expect((await db.pool.query('select * from partner_secrets order by 1, 2, 3')).rows).toEqual(
      before.rows,
    )
  })
})
