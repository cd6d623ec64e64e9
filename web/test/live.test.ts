/** What happens elsewhere is seen on the pages that are open, without loading them again. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import type { TestChannel, TestPartner } from '../../platform/test/support/node.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

let server: PartnerServer
let partner: TestPartner
let channel: TestChannel

beforeAll(async () => {
  server = await startPartner()
  server.prices.set('FAC/1', 1_250)
  partner = await stage.platform.createPartner(server, { name: 'Dar El Bahia' })
  channel = await stage.platform.createChannel('AGENCY')
})

afterAll(() => server.close())

const open = async (
  user: Parameters<typeof signInAs>[1],
  path: string,
  language: 'ar' | 'fr',
): Promise<{ page: Page; loads: string[] }> => {
  const { headers } = await signInAs(stage.platform, user)
  const page = await stage.visit({ cookie: headers['cookie'] ?? '', language })
  await page.goto(path)
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url())
  })
  return { page, loads }
}

test('a payment is confirmed at the counter while support and the partner look at it', async () => {
  const { platform } = stage
  const { paymentId } = await platform.opened(channel, partner, 'FAC/1')
  const { partnerId } = partner
  const support = await open({ side: 'operator' }, `/console/payments/${paymentId}`, 'fr')
  const owner = await open({ side: 'partner', partnerId }, `/portal/payments/${paymentId}`, 'ar')
  await support.page.locator('main').getByText('Réservé', { exact: true }).waitFor()
  await owner.page.locator('main').getByText('عند الشباك', { exact: true }).waitFor()

  expect((await platform.change(channel, 'confirm', paymentId)).status).toBe(200)

  await support.page.locator('main').getByText('Payé', { exact: true }).first().waitFor()
  // The timeline too: the partner's server has acknowledged it.
  await support.page.locator('.story').getByText('sait que c’est payé').waitFor()
  await owner.page.locator('main').getByText('مدفوع', { exact: true }).first().waitFor()
  expect([...support.loads, ...owner.loads]).toEqual([])
  await support.page.context().close()
  await owner.page.context().close()
})
