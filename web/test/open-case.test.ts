/** Cash was taken, and its confirmation refused: no screen may say that nothing was paid. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import type { TestPartner } from '../../platform/test/support/platform.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

let server: PartnerServer
let partner: TestPartner
let paymentId: string

beforeAll(async () => {
  const { platform } = stage
  server = await startPartner()
  server.prices.set('FAC/7', 4_500)
  partner = await platform.createPartner(server, { name: 'Dar El Bahia' })
  const channel = await platform.createChannel('AGENCY')
  ;({ paymentId } = await platform.opened(channel, partner, 'FAC/7'))
  await platform.change(channel, 'cancel', paymentId)
  expect((await platform.change(channel, 'confirm', paymentId)).status).toBe(409)
  const reported = await platform.call('POST', `/channel/v1/payments/${paymentId}/taken`, {
    key: channel.apiKey,
    body: { amount: 4_500, takenAt: (await platform.clock.now()).toISOString() },
  })
  expect(reported.status).toBe(201)
})

afterAll(() => server.close())

test('the partner reads in Arabic that a decision is awaited, in the list and on the page', async () => {
  const { partnerId } = partner
  const { headers } = await signInAs(stage.platform, { side: 'partner', partnerId })
  const page = await stage.visit({ cookie: headers['cookie'] ?? '', language: 'ar' })
  await page.goto('/portal/payments')
  await page.locator('tbody').getByText('بانتظار قرار').waitFor()
  await page.locator('tbody').getByText('FAC/7').click()
  await page.getByText('صرّح باستلام نقود له').waitFor()
  expect(await page.locator('.answer').innerText()).not.toContain('لم يُدفع')
  await page.context().close()
})

test('support tells a caller in French that the payer may have paid', async () => {
  const { headers } = await signInAs(stage.platform, { side: 'operator', role: 'support' })
  const page = await stage.visit({ cookie: headers['cookie'] ?? '', language: 'fr' })
  await page.goto('/console/payments')
  await page.locator('tbody').getByText('Argent à décider').waitFor()
  await page.goto(`/console/payments/${paymentId}`)
  await page.getByText('le payeur a peut-être payé').waitFor()
  expect(await page.locator('.answer').innerText()).not.toContain('Non payé')
  await page.context().close()
})
