import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { callSet, callUnset, payCode } from './support/qr.ts'

/** What somebody may have set for all databases of a server, for reasons of their own. */
const DEFAULTS = [
  `timezone = 'Africa/Algiers'`,
  `datestyle = 'German, DMY'`,
  `search_path = elsewhere`,
  `default_transaction_isolation = 'repeatable read'`,
]

describe('on a database with other defaults', () => {
  let platform: TestPlatform
  let shop: PartnerServer

  beforeAll(async () => {
    shop = await startPartner()
    platform = await startTestPlatform({
      async databaseWay(url) {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        const name = new URL(url).pathname.slice(1)
        for (const one of DEFAULTS) await client.query(`alter database ${name} set ${one}`)
        await client.end()
        return url
      },
    })
  })

  afterAll(async () => {
    await platform.stop()
    await shop.close()
  })

  test('a payment is opened, confirmed, delivered and shown', async () => {
    const partner = await platform.createPartner(shop)
    const channel = await platform.createChannel()
    const { paymentId } = await platform.opened(channel, partner, 'INV-1')
    const confirmed = await platform.change(channel, 'confirm', paymentId)
    expect(confirmed.body.paidAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    await shop.webhooksArrived('INV-1', 1, 'payment.success')
    expect((await platform.status(partner, 'INV-1')).body.payment?.paidAt).toBe(
      confirmed.body.paidAt,
    )
  })

  test('changes of a QR code wait for its payers and see their payments', async () => {
    const partner = await platform.createPartner(shop)
    const channel = await platform.createChannel()
    const codes = `/operator/v1/partners/${partner.partnerId}/qr-codes`
    const made = { key: platform.operatorKey, body: { label: 'Till 1' } }
    const { qrCodeToken: token } = (await platform.call('POST', codes, made)).body
    for (let round = 1; round <= 20; round += 1) {
      await callSet(platform, partner, { qrCodeToken: token, amounts: [round], singleUse: true })
      const [paid, ...changed] = await Promise.all([
        payCode(platform, channel, token, { amount: round }),
        callUnset(platform, partner, { qrCodeToken: token }),
        callSet(platform, partner, { qrCodeToken: token, amounts: [900 + round] }),
      ])
      expect([201, 409]).toContain(paid.status)
      for (const { status } of changed) expect([200, 400]).toContain(status)
      if (paid.status === 201) await platform.change(channel, 'confirm', paid.body.paymentId)
    }
  })
})
