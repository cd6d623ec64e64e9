/** The console's first page: what a person of the operator sees in the morning. */
import { beforeAll, expect, test } from 'vitest'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import type { TestPartner } from '../../platform/test/support/node.ts'
import { openTill } from '../../platform/test/support/till.ts'
import { expectGoodLooks } from './support/looks.ts'
import { picture, useStage } from './support/stage.ts'

const stage = useStage()

const DAY_SECONDS = 86_400

const NAME = '"><img src=x onerror=alert(1)> & Fils SARL'

let server: PartnerServer
let partner: TestPartner

beforeAll(async () => {
  server = await startPartner()
  partner = await stage.platform.createPartner(server, { name: NAME })
  // No story begins on one business day and ends on the next.
  const noon = new Date((await stage.platform.clock.now()).getTime() + DAY_SECONDS * 1_000)
  noon.setUTCHours(11, 0, 0, 0)
  await stage.platform.clock.advanceTo(noon)
  return () => server.close()
})

const owner = async (): Promise<string> => {
  const { headers } = await signInAs(stage.platform, { side: 'operator' })
  return headers['cookie'] as string
}

/** The digits of an amount, whatever stands between its thousands. */
const plain = (text: string | null): string => (text ?? '').replaceAll('\u202f', '')

/** Money of last week, of yesterday and of today, and a partner that has stopped answering. */
const twoWeeks = async (): Promise<void> => {
  const { platform } = stage
  const courier = await platform.createChannel('DELIVERY')
  const till = await openTill({ platform, server, partner, channel: courier })
  await till.collect(null, 80_000)
  await platform.clock.advance(6 * DAY_SECONDS)
  await till.collect(null, 40_000.5)
  await platform.clock.advance(DAY_SECONDS)
  const { agentId } = await till.onShift()
  await till.collect(agentId, 100_000)
  server.prices.set('COLIS/0011', 2_500)
  const { paymentId } = await platform.opened(courier, partner, 'COLIS/0011')
  await platform.change(courier, 'confirm', paymentId)
  await platform.settled()
  server.onWebhook(() => ({ status: 503 }), 'FAC/77')
  await platform.opened(courier, partner, 'FAC/77')
  await server.webhooksArrived('FAC/77', 1)
  await platform.settled()
}

test('an owner reads the morning in Arabic: the money, who fails, and the way there', async () => {
  const empty = await stage.visit({ language: 'ar', cookie: await owner() })
  await empty.goto('/console')
  await empty.getByText('كل الشركاء يجيبون.').waitFor()
  await empty.getByText('لا شيء ينتظر.').waitFor()
  await picture(empty, 'overview-first-day')
  await empty.context().close()

  await twoWeeks()
  const page = await stage.visit({ language: 'ar', cookie: await owner() })
  await page.goto('/console')
  const sum = page.locator('.lead-sum')
  await sum.getByText('دفعتان').waitFor()
  expect(plain(await sum.locator('.n').textContent())).toBe('102500,00')
  const compared = await page.locator('.compared').allTextContents()
  expect(compared.map(plain)).toEqual([
    expect.stringMatching(/^أمس 40000,50.* \+156%$/),
    expect.stringMatching(/الماضي 80000.* \+28%$/),
  ])
  // The days have a query of their own, which is answered after that of the sum.
  await page.getByRole('img', { name: 'التحصيل باليوم وبحسب القناة' }).waitFor()
  const days = page.getByRole('table', { name: 'التحصيل باليوم وبحسب القناة' })
  const newest = days.locator('tbody tr').first().locator('td')
  expect((await newest.allTextContents()).map(plain)).toEqual([
    '102500,00',
    '100000,00',
    '2500,00',
    '0,00',
  ])

  await expectGoodLooks(page, 'overview')
  await page.locator('.bar .me select').selectOption('fr')
  await page.getByText('1 événement attend.').waitFor()
  await page.getByRole('link', { name: 'Ses événements' }).click()
  await page.locator('tbody').getByText('FAC/77').waitFor()
  await page.context().close()
})

test('a person of a partner who opens the console is led to the portal', async () => {
  const { partnerId } = partner
  const { headers } = await signInAs(stage.platform, { side: 'partner', partnerId })
  const page = await stage.visit({ cookie: headers['cookie'] as string })
  await page.goto('/console')
  await page.waitForURL(/\/portal/)
  expect(await page.locator('.overview').count()).toBe(0)
  await page.context().close()
})
