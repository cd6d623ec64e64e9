import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectTo,
  createTestDatabase,
  type TestDatabase,
} from '../../../platform/test/support/database.ts'
import {
  LOCKS_STAY,
  openInstallation,
  type Installation,
} from '../../../platform/test/support/installation.ts'
import { startPartner, type PartnerServer } from '../../../platform/test/support/partner.ts'
import { until } from '../../../platform/test/support/wait.ts'
import { startJudgedQuarrels } from './quarrels.ts'

let database: TestDatabase
let installation: Installation
let shop: PartnerServer

beforeAll(async () => {
  database = await createTestDatabase()
  installation = await openInstallation(database.url, LOCKS_STAY)
  shop = await startPartner()
})

afterAll(async () => {
  await installation.close()
  await shop.close()
  await database.drop()
})

/** Nobody quarrels over the references before this one any longer once it is there. */
const LATER = 'RIVAL-0-3'

/** What a failover to a standby that lags does to a confirmation, and to refunds after it. */
const LOSE = `update payments
  set stage = 'locked', paid_at = null, taken_by = null, refunded_at = null, refunded_amount = 0
  where payment_id = (
    select payment_id from payments
    where reference < $1 and reference like 'RIVAL-%' and stage in ('paid', 'refunded') limit 1
  )
  returning reference`

/** Loses the confirmation of a payment over which nobody quarrels any longer. */
const loseConfirmation = async (url: string): Promise<string> => {
  const client = await connectTo(url)
  try {
    // No rule of the tables keeps what a lost transaction had changed.
    await client.query('set session_replication_role = replica')
    return await until('a paid reference that is left', async () => {
      const { rowCount } = await client.query('select from payments where reference = $1', [LATER])
      return rowCount === 0 ? null : (await client.query(LOSE, [LATER])).rows[0]?.reference
    })
  } finally {
    await client.end()
  }
}

test('a confirmation that is lost after the quarrel over it is found at the end', async () => {
  const node = await installation.startProcess()
  const partner = await installation.createPartner(node, shop)
  const channel = await installation.createChannel(node)
  const scene = { installation, shop, partner, channel, partnerMs: 0 }
  const quarrels = await startJudgedQuarrels(scene, [node], 2)
  const lost = await loseConfirmation(database.url)
  const { violations } = await quarrels.stop(node)
  expect(violations).toContainEqual(expect.stringContaining(`payment ${lost}:`))
})
