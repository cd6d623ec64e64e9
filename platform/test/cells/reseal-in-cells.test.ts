import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../src/base/database/database.ts'
import { loadPartnerTarget } from '../../src/parties/partners/load-target.ts'
import { createKeyring } from '../../src/base/secrets/seal.ts'
import { runCommand, type CommandRun } from '../support/command.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import type { TestPartner } from '../support/node.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { until } from '../support/wait.ts'

let platform: TestPlatform
let server: PartnerServer
/** One in each cell. */
let partners: TestPartner[]

beforeAll(async () => {
  platform = await startTestPlatform({ cells: 2 })
  server = await startPartner()
  partners = [await platform.createPartner(server), await platform.createPartner(server)]
})

afterAll(async () => {
  await platform.stop()
  await server.close()
})

const reseal = (next: Buffer): Promise<CommandRun> =>
  runCommand('reseal-secrets', [], {
    WASL_CELLS: platform.stores.map(({ name, url }) => `${name}=${url}`).join(),
    WASL_MASTER_KEY: next.toString('base64'),
    WASL_MASTER_KEY_PREVIOUS: platform.masterKey.toString('base64'),
  })

test('a new master key reaches the secrets of every cell, and the copies of signing keys', async () => {
  const next = randomBytes(32)
  const south = platform.stores.at(-1)
  // The copies are late: the command must leave them to the control cell.
  await south?.pool.query('alter subscription wasl_control disable')
  const { stdout, stderr } = await reseal(next)
  await south?.pool.query('alter subscription wasl_control enable')
  expect(stderr).toBe('')
  // Two secrets of a partner in each, and in the control cell two signing keys, which the other has as copies.
  expect(stdout).toMatch(/^Cell north:\n4 secrets .*\nCell south:\n2 secrets /)
  const keyring = createKeyring(next)
  for (const partner of partners) {
    const home = await platform.poolOf(partner)
    const cell = platform.stores.find(({ pool }) => pool === home)
    const db = createDatabase(cell?.url ?? '')
    const target = await loadPartnerTarget(db, keyring, partner.number)
    await db.close()
    expect(target?.apiSecret).toBe(partner.apiSecret)
  }
  await until('the copies to be sealed under the new key', async () => {
    const rows = await south?.pool.query('select from signing_keys where master_key_id <> $1', [
      keyring.current.id,
    ])
    return rows?.rowCount === 0
  })
})
