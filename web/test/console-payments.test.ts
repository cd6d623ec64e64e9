/** A support person's day in the console: what a caller says is enough to find the payment. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { signInAs, type SignedIn } from '../../platform/test/support/people.ts'
import type { PartnerServer } from '../../platform/test/support/partner.ts'
import { startPartner } from '../../platform/test/support/partner.ts'
import type { TestChannel, TestPartner } from '../../platform/test/support/node.ts'
import { rowsOfWorkbook } from '../../platform/test/support/statement-documents.ts'
import { expectGoodLooks } from './support/looks.ts'
import { guidePictures } from './support/guide-pictures.ts'
import { savedBy } from './support/saved.ts'
import { picture, seriousProblems, typeInSearch, useStage } from './support/stage.ts'

const stage = useStage({ refundApprovalAbove: 100_000 })

/** What would run, or turn the page round, if it were obeyed. */
const HOSTILE = '"><img src=x onerror=alert(1)> \u202eelbatpmet & Fils'

let server: PartnerServer
let shop: TestPartner
let hostile: TestPartner
let channel: TestChannel
const paid = async (partner: TestPartner, reference: string, price: number): Promise<string> => {
  server.prices.set(reference, price)
  const payment = await stage.platform.opened(channel, partner, reference)
  const confirmed = await stage.platform.change(channel, 'confirm', payment.paymentId)
  expect(confirmed.status).toBe(200)
  return payment.paymentId
}

/** What the payer holds in hand. */
const receiptOf = async (paymentId: string): Promise<{ number: string }> => {
  const path = `/channel/v1/payments/${paymentId}/receipt`
  return (await stage.platform.call('GET', path, { key: channel.apiKey })).body
}

beforeAll(async () => {
  const { platform } = stage
  server = await startPartner()
  shop = await platform.createPartner(server, { name: 'Dar El Bahia', nameAr: 'دار الباهية' })
  hostile = await platform.createPartner(server, { name: 'Boutique' })
  // The API refuses such a name; a row from before that check may have it.
  await platform.pool.query('update partners set name = $1 where partner_id = $2', [
    HOSTILE,
    hostile.number,
  ])
  channel = await platform.createChannel('AGENCY')
  for (let n = 0; n < 12; n += 1) await paid(n % 3 === 0 ? hostile : shop, `COLIS/${n}`, 900 + n)
  await paid(shop, 'FAC/2026-04417', 12_450)
  await platform.settled()
  return async () => server.close()
})

const cookieOf = ({ headers }: SignedIn): string => headers['cookie'] ?? ''

/** The words by which a link to the list of payments filters. */
const wordsOf = (link: string): string | null =>
  new URL(link, stage.platform.origin).searchParams.get('words')

describe('the console', () => {
  test('a list and a payment have good looks, and a hostile name stays text', async () => {
    const lina = await signInAs(stage.platform, { side: 'operator', role: 'support', name: 'Lina' })
    const page = await stage.visit({ language: 'fr', cookie: cookieOf(lina) })
    await page.goto('/console/payments')
    await page.getByText('FAC/2026-04417').waitFor()
    const name = page.getByTitle(HOSTILE).first()
    expect(await name.innerText()).toContain('"><img src=x onerror=alert(1)>')
    expect(await name.locator('.ctl').innerText()).toBe('U+202E')
    await expectGoodLooks(page, 'payments')
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.getByText('FAC/2026-04417').click()
    await page.locator('.say').waitFor()
    await page.locator('.sent').waitFor()
    await page.getByText('see statements and the ledger').first().waitFor()
    await guidePictures(page, 'support-payment', { seen: '.sent', height: 710 })
    await page.locator('textarea').fill('<b>La cliente</b>\n"><script>alert(1)</script>')
    await page.locator('textarea').press('Tab')
    await page.keyboard.press('Enter')
    const memo = page.locator('.memo p')
    await memo.waitFor()
    expect(await memo.innerText()).toBe('<b>La cliente</b>\n"><script>alert(1)</script>')
    await expectGoodLooks(page, 'payment')
    await page.context().close()
  })

  test('a caller says an amount and a name in Arabic, and the keyboard finds the payment', async () => {
    const lina = await signInAs(stage.platform, { side: 'operator', role: 'support' })
    const page = await stage.visit({ language: 'ar', cookie: cookieOf(lina) })
    await page.goto('/console/partners')
    await page.getByText('دار الباهية').waitFor()
    await typeInSearch(page, '/', '١٢٤٥٠ دج')
    const hit = page.getByRole('option', { selected: true })
    await hit.getByText('FAC/2026-04417').waitFor()
    expect(await seriousProblems(page)).toEqual([])
    await picture(page, 'search-ar')
    await guidePictures(page, 'support-search', {
      at: '/console/lost-locks',
      seen: 'main h1',
      height: 400,
      again: async (language) => {
        await typeInSearch(page, '/', language === 'ar' ? '١٢٤٥٠ دج' : '12 450')
        await hit.getByText('FAC/2026-04417').waitFor()
      },
    })
    await page.keyboard.press('Enter')
    await page.locator('.say').waitFor()
    expect(await page.locator('.say').innerText()).toMatch(/^دُفع يوم .+ دار الباهية على علم منذ /)
    await typeInSearch(page, 'Control+k', 'الباهية')
    await page.getByRole('option', { selected: true }).getByText('دار الباهية').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/console/partners/${shop.partnerId}`)
    await page.context().close()
  })

  test('an amount and a city narrow the search, and the link lists all that it found', async () => {
    const lina = await signInAs(stage.platform, { side: 'operator', role: 'support' })
    const page = await stage.visit({ language: 'fr', cookie: cookieOf(lina) })
    await page.goto('/console/partners')
    await page.locator('h1').waitFor()
    await typeInSearch(page, '/', "12 450 bahiya aujourd'hui")
    await page.getByRole('option', { selected: true }).getByText('FAC/2026-04417').waitFor()
    expect(await page.getByRole('dialog').getByRole('option').count()).toBe(1)
    const all = page.getByRole('link', { name: 'Afficher tous les paiements trouvés' })
    // The page may still draw the answer.
    await expect.poll(async () => wordsOf((await all.getAttribute('href')) ?? '')).toBe('bahiya')
    await all.click()
    await page.waitForURL('**/console/payments?*')
    expect(wordsOf(page.url())).toBe('bahiya')
    await page.locator('tbody').getByText('FAC/2026-04417').waitFor()
    expect(await page.locator('tbody').getByText('COLIS/').count()).toBe(0)
    await typeInSearch(page, '/', '0550 12 34 56')
    await page.getByText('Les numéros de téléphone des payeurs ne sont pas recherchés').waitFor()
    await page.context().close()
  })

  test('a caller knows half a reference, then about how much, then reads the receipt, in Arabic', async () => {
    const paymentId = await paid(shop, 'FAC/2027-08831', 37_250)
    await paid(shop, 'FAC/2027-07112', 41_900)
    const { number } = await receiptOf(paymentId)
    const lina = await signInAs(stage.platform, { side: 'operator', role: 'support' })
    const page = await stage.visit({ language: 'ar', cookie: cookieOf(lina) })
    await page.goto('/console/channels')
    await page.locator('h1').waitFor()
    // Said in small letters, as an amount "between", and with letters that are taken for digits.
    const read = number.replaceAll('0', 'o').replaceAll('-', ' ').toLowerCase()
    const problems: string[] = []
    for (const said of ['fac/2027-08', 'بين ٣٧٠٠٠ و٣٨٠٠٠ دج', read]) {
      await typeInSearch(page, 'Meta+k', said)
      const hit = page.getByRole('option', { selected: true })
      await hit.getByText('FAC/2027-08831').waitFor()
      expect([said, await page.getByText('FAC/2027-07112').count()]).toEqual([said, 0])
      if (said === read) {
        await picture(page, 'search-receipt-ar')
        problems.push(...(await seriousProblems(page)))
      }
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/console/payments/${paymentId}`)
      await page.locator('.say').waitFor()
      await page.goBack()
      await page.waitForURL('**/console/channels')
    }
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('Enter opens what the whole text finds, however long its answer takes', async () => {
    await paid(shop, 'RELEVE/601', 2_350)
    const paymentId = await paid(shop, 'RELEVE/602', 2_360)
    await paid(shop, 'RELEVE/603', 2_370)
    const lina = await signInAs(stage.platform, { side: 'operator', role: 'support' })
    const page = await stage.visit({ language: 'fr', cookie: cookieOf(lina) })
    await page.goto('/console/channels')
    await page.locator('h1').waitFor()
    await typeInSearch(page, '/', 'releve/60')
    const results = page.getByRole('dialog').getByRole('option')
    await results.nth(2).waitFor()
    const all = page.getByRole('link', { name: 'Afficher tous les paiements trouvés' })
    await all.waitFor()
    const shown = Promise.withResolvers<void>()
    const isOfWhole = ({ searchParams }: URL) => searchParams.get('q') === 'releve/602'
    await page.route(isOfWhole, async (route) => {
      await shown.promise
      await route.continue()
    })
    const asked = page.waitForRequest((request) => isOfWhole(new URL(request.url())))
    await page.keyboard.type('2')
    await page.keyboard.press('Enter')
    await asked
    expect(await results.count()).toBe(3)
    expect(await all.count()).toBe(0)
    shown.resolve()
    await page.waitForURL(`**/console/payments/${paymentId}`)
    await page.unroute(isOfWhole)
    // A scanner types and ends with Enter before there is any result.
    await page.goto('/console/channels')
    await page.locator('h1').waitFor()
    await typeInSearch(page, '/', 'releve/602', 'Enter')
    await page.waitForURL(`**/console/payments/${paymentId}`)
    await page.context().close()
  })

  test('finance saves what the filters show as a file, and support is told who may', async () => {
    const [nadia, lina] = await Promise.all([
      signInAs(stage.platform, { side: 'operator', role: 'finance-maker' }),
      signInAs(stage.platform, { side: 'operator', role: 'support' }),
    ])
    const page = await stage.visit({ language: 'ar', cookie: cookieOf(nadia) })
    const button = page.getByRole('button', { name: 'تصدير إلى Excel' })
    const rows = async () => rowsOfWorkbook(await savedBy(page, button))
    await page.goto('/console/payments?partnerName=Bahia&amount=12 000 - 13 000&stage=paid')
    await page.getByText('FAC/2026-04417').waitFor()
    expect((await rows()).map((row) => row.slice(0, 3))).toEqual([
      ['المرجع', 'المبلغ', 'الحالة'],
      ['FAC/2026-04417', '12450.00', 'مدفوع'],
      ['المجموع', '12450.00', '0.00'],
    ])
    // What others named neither ends its cell nor turns the row round.
    await page.goto('/console/payments?partnerName=onerror')
    await page.getByText('COLIS/9').waitFor()
    const ofHostile = (await rows()).slice(1, -1)
    expect(ofHostile).toHaveLength(4)
    for (const row of ofHostile) {
      expect(row.join()).toContain('"><img src=x onerror=alert(1)>')
      expect(row.join()).not.toContain('\u202e')
    }
    await picture(page, 'payments-export-ar', 300)
    await page.goto('/console/payments?amount=beaucoup')
    await button.click()
    await page.locator('.actions').getByRole('alert').waitFor()
    expect(await seriousProblems(page)).toEqual([])
    await picture(page, 'payments-export-refused-ar', 400)
    await page.context().close()
    const support = await stage.visit({ language: 'fr', cookie: cookieOf(lina) })
    await support.goto('/console/payments')
    const refused = support.getByRole('button', { name: 'Exporter pour Excel' })
    expect(await refused.getAttribute('aria-disabled')).toBe('true')
    await support.getByText('Il faut le droit « exporter »').waitFor()
    await picture(support, 'payments-export-fr', 300)
    await support.context().close()
  })

  test('two people refund a payment: one asks, the other approves and sees the code', async () => {
    const [lina, amine] = await Promise.all([
      signInAs(stage.platform, { side: 'operator', role: 'support', name: 'Lina Bouzid' }),
      signInAs(stage.platform, { side: 'operator', role: 'finance-checker', name: 'Amine' }),
    ])
    const paymentId = await paid(shop, 'FAC/RENDU', 5_000)
    const address = `/console/payments/${paymentId}`
    const asks = await stage.visit({ language: 'fr', cookie: cookieOf(lina) })
    await asks.goto(address)
    await asks.getByRole('button', { name: 'Rembourser' }).click()
    const dialog = asks.getByRole('dialog')
    await dialog.getByLabel('Montant, DA').fill('2 500,50')
    await dialog.getByLabel('Motif').fill('Livraison annulée')
    await dialog.getByRole('button', { name: 'Rembourser' }).click()
    await asks.getByText('Attend une approbation', { exact: true }).waitFor()
    // Approving is a right of its own, and who has it decides on nobody's own request.
    await asks
      .getByText('Il faut le droit « approuver les remboursements demandés par d’autres »')
      .waitFor()
    const nadia = await signInAs(stage.platform, { side: 'operator', role: 'finance-maker' })
    const ofNadia = await paid(shop, 'FAC/RENDU/2', 5_000)
    await nadia.call('POST', `/operator/v1/payments/${ofNadia}/refunds`, {
      body: { amount: 2_500, reason: 'Livraison annulée' },
      headers: { 'idempotency-key': randomUUID() },
    })
    const own = await stage.visit({ language: 'fr', cookie: cookieOf(nadia) })
    await own.goto(`/console/payments/${ofNadia}`)
    await own.getByText('Vous l’avez demandé : une autre personne décide.').waitFor()
    await own.context().close()
    await guidePictures(asks, 'support-refund', {
      seen: '.refund-one',
      height: 640,
      again: () => asks.locator('.refund-one').scrollIntoViewIfNeeded(),
    })
    const decides = await stage.visit({ language: 'fr', cookie: cookieOf(amine) })
    await decides.goto(address)
    await decides.getByRole('button', { name: 'Approuver' }).click()
    await decides.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
    const code = decides.getByRole('dialog', { name: 'Code du payeur' }).locator('code')
    expect((await code.innerText()).length).toBeGreaterThan(7)
    // The first window follows by itself.
    await asks.getByText('À retirer par le payeur', { exact: true }).waitFor()
    const { refunds } = await stage.platform.operator(`/payments/${paymentId}`)
    expect(refunds).toMatchObject([{ status: 'made', amount: 2500.5, approvedBy: 'Amine' }])
    await Promise.all([asks.context().close(), decides.context().close()])
  })

  test("a partner's key is rotated with its overlap, and both keys work until it ends", async () => {
    const { platform } = stage
    const karim = await signInAs(platform, { side: 'operator', role: 'engineer', name: 'Karim' })
    const page = await stage.visit({ language: 'fr', cookie: cookieOf(karim) })
    await page.goto(`/console/partners/${shop.partnerId}/secrets`)
    await page.getByRole('button', { name: 'Renouveler' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('L’ancienne reste valable').selectOption('hour')
    await dialog.getByText('La clé peut tout faire').click()
    await dialog.getByLabel('Exporter les paiements').uncheck()
    await dialog.getByText('La clé a 11 droits sur 12').waitFor()
    await picture(page, 'key-rights-fr')
    await dialog.getByRole('button', { name: 'Renouveler' }).click()
    const shown = page.getByRole('dialog', { name: 'Secrets' }).locator('code')
    const key = await shown.innerText()
    await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).last().click()
    await page.getByText(/Deux valeurs sont acceptées jusqu’au/).waitFor()
    const status = async (apiKey: string) =>
      (await platform.status({ ...shop, apiKey }, 'FAC/2026-04417')).status
    expect([await status(key), await status(shop.apiKey)]).toEqual([200, 200])
    const exported = '/partner/payments/v1/export?format=csv'
    const refused = await platform.call('GET', exported, { key })
    expect([refused.body.error, refused.body.permission]).toEqual([
      'PARTNER_API403_PERMISSION',
      'export',
    ])
    await platform.clock.advance(3_601)
    expect([await status(key), await status(shop.apiKey)]).toEqual([200, 401])
    await page.context().close()
  })

  test('other amounts of a time-limited code keep its end, in Arabic', async () => {
    const { platform } = stage
    const nadia = await signInAs(platform, { side: 'operator', role: 'owner', name: 'Nadia' })
    const code = await nadia.call('POST', `/operator/v1/partners/${shop.partnerId}/qr-codes`, {
      body: { label: 'Caisse 7' },
    })
    const path = `/operator/v1/qr-codes/${code.body.qrCodeToken}/configuration`
    const expiresAt = new Date(Date.now() + 10 * 86_400_000).toISOString()
    await nadia.call('PUT', path, { body: { amounts: [500], expiresAt } })
    const page = await stage.visit({ language: 'ar', cookie: cookieOf(nadia) })
    await page.goto(`/console/partners/${shop.partnerId}/qr`)
    await page.getByRole('button', { name: 'المبالغ' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('حدّدها Nadia من المشغّل').waitFor()
    expect(await dialog.getByLabel('الصلاحية').inputValue()).toBe('until')
    await picture(page, 'qr-amounts-ar')
    await dialog.getByLabel('المبالغ، د.ج').fill('750')
    await dialog.getByRole('button', { name: 'تحديد المبالغ' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { items } = await platform.operator(`/qr-codes/${code.body.qrCodeToken}/configurations`)
    expect(items[0]).toMatchObject({ amounts: [750], expiresAt, singleUse: false })
    await page.context().close()
  })
})

describe('a call without an answer', () => {
  test('becomes a follow-up that the next shift sees, answers and closes', async () => {
    const { platform } = stage
    const [lina, omar] = await Promise.all(
      ['لينا سعدي', 'عمر بلقاسم'].map((name) =>
        signInAs(platform, { side: 'operator', role: 'support', name }),
      ),
    )
    if (lina === undefined || omar === undefined) throw new Error('expected two people')
    const paymentId = await paid(shop, 'FAC/2026-05511', 3_300)
    const page = await stage.visit({ language: 'ar', cookie: cookieOf(lina) })
    await page.goto(`/console/payments/${paymentId}`)
    await page.getByRole('button', { name: 'متابعة جديدة' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('ما قاله المتّصل').fill('دفعت أمس والمحل لا يعلم.')
    await dialog.getByLabel('كيف يُعاد الاتصال به').fill('0550 12 34 56')
    // The owner is picked by a part of the name.
    await dialog.getByLabel('من يتولّاها').fill('بلقا')
    await dialog.getByRole('option', { name: 'عمر بلقاسم' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await seriousProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'افتحها' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.context().close()

    const next = await stage.visit({ language: 'ar', cookie: cookieOf(omar) })
    await next.goto('/console')
    await next.getByRole('link', { name: 'دفعت أمس والمحل لا يعلم.' }).click()
    await next.getByText('0550 12 34 56').waitFor()
    await next.getByRole('button', { name: 'أُنجزت' }).click()
    await next.getByLabel('ما أُنجز أو أُجيب به').fill('اتصلت بالمحل وقد وجد الدفعة.')
    await next.getByRole('dialog').getByRole('button', { name: 'أُنجزت' }).click()
    // The answer stands in the field of the dialog too, before it is kept.
    await next.getByRole('dialog').waitFor({ state: 'detached' })
    await next.getByText('اتصلت بالمحل وقد وجد الدفعة.').waitFor()
    await next.goto('/console/follow-ups?status=open')
    await next.getByText('لا مكالمة تنتظر.').waitFor()
    await next.context().close()
  })
})
