/**
 * Nothing is cut, stacked letter by letter or too small for a thumb on a phone, whatever the names and
 * amounts.
 */
import { beforeAll, expect, test } from 'vitest'
import { signInAs } from '../../platform/test/support/people.ts'
import { makeQrCode } from '../../platform/test/support/qr.ts'
import { misfits } from './support/misfits.ts'
import { useStage } from './support/stage.ts'
import { openTills, type Tills } from './support/tills.ts'

const stage = useStage()

let tills: Tills

beforeAll(async () => {
  tills = await openTills(stage)
  return () => tills.server.close()
})

const REFERENCE = 'COMMANDE-TRES-LONGUE-REFERENCE/2026/11/000000000000000000123'

const LABEL = 'Boîte à dons de la salle d’attente du premier étage, côté escalier'

test('the portal fits a phone with the longest names, references and amounts', async () => {
  const { platform } = stage
  const { partner, channel, server } = tills
  server.prices.set(REFERENCE, 150_000_000.99)
  const { paymentId } = await platform.opened(channel, partner, REFERENCE)
  await platform.change(channel, 'confirm', paymentId)
  const token = await makeQrCode(platform.pool, partner, { label: LABEL })
  await platform.call('POST', '/partner/qr/v1/set-qr-config', {
    key: partner.apiKey,
    body: { qrCodeToken: token, amounts: [500, 1_000, 1_500.5, 2_000] },
  })
  const { partnerId } = partner
  const { headers } = await signInAs(platform, { side: 'partner', role: 'owner', partnerId })
  const page = await stage.visit({ width: 360, language: 'fr', cookie: headers['cookie'] ?? '' })
  for (const path of [
    'payments',
    `payments/${paymentId}`,
    'statements',
    'events',
    'qr',
    `qr/${token}`,
    'keys',
    'team',
  ]) {
    await page.goto(`/portal/${path}`)
    await page.locator('#page h1').waitFor()
    await page.waitForLoadState('networkidle')
    for (const language of ['fr', 'ar']) {
      await page.locator('.bar .me select').selectOption(language)
      await page.locator(`html[lang=${language}] #page h1`).waitFor()
      expect([path, language, await misfits(page)]).toEqual([path, language, []])
    }
  }
  // A person with a phone reaches the account, too.
  expect(await page.locator('.bar .me a').boundingBox()).toMatchObject({ width: 44, height: 44 })
  await page.context().close()
})

test('the till shows the largest amount whole', async () => {
  tills.server.prices.set(REFERENCE, 999_999_999.99)
  const nadia = await tills.hire('عبد الرحمن بن عبد القادر بوزيان الجزائري')
  const page = await tills.open(nadia, { language: 'fr', width: 360 })
  await page.locator('#reference').fill(`${REFERENCE}4`)
  tills.server.prices.set(`${REFERENCE}4`, 999_999_999.99)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await page.locator('.given').waitFor()
  expect(await misfits(page)).toEqual([])
  await page.getByRole('button', { name: /^J’ai encaissé/ }).click()
  await page.getByRole('heading', { name: 'Payé' }).waitFor()
  expect(await misfits(page)).toEqual([])
  await page.goto('/till/today')
  await page.locator('.rows li').first().waitFor()
  expect(await misfits(page)).toEqual([])
  await page.goto('/till/deposit')
  await page.locator('.count').waitFor()
  expect(await misfits(page)).toEqual([])
  await page.context().close()
})
