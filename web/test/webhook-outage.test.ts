/** The console's pages of events and of proof. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import type { TestPartner } from '../../platform/test/support/node.ts'
import { postponeRetries } from './support/retries.ts'
import { picture, seriousProblems, useStage, type Visit } from './support/stage.ts'

const stage = useStage()

let server: PartnerServer
let partner: TestPartner
let cookie: string

beforeAll(async () => {
  server = await startPartner()
  partner = await stage.platform.createPartner(server, { name: 'Dar El Bahia' })
  const owner = { side: 'operator', role: 'owner', name: 'Amina Belkacem' } as const
  cookie = (await signInAs(stage.platform, owner)).headers['cookie'] as string
  const name = 'Karim <b>\u202eHadj'
  await signInAs(stage.platform, { side: 'partner', name, partnerId: partner.partnerId })
})

afterAll(() => server.close())

/** Payments whose webhooks the partner does not take. */
const outage = async (references: readonly string[]): Promise<void> => {
  const { platform } = stage
  const channel = await platform.createChannel()
  server.onWebhook(() => ({ status: 503, body: 'maintenance' }))
  for (const reference of references) {
    const { paymentId } = await platform.opened(channel, partner, reference)
    await platform.change(channel, 'confirm', paymentId)
    await server.webhooksArrived(reference, 2)
  }
  // Nothing is retried by itself within the story.
  await postponeRetries(platform.pool)
}

const see = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor()

/** Runs the checks, and again while one took too long to be run. */
const checkAll = async (page: Page): Promise<void> => {
  const answered = page.waitForResponse(/\/operator\/v1\/integrity$/)
  await page.getByRole('button', { name: /افحص الآن|Contrôler maintenant/ }).click()
  const { result } = await (await answered).json()
  if (result === 'not all run') await checkAll(page)
}

test('an engineer sees a webhook outage, waits for the partner, and sends the backlog', async () => {
  await outage(['FAC/2026-04417', 'FAC/2026-04418', 'FAC/2026-04419'])
  const page = await stage.visit({ language: 'fr', cookie })
  await page.goto('/console/events?state=pending')
  await see(page, 'FAC/2026-04417')
  expect(await page.locator('tbody').getByText('En attente').count()).toBe(6)
  await picture(page, 'events-fr-1280-light')
  await page.getByRole('link', { name: 'FAC/2026-04419' }).first().click()
  await see(page, /a répondu HTTP 503/)
  await see(page, /n’a pas encore accusé réception/)
  await page.getByText('La réponse du partenaire').click()
  await see(page, 'maintenance')
  expect(await seriousProblems(page)).toEqual([])
  await picture(page, 'event-fr-1280-light')

  await page.getByRole('link', { name: 'Événements webhook' }).click()
  await page.getByLabel('Partenaire').selectOption({ label: 'Dar El Bahia' })
  await page.getByRole('button', { name: 'Envoyer un test' }).click()
  await see(page, 'Dar El Bahia n’a pas répondu correctement.')
  server.onWebhook(() => undefined)
  await page.getByRole('button', { name: 'Envoyer un test' }).click()
  await see(page, /Dar El Bahia a répondu correctement/)

  await page.getByRole('button', { name: 'Renvoyer les avis en retard' }).click()
  const dialog = page.getByRole('dialog')
  await see(page, 'Indiquez le jour et l’heure du début de la panne.')
  await dialog.getByLabel('Depuis le').fill('2020-01-01')
  await dialog.getByLabel('à', { exact: true }).fill('08:30')
  await see(page, '6 événements seront renvoyés.')
  expect(await seriousProblems(page)).toEqual([])
  await picture(page, 'resend-fr-1280-light')
  await dialog.getByRole('button', { name: 'Renvoyer', exact: true }).click()
  await see(page, /Tout a été renvoyé\s: 6/)
  await stage.platform.settled()
  await page.getByLabel('État').selectOption({ label: 'Livré' })
  await see(page, 'FAC/2026-04418')
  expect(await page.locator('tbody').getByText('Livré').count()).toBe(6)
  await picture(page, 'events-after-fr-1280-light')
  await page.context().close()
})

test('an owner invites a colleague in Arabic, and gives the link that is shown once', async () => {
  const page = await stage.visit({ language: 'ar', cookie })
  await page.goto('/console/users')
  await page.getByRole('button', { name: 'ادعُ شخصًا' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('الاسم').fill('نادية قاسمي')
  await dialog.getByLabel('الدور').selectOption({ label: 'الدعم' })
  await dialog.getByRole('button', { name: 'ادعُ', exact: true }).click()
  await see(page, /سلّم هذا الرابط إلى/)
  expect(await page.locator('.once code').textContent()).toMatch(/\/account\/invitation#/)
  await page.locator('tbody').getByText('نادية قاسمي').waitFor()
  expect(await seriousProblems(page)).toEqual([])
  await page.reload()
  await page.locator('tbody').getByText('نادية قاسمي').waitFor()
  expect(await page.locator('.once').count()).toBe(0)
  await page.context().close()
})

describe('the pages of proof', () => {
  const PAGES = [
    ['events', '/console/events', 'FAC/2026-04417'],
    ['integrity', '/console/integrity', /لم يُفحص|كل شيء متطابق|Tout concorde/],
    ['system', '/console/system', /PostgreSQL/],
    ['audit', '/console/audit', /إنشاء شريك|Partenaire créé/],
    ['access', '/console/access', /كل شيء|Tout/],
    ['users', '/console/users', 'Amina Belkacem'],
  ] as const
  /** Two that differ in everything: every screen is looked at in other looks too, without an outage. */
  const VISITS: readonly Visit[] = [
    { language: 'ar', width: 360, theme: 'dark' },
    { language: 'fr', width: 1280, theme: 'light' },
  ]

  test.each(VISITS)('read well in $language, $width px, $theme', async (visit) => {
    const page = await stage.visit({ ...visit, cookie })
    for (const [name, path, text] of PAGES) {
      await page.goto(path)
      await see(page, text)
      if (name === 'integrity') {
        await checkAll(page)
        await see(page, /كل شيء متطابق|Tout concorde/)
      }
      expect(await seriousProblems(page)).toEqual([])
      const sideways = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      expect([name, sideways]).toEqual([name, false])
      await picture(page, `${name}-${visit.language}-${visit.width}-${visit.theme}`)
    }
    await page.context().close()
  })
})
