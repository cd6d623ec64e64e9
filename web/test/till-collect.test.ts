/** A day at a counter and on the road, in a real browser. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { setPartnerState } from '../../platform/test/support/partner-state.ts'
import { signInAgain } from '../../platform/test/support/people.ts'
import { guidePictures } from './support/guide-pictures.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'
import { openTills, scan, type Tills } from './support/tills.ts'

const stage = useStage()

let tills: Tills

beforeAll(async () => {
  tills = await openTills(stage)
  return () => tills.server.close()
})

/** The id of what has the focus, or its name. */
const focused = (page: Page) =>
  page.evaluate('document.activeElement.id || document.activeElement.tagName')

/** Requests that pass a service worker cannot be held by the test. */
const NO_WORKER = { serviceWorkers: 'block' } as const

describe('at the counter', () => {
  test('Nadia takes money in three touches, in Arabic', async () => {
    tills.server.prices.set('FAC/2026-04417', 12_450)
    const nadia = await tills.hire('نادية بلقاسم')
    const page = await tills.open(nadia, { language: 'ar', width: 360 })
    await page.getByLabel('المرجع').fill('FAC/2026-04417')
    await picture(page, 'till-collect-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])

    await page.getByRole('button', { name: 'متابعة' }).click()
    await page.getByRole('button', { name: /^قبضت/ }).waitFor()
    await page.getByRole('button', { name: '13 000' }).click()
    expect(await page.locator('.change').innerText()).toContain('550')
    await picture(page, 'till-amount-ar-360-light')
    await guidePictures(page, 'cashier-amount', {
      seen: '.given',
      again: () => page.getByRole('button', { name: /^13.000/ }).click(),
    })
    expect(await seriousProblems(page)).toEqual([])

    await page.getByRole('button', { name: /^قبضت/ }).click()
    await page.getByRole('heading', { name: 'مدفوع' }).waitFor()
    await guidePictures(page, 'cashier-receipt', { seen: '.pair .way:enabled' })
    const paid = await tills.paymentOf('FAC/2026-04417')
    expect(paid).toMatchObject({ stage: 'paid', takenBy: nadia.agentId, amount: 12_450 })

    await page.evaluate(`print = () => { document.documentElement.dataset.printed = 'yes' }`)
    await page.getByRole('button', { name: 'طباعة' }).click()
    expect(await page.locator('html').getAttribute('data-printed')).toBe('yes')
    await page.getByRole('button', { name: 'عرض QR' }).click()
    await page.locator('svg.qr').waitFor()
    await picture(page, 'till-receipt-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('img.on-paper')
    await paper.waitFor()
    expect(await paper.evaluate(`document.querySelector('img.on-paper').naturalWidth`)).toBe(384)
    await page.context().close()
  })

  test('a test channel says that no money was taken, on the screen and on its own paper', async () => {
    const trial = await openTills(stage)
    const number = Number(trial.channel.channelId.slice('chn_'.length))
    const { pool } = stage.platform
    await pool.query('update channels set is_test = true where channel_id = $1', [number])
    await setPartnerState(pool, trial.partner.number, 'testing')
    trial.server.prices.set('TRY/1', 300)
    const lina = await trial.hire('Lina')
    const page = await trial.open(lina, { language: 'fr', width: 360, options: NO_WORKER })
    // The signed receipt does not come: the till prints its own copy.
    await page.route('**/channel/v1/payments/*/receipt*', (route) => route.abort())
    await page.locator('#reference').fill('TRY/1')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await page.getByRole('button', { name: /^J’ai encaissé/ }).click()
    await page.getByRole('heading', { name: 'Payé' }).waitFor()
    expect(await page.locator('.receipt').innerText()).toContain('aucun argent n’a été reçu')
    await page.locator('article.on-paper').waitFor({ state: 'attached' })
    await page.emulateMedia({ media: 'print' })
    const paper = await page.locator('article.on-paper').innerText()
    expect(paper).toContain('Paiement d’essai, aucun argent n’a été reçu')
    expect(paper).toContain('دفعة اختبار، لم يُقبض أي مال')
    await page.context().close()
    await trial.server.close()
  })

  test('a hardware scanner needs no touch, and a paid reference says what to tell the payer', async () => {
    tills.server.prices.set('FAC/2026-04418', 800)
    const nabil = await tills.hire('Nabil Ould Cheikh Benmokhtar')
    const page = await tills.open(nabil, { language: 'fr', width: 1280, theme: 'dark' })
    await page.getByRole('button', { name: 'Continuer' }).waitFor()
    // The window is named two pictures after the screen is shown.
    await expect.poll(() => page.title()).toBe('Référence · Wasl')
    expect(await focused(page)).toBe('reference')
    await page.locator('#reference').blur()
    await scan(page, 'FAC/2026-04418')
    const taken = page.getByRole('button', { name: /^J’ai encaissé/ })
    await taken.waitFor()
    await expect.poll(() => page.title()).toBe('Dar El Bahia · Wasl')
    expect(await focused(page)).toBe('H1')
    // The next bill is scanned too early, while the button has the focus: nothing is taken.
    await taken.focus()
    await scan(page, 'FAC/2026 04499')
    await page.getByText('FAC/2026 04499 a été scanné.').waitFor()
    expect(await tills.paymentOf('FAC/2026-04418')).toMatchObject({ stage: 'locked' })
    await picture(page, 'till-amount-fr-1280-dark')
    await page.getByRole('button', { name: /^J’ai encaissé/ }).click()
    await page.getByRole('heading', { name: 'Payé' }).waitFor()
    // On the receipt, the next scan opens the next payment, whatever has the focus.
    await page.getByRole('button', { name: 'Autre paiement' }).focus()
    await scan(page, 'FAC/2026-04418')
    await page.getByRole('heading', { name: 'Cette référence est payée' }).waitFor()
    expect(await page.locator('.said').innerText()).toContain('Votre facture est payée')
    await picture(page, 'till-refused-fr-1280-dark')
    expect(await seriousProblems(page)).toEqual([])

    await page.getByRole('link', { name: 'Menu' }).click()
    await picture(page, 'till-menu-fr-1280-dark')
    await page.getByRole('link', { name: 'Aujourd’hui' }).click()
    await page.getByText('FAC/2026-04418').waitFor()
    await picture(page, 'till-today-fr-1280-dark')
    expect(await seriousProblems(page)).toEqual([])
    expect(await page.locator('main').innerText()).not.toContain('FAC/2026-04417')
    await page.context().close()
  })

  test('nothing is paid twice when the money of one payment is confirmed again', async () => {
    tills.server.prices.set('FAC/2026-04419', 500)
    const samir = await tills.hire('Samir')
    const page = await tills.open(samir, { language: 'fr', width: 360, options: NO_WORKER })
    await page.locator('#reference').fill('FAC/2026-04419')
    await page.getByRole('button', { name: 'Continuer' }).click()
    // The platform books it, and its answer is lost.
    const confirms: string[] = []
    await page.route('**/confirm', async (route) => {
      confirms.push(route.request().headers()['idempotency-key'] ?? '')
      if (confirms.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await page.route('**/receipt**', (route) => route.abort())
    await page.getByRole('button', { name: /^J’ai encaissé/ }).click()
    await page.getByRole('heading', { name: 'Payé', exact: true }).waitFor()
    // Without its paper nothing can be shared or shown: the buttons say why.
    const why = page.getByText('Le reçu signé vient avec le réseau.')
    await why.waitFor()
    for (const name of ['Partager', 'Afficher le QR']) {
      const button = page.getByRole('button', { name })
      expect(await button.isDisabled()).toBe(true)
      expect(await button.getAttribute('aria-describedby')).toBe(await why.getAttribute('id'))
    }
    await picture(page, 'till-receipt-comes-fr-360-light')
    expect(await seriousProblems(page)).toEqual([])
    expect(new Set(confirms).size).toBe(1)
    expect(confirms.length).toBeGreaterThan(1)
    expect(await tills.paymentOf('FAC/2026-04419')).toMatchObject({ stage: 'paid' })
    await page.context().close()
  })

  test('a device without room says so, and nothing counts as taken before it is kept', async () => {
    tills.server.prices.set('FAC/2026-04421', 700)
    const dalila = await tills.hire('دليلة')
    const page = await tills.open(dalila, { language: 'ar', width: 360 })
    await page.getByLabel('المرجع').fill('FAC/2026-04421')
    await page.getByRole('button', { name: 'متابعة' }).click()
    const taken = page.getByRole('button', { name: /^قبضت/ })
    await taken.waitFor()
    // What a browser throws whose disk is full; its own quota is checked only now and then.
    await page.evaluate(`globalThis.put = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }`)
    await taken.click()
    await page.getByText('لم يبق مكان في هذا الجهاز').waitFor()
    await picture(page, 'till-full-ar-360-light')
    expect(await seriousProblems(page)).toEqual([])
    expect(await tills.paymentOf('FAC/2026-04421')).toMatchObject({ stage: 'locked' })
    await page.evaluate('IDBObjectStore.prototype.put = globalThis.put')
    await taken.click()
    await page.getByRole('heading', { name: 'مدفوع' }).waitFor()
    expect(await tills.paymentOf('FAC/2026-04421')).toMatchObject({ stage: 'paid' })
    await page.context().close()
  })

  test('who signs out while money waits is warned; the next agent sees that it waits, and no more', async () => {
    tills.server.prices.set('FAC/2026-04420', 900)
    const amine = await tills.hire('Amine')
    const page = await tills.open(amine, { language: 'fr', width: 360, options: NO_WORKER })
    await page.locator('#reference').fill('FAC/2026-04420')
    await page.getByRole('button', { name: 'Continuer' }).click()
    await page.route('**/confirm', (route) => route.abort())
    await page.getByRole('button', { name: /^J’ai encaissé/ }).click()
    await page.getByRole('button', { name: 'Imprimer le reçu provisoire' }).waitFor()
    await page.getByRole('link', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await page.getByRole('alertdialog').waitFor()
    await picture(page, 'till-sign-out-fr-360-light')
    expect(await seriousProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Se déconnecter et la garder ici' }).click()
    await page.waitForURL('**/account/sign-in?**')

    await page.unroute('**/confirm')
    const signIn = async (token: string): Promise<void> => {
      const { origin } = stage.platform
      await page.context().addCookies([{ name: 'wasl-session', value: token, url: origin }])
      await page.goto('/till/outbox')
    }
    const farid = await tills.hire('Farid')
    await signIn(farid.person.token)
    await page.getByText('1 paiement d’une autre personne attend sur cet appareil').waitFor()
    expect(await page.locator('main').innerText()).not.toContain('FAC/2026-04420')
    const { paymentId } = await tills.paymentOf('FAC/2026-04420')
    for (const place of ['receipt', 'pay']) {
      await page.goto(`/till/${place}/${paymentId}`)
      await page.getByText('Ce paiement n’est pas sur cet appareil.').waitFor()
    }
    expect(await tills.paymentOf('FAC/2026-04420')).toMatchObject({ stage: 'locked' })

    const again = await signInAgain(stage.platform, amine.person.userId)
    await signIn(again.token)
    await page.getByRole('region', { name: 'Confirmés' }).waitFor()
    expect(await tills.paymentOf('FAC/2026-04420')).toMatchObject({
      stage: 'paid',
      takenBy: amine.agentId,
    })
    await page.context().close()
  })
})
