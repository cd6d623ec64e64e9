/** A partner's developer checks the live integration from the portal, repairs what failed, and keeps the report. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beCareful } from '../../platform/test/support/careful-partner.ts'
import { startPartner, type PartnerServer } from '../../platform/test/support/partner.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import type { TestPartner } from '../../platform/test/support/node.ts'
import { expectGoodLooks } from './support/looks.ts'
import { picture, useStage } from './support/stage.ts'

const stage = useStage()

let server: PartnerServer
let partner: TestPartner

beforeAll(async () => {
  server = await startPartner()
  partner = await stage.platform.createPartner(server, { name: 'Dar El Bahia' })
})

afterAll(() => server.close())

const visit = async (role: 'developer' | 'viewer', language: 'ar' | 'fr'): Promise<Page> => {
  const { headers } = await signInAs(stage.platform, {
    side: 'partner',
    role,
    name: 'Yacine Merabet',
    partnerId: partner.partnerId,
  })
  const page = await stage.visit({ cookie: headers['cookie'] ?? '', language })
  await page.goto('/portal/health')
  return page
}

describe('the checks of a live integration', () => {
  test('are seen one by one, name what is wrong, and pass once it is repaired', async () => {
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    beCareful(server, partner, ['timestamp'])
    const page = await visit('developer', 'fr')
    await page.getByText('n’a pas appelé votre serveur').waitFor()
    server.onWebhook(() => ({ after: held }))
    await page.getByRole('button', { name: 'Lancer les contrôles' }).click()
    // The lookups are judged; the first webhook has no answer yet.
    await page.getByText('6 contrôles sur 15 sont faits.').waitFor()
    await page.getByText('Une seule exécution à la fois.').waitFor()
    await picture(page, 'portal-health-running-fr')
    beCareful(server, partner, ['timestamp'])
    goOn()
    await page.getByText('1 contrôle a échoué, 12 réussis.').waitFor()
    const failed = page.locator('[data-outcome=failed]')
    expect(await failed.innerText()).toContain('signé il y a une heure')
    expect(await failed.innerText()).toContain('received HTTP 200')
    await expectGoodLooks(page, 'portal-health')

    beCareful(server, partner)
    await page.locator('.bar .me select').selectOption('ar')
    await page.getByRole('button', { name: 'تشغيل الفحوص' }).click()
    await page.getByText('نجح 13 فحصًا، وتُرك 2.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'العربية' }).click(),
    ])
    const report = await readFile(await download.path(), 'utf8')
    expect(report).toContain('dir="rtl"')
    expect(report).toContain('Yacine Merabet')
    await page.context().close()
  })

  test('are read by a viewer, who is told what is needed to start them', async () => {
    const page = await visit('viewer', 'ar')
    await page.getByText('نجح 13 فحصًا').waitFor()
    const button = page.getByRole('button', { name: 'تشغيل الفحوص' })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    await page.getByText('إعادة إرسال الإشعارات').first().waitFor()
    await page.context().close()
  })
})

test('going live: the portal shows what is missing, and an owner’s word in the console is enough (D40)', async () => {
  await stage.platform.pool.query(`update partners set state = 'testing' where partner_id = $1`, [
    partner.number,
  ])
  const portal = await visit('developer', 'fr')
  await portal.getByText('Seuls les canaux d’essai peuvent vous payer.').waitFor()
  await portal.getByText('avec une référence que votre serveur connaît').waitFor()

  const { headers } = await signInAs(stage.platform, { side: 'operator', role: 'owner' })
  const desk = await stage.visit({ cookie: headers['cookie'] ?? '', language: 'fr' })
  await desk.goto(`/console/partners/${partner.partnerId}`)
  await desk.getByText('Il manque : des contrôles en direct').waitFor()
  const act = async (verb: string, reason: string) => {
    await desk.getByRole('button', { name: verb, exact: true }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByLabel('Motif').fill(reason)
    await dialog.getByRole('button', { name: verb, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await act('Mettre en service', 'Ils étaient certifiés chez nous.')
  await desk.getByText('Il peut être payé.').waitFor()
  await act('Suspendre', 'Leur serveur déménage.')
  await desk.getByText('Rien de nouveau ne s’ouvre.').waitFor()
  await portal.reload()
  await portal.getByText('L’opérateur vous a suspendu.').waitFor()
  await act('Faire reprendre', 'Il a déménagé.')
  await desk.getByText('Il peut être payé.').waitFor()
  // In every language: the page is left in another one.
  await expectGoodLooks(portal, 'portal-going-live')
  await expectGoodLooks(desk, 'console-going-live')
  await Promise.all([portal, desk].map((page) => page.context().close()))
})
