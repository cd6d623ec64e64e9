/** Names, pages and days of the desks: what an Arabic desk reads, and what is too long for one page. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBooks, type Books } from '../../platform/test/support/books.ts'
import { startPartner } from '../../platform/test/support/partner.ts'
import { signInAs, type SignedIn } from '../../platform/test/support/people.ts'
import { newReference, type TestPartner } from '../../platform/test/support/node.ts'
import { useStage, type Visit } from './support/stage.ts'

const stage = useStage()

const ARABIC = 'دار البهية'

let books: Books
let partner: TestPartner
let cookie: string
let owner: SignedIn
let paymentId: string
let statementId: string

beforeAll(async () => {
  const { platform } = stage
  const server = await startPartner()
  partner = await platform.createPartner(server, { name: 'Dar El Bahia', nameAr: ARABIC })
  const channel = await platform.createChannel('AGENCY')
  books = await openBooks(platform)
  await books.agreeWith(partner, { basisPoints: 150, vatBasisPoints: 1900 })
  await books.nextDay()
  const reference = newReference()
  server.prices.set(reference, 10_000)
  ;({ paymentId } = await platform.opened(channel, partner, reference))
  await platform.change(channel, 'confirm', paymentId)
  await books.nextDay()
  owner = await signInAs(platform, { side: 'operator', role: 'owner', name: 'Amina' })
  cookie = owner.headers['cookie'] ?? ''
  const until = new Date((await platform.clock.now()).getTime() - 86_400_000)
  const closed = await owner.call('POST', `/operator/v1/partners/${partner.partnerId}/statements`, {
    body: { until: until.toISOString().slice(0, 10) },
  })
  expect([closed.status < 300, closed.text]).toEqual([true, expect.anything()])
  ;({ statementId } = closed.body)
  return () => server.close()
})

const visit = (options: Visit): Promise<Page> => stage.visit({ cookie, ...options })

test('a desk that reads Arabic meets the Arabic name of a partner on each page', async () => {
  const page = await visit({ language: 'ar' })
  const paths = ['/payments', `/payments/${paymentId}`, '/statements', `/statements/${statementId}`]
  for (const path of paths) {
    await page.goto(`/console${path}`)
    await page.getByText(ARABIC).filter({ visible: true }).first().waitFor()
    expect([path, await page.locator('main').innerText()]).toEqual([
      path,
      expect.not.stringContaining('Dar El Bahia'),
    ])
  }
  await page.context().close()
})

test('a statement of 1,201 lines is read page by page, with the total of all of them', async () => {
  const page = await visit({ language: 'fr' })
  await page.route('**/document?format=json', async (route) => {
    const response = await route.fetch()
    const document = await response.json()
    const [line] = document.lines
    const lines = Array.from({ length: 1_201 }, (_, place) => ({ ...line, sourceId: `${place}` }))
    await route.fulfill({ response, json: { ...document, lines } })
  })
  await page.goto(`/console/statements/${statementId}`)
  await page.getByText('Page 1 sur 3').waitFor()
  const rows = page.locator('table.lines tbody tr:not(.day)')
  expect(await rows.count()).toBe(500)
  const total = await page.locator('table.lines tfoot').innerText()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await page.getByRole('button', { name: 'Page suivante' }).click()
  await page.getByText('Page 3 sur 3').waitFor()
  expect(await rows.count()).toBe(201)
  expect(await page.locator('table.lines tfoot').innerText()).toBe(total)
  await page.context().close()
})

test('the end of the day lists the days before with their reports, and promises no act', async () => {
  const page = await visit({ language: 'fr' })
  await page.goto('/console/close-day')
  await page.getByRole('heading', { name: 'Fin de journée' }).waitFor()
  const days = page.locator('.past-days tbody tr')
  await days.first().waitFor()
  expect(await days.count()).toBe(8)
  await days.first().getByRole('link').click()
  await page.waitForURL(/close-day\/report\?date=/)
  await page.context().close()
})

test('two people of the same name are told apart by e-mail, in the list and when one is changed', async () => {
  const emails = ['amel1@ecole.example', 'amel2@ecole.example']
  for (const email of emails) {
    const body = { name: 'Amel Saadi', email, role: 'viewer', partnerId: partner.partnerId }
    expect((await owner.call('POST', '/operator/v1/users', { body })).status).toBe(201)
  }
  await stage.platform.pool.query(`update users set status = 'active' where name = 'Amel Saadi'`)
  const page = await visit({ language: 'fr' })
  await page.goto('/console/users')
  for (const email of emails) {
    const row = page.getByRole('row').filter({ hasText: email })
    await row.getByRole('button', { name: 'Modifier' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading').filter({ hasText: email }).waitFor()
    await dialog.getByRole('button', { name: 'Annuler' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.context().close()
})
