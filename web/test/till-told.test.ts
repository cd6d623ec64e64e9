/** What a till says when answers are lost, clocks are wrong, and money was taken before, in a real browser. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { callSet, makeQrCode } from '../../platform/test/support/qr.ts'
import { signInAs } from '../../platform/test/support/people.ts'
import { until } from '../../platform/test/support/wait.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'
import { slowDown } from './support/slow-network.ts'
import { openTills, type Tills } from './support/tills.ts'

const stage = useStage()

let tills: Tills

beforeAll(async () => {
  tills = await openTills(stage)
  return () => tills.server.close()
})

/** Requests that pass a service worker cannot be held by the test. */
const NO_WORKER = { serviceWorkers: 'block' } as const

const open = async (page: Page, reference: string): Promise<void> => {
  await page.locator('#reference').fill(reference)
  await page.getByRole('button', { name: 'Continuer' }).click()
}

const took = (page: Page) => page.getByRole('button', { name: /^J’ai encaissé/ })

const spaced = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('a payment of one’s own', () => {
  test('Nadia, whose device has lost everything, goes on with the payment that she opened', async () => {
    tills.server.prices.set('TOLD/1', 700)
    const nadia = await tills.hire('Nadia')
    const first = await tills.open(nadia, { width: 360 })
    await open(first, 'TOLD/1')
    await took(first).waitFor()
    const { paymentId } = await tills.paymentOf('TOLD/1')
    await first.context().close()
    const page = await tills.open(nadia, { width: 360 })
    await open(page, 'TOLD/1')
    await page.waitForURL(`**/till/pay/${paymentId}`)
    await took(page).click()
    await page.getByRole('heading', { name: 'Payé', exact: true }).waitFor()
    expect(await tills.paymentOf('TOLD/1')).toMatchObject({ paymentId, stage: 'paid' })

    // She scans it again: when, where, by whom, and the receipt again on a device without it.
    const other = await tills.open(nadia, { width: 360 })
    await open(other, 'TOLD/1')
    const refused = other.getByRole('alert')
    await refused.getByText('Payé le').waitFor()
    expect(await refused.innerText()).toMatch(/Par\s+Nadia/)
    await picture(other, 'till-paid-before-fr-360-light')
    expect(await seriousProblems(other)).toEqual([])
    await other.getByRole('button', { name: 'Réimprimer le reçu' }).click()
    await other.getByRole('heading', { name: 'Payé', exact: true }).waitFor()
    await other.locator('img.on-paper').waitFor({ state: 'attached' })
    await other.context().close()
    await page.context().close()

    // A colleague reads when and by whom, and has no receipt of hers.
    const amel = await tills.open(await tills.hire('Amel'), { width: 360 })
    await open(amel, 'TOLD/1')
    await amel.getByRole('alert').getByText('Nadia').waitFor()
    expect(await amel.getByRole('button', { name: 'Réimprimer le reçu' }).count()).toBe(0)
    await amel.context().close()
  })

  test('the answer to an opening is lost: the till finds out, and one payment is open', async () => {
    tills.server.prices.set('TOLD/2', 800)
    const page = await tills.open(await tills.hire('Samir'), { width: 360, options: NO_WORKER })
    const keys: string[] = []
    await page.route('**/channel/v1/payments', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '')
      if (keys.length > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await open(page, 'TOLD/2')
    await took(page).waitFor()
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    await page.context().close()
  })

  test('without any answer the till does not say that nothing was sent', async () => {
    const page = await tills.open(await tills.hire('Lyes'), { width: 360, options: NO_WORKER })
    await page.locator('#reference').waitFor()
    await page.route('**/channel/v1/payments', (route) => route.abort())
    await open(page, 'TOLD/3')
    await page.getByText(/on ne sait pas si la demande est arrivée/).waitFor()
    expect(await page.locator('.till').innerText()).not.toMatch(/rien n’a été envoyé/i)
    await page.context().close()
  })
})

test('a single-use code that was paid says so, by whom and when, before anybody pays again', async () => {
  const token = await makeQrCode(stage.platform.pool, tills.partner)
  const set = { qrCodeToken: token, amounts: [500], singleUse: true }
  expect((await callSet(stage.platform, tills.partner, set)).status).toBe(200)
  const ines = await tills.hire('Inès')
  const page = await tills.open(ines, { width: 360 })
  await page.goto(`/till/qr/${token}`)
  await page.getByRole('button', { name: 'Continuer' }).click()
  await took(page).waitFor()
  // She goes away from it, and scans the code again: it is her own payment.
  await page.goto(`/till/qr/${token}`)
  await page.getByRole('button', { name: 'Reprendre mon paiement' }).click()
  await took(page).click()
  await page.getByRole('heading', { name: 'Payé', exact: true }).waitFor()
  await page.goto(`/till/qr/${token}`)
  const warning = page.getByRole('alert')
  await warning.getByText(/deuxième fois/).waitFor()
  expect(await warning.innerText()).toMatch(/Payé le\s+\d\d\/\d\d\/\d{4}[^]+Inès/)
  await page.getByRole('button', { name: 'Le payeur veut payer encore' }).waitFor()
  await picture(page, 'till-qr-used-fr-360-light')
  expect(await seriousProblems(page)).toEqual([])
  await page.context().close()
})

test('cash whose lock lapsed while the partner is down becomes a case, told in a sentence', async () => {
  tills.server.prices.set('TOLD/5', 900)
  const zohra = await tills.hire('Zohra')
  const page = await tills.open(zohra, { width: 360, options: NO_WORKER })
  await open(page, 'TOLD/5')
  await took(page).waitFor()
  await page.route('**/confirm', (route) => route.abort())
  await took(page).click()
  await page.getByRole('button', { name: 'Imprimer le reçu provisoire' }).waitFor()
  await stage.platform.clock.advance(7_200)
  tills.server.onLookup(() => ({ status: 503, body: {} }), 'TOLD/5')
  await page.unroute('**/confirm')
  await page.getByText('Le partenaire ne répond pas').waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/PARTNER50|HTTP/)
  await page.getByRole('button', { name: 'Appeler le superviseur' }).click()
  await page.getByText(/Votre superviseur voit le dossier/).waitFor()
  await page.getByRole('button', { name: 'Je l’ai rendu' }).click()
  await page.getByText(/reprenez le reçu provisoire/).waitFor()
  await picture(page, 'till-case-fr-360-light')
  expect(await seriousProblems(page)).toEqual([])
  const { items } = await tills.call('GET', '/cases')
  const { paymentId } = await tills.paymentOf('TOLD/5')
  expect(items.filter((one: { paymentId: string }) => one.paymentId === paymentId)).toMatchObject([
    { amount: 900, takenBy: zohra.agentId, status: 'open' },
  ])
  const cash = await tills.call('GET', '/cash')
  expect(
    cash.items.find((one: { agentId: string }) => one.agentId === zohra.agentId),
  ).toMatchObject({ amount: 900 })

  // The payer took it back beside her, and her supervisor confirms it.
  const { channelId } = tills.channel
  const of = { side: 'channel', role: 'supervisor', channelId, name: 'Souad' } as const
  const person = await signInAs(stage.platform, of)
  const team = await tills.open({ person }, { width: 360 })
  await team.goto('/till/team')
  await team.getByRole('button', { name: 'Le payeur l’a repris' }).click()
  await picture(team, 'till-give-back-fr-360-light')
  expect(await seriousProblems(team)).toEqual([])
  await team.getByRole('button', { name: 'Oui, le payeur l’a repris' }).click()
  await team.locator('.conflict').waitFor({ state: 'detached' })
  await team.context().close()
  await page.getByText(/Le dossier est réglé/).waitFor()
  await page.context().close()
})

test('a reference of a round opens the parcel of its own partner, never of another with the same', async () => {
  const road = await openTills(stage, 'DELIVERY')
  const other = await stage.platform.createPartner(road.server, { name: 'Sidi Yahia' })
  road.server.prices.set('TOLD/4', 1_100)
  const courier = await road.hire('Yacine', 'courier')
  const page = await road.open(courier, { width: 360 })
  await page.goto('/till/round')
  await page.locator('select').selectOption(road.partner.partnerId)
  await page.getByLabel('Références, une par ligne').fill('TOLD/4')
  await page.getByRole('button', { name: /^Réserver/ }).click()
  await page.getByRole('link', { name: /TOLD\/4/ }).waitFor()
  await page.goto('/till')
  await page.locator('select').selectOption(other.partnerId)
  await open(page, 'TOLD/4')
  await took(page).waitFor()
  expect(await page.getByRole('heading', { name: 'Sidi Yahia' }).count()).toBe(1)
  await page.context().close()
  await road.server.close()
})

describe('a clock that is wrong', () => {
  test('five days behind at departure loses no parcel of the round when it is put right', async () => {
    const road = await openTills(stage, 'DELIVERY')
    road.server.prices.set('TOLD/10', 1_200)
    const page = await road.open(await road.hire('Mourad', 'courier'), { width: 360 })
    await page.context().clock.setSystemTime(Date.now() - 5 * 86_400_000)
    await page.goto('/till/round')
    await page.locator('select').selectOption(road.partner.partnerId)
    await page.getByLabel('Références, une par ligne').fill('TOLD/10')
    await page.getByRole('button', { name: /^Réserver/ }).click()
    const parcel = page.getByRole('link', { name: /TOLD\/10/ })
    await parcel.waitFor()
    await page.context().clock.setSystemTime(Date.now())
    const cleaned = page.waitForResponse((response) => response.url().endsWith('/channel/v1/till'))
    await page.reload()
    await cleaned
    await page.goto('/till/menu')
    await page.goto('/till/round')
    await parcel.waitFor()
    expect(await parcel.count()).toBe(1)
    await page.context().close()
    await road.server.close()
  })

  test('twenty minutes ahead blocks nobody: the platform’s time counts', async () => {
    tills.server.prices.set('TOLD/6', 600)
    const page = await tills.open(await tills.hire('Fares'), { width: 360 })
    await page.context().clock.setSystemTime(Date.now() + 20 * 60_000)
    await page.goto('/till')
    await open(page, 'TOLD/6')
    await took(page).waitFor()
    expect(await page.getByText('Ouvrir à nouveau').count()).toBe(0)
    const { lockReleaseTime } = await tills.call(
      'GET',
      `/payments/${(await tills.paymentOf('TOLD/6')).paymentId}`,
    )
    const heldUntil = new Intl.DateTimeFormat('fr', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Africa/Algiers',
    }).format(Date.parse(lockReleaseTime))
    expect(await page.locator('.held').innerText()).toContain(heldUntil)
    await took(page).click()
    await page.getByRole('heading', { name: 'Payé', exact: true }).waitFor()
    await page.context().close()
  })
})

test('a session that ends while the page is open says so once, and leads to signing in', async () => {
  const rym = await tills.hire('Rym')
  const page = await tills.open(rym, { width: 360 })
  await page.locator('#reference').waitFor()
  await rym.person.call('POST', '/account/v1/session/end')
  await open(page, 'TOLD/7')
  await page.locator('.net').getByText('Déconnecté').waitFor()
  const text = await page.locator('.till').innerText()
  expect(text).not.toMatch(/En ligne|401|UNAUTHORIZED/)
  await picture(page, 'till-session-ended-fr-360-light')
  expect(await seriousProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Se reconnecter' }).first().click()
  await page.locator('#reference').waitFor({ state: 'detached' })
  await page.context().close()
})

test('without the network one notice says what can be done, and the signed receipt prints again', async () => {
  tills.server.prices.set('TOLD/8', 400)
  const page = await tills.open(await tills.hire('Wassim'), { width: 360 })
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await open(page, 'TOLD/8')
  await took(page).click()
  await page.locator('img.on-paper').waitFor({ state: 'attached' })
  const { paymentId } = await tills.paymentOf('TOLD/8')
  const isKept = `new Promise((done) => { indexedDB.open('wasl-till').onsuccess = (event) => {
    const asked = event.target.result.transaction('kept').objectStore('kept')
      .get('paper ${paymentId}')
    asked.onsuccess = () => done(asked.result !== undefined) } })`
  await until('the paper to be kept', () => page.evaluate<boolean>(isKept))
  await page.context().setOffline(true)
  await page.goto('/till/')
  const banner = page.locator('.banner')
  await banner.getByText(/Aucun nouveau paiement ne peut s’ouvrir/).waitFor()
  expect(await banner.count()).toBe(1)
  expect(await page.locator('.net').innerText()).toBe('Hors ligne')
  await page.getByRole('link', { name: 'Réimprimer' }).click()
  await page.locator('img.on-paper').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  await page.locator('img.on-paper').waitFor()
  expect(await page.evaluate(`document.querySelector('img.on-paper').naturalWidth`)).toBe(384)
  await page.context().close()
})

test('a till that was offline is back on a network that needs longer than its pause between two looks', async () => {
  const page = await tills.open(await tills.hire('Salima'), { width: 360 })
  await page.locator('#reference').waitFor()
  const banner = page.locator('.banner')
  await page.context().setOffline(true)
  await banner.getByText(/Aucun nouveau paiement ne peut s’ouvrir/).waitFor()
  await slowDown(page, /\/channel\/v1\//)
  await page.context().setOffline(false)
  await expect.poll(() => banner.count()).toBe(0)
  await page.context().close()
})

/** Where the focus is, and whether the title of the window says which screen this is. */
const focusOn = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const title = [...document.querySelectorAll('main h1')].find((one) => one.checkVisibility()) ?? null
    const active = document.activeElement
    return {
      path: location.pathname,
      isNamed: title !== null && document.title === title.innerText.trim() + ' · Wasl',
      isHeld: active === title || active.matches('main input, main textarea'),
    }
  })()`)

test('each screen of an agent, a courier and a supervisor is named, and has the focus, by keys alone', async () => {
  const { channelId } = tills.channel
  const of = { side: 'channel', role: 'supervisor', channelId, name: 'Houria' } as const
  const walkers = [
    { worker: await tills.hire('Meriem'), extra: ['/till/nowhere', '/till/receipt/none'] },
    { worker: await tills.hire('Ilyes', 'courier'), extra: ['/till/round'] },
    { worker: { person: await signInAs(stage.platform, of) }, extra: [] },
  ]
  const seen: string[] = []
  for (const { worker, extra } of walkers) {
    const page = await tills.open(worker, { width: 360 })
    const arrives = async (path: string): Promise<void> => {
      await expect.poll(() => focusOn(page)).toEqual({ path, isNamed: true, isHeld: true })
      seen.push(path)
    }
    const openMenu = async (): Promise<void> => {
      await page.locator('.opens').press('Enter')
      await arrives('/till/menu')
    }
    await arrives('/till/')
    await openMenu()
    const paths = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.places a')].map((one) => one.getAttribute('href'))`,
    )
    for (const path of paths) {
      if (!page.url().endsWith('/menu')) await openMenu()
      await page.locator(`.places a[href="${path}"]`).press('Enter')
      await arrives(path)
    }
    for (const path of extra) {
      await page.goto(path)
      await arrives(path)
    }
    await page.context().close()
  }
  expect(new Set(seen).size).toBeGreaterThan(11)
})

test('a sum with centimes is paid with what coins make, and any sum can be given', async () => {
  tills.server.prices.set('TOLD/9', 2_200.5)
  const hocine = await tills.hire('Hocine')
  const page = await tills.open(hocine, { width: 360 })
  await open(page, 'TOLD/9')
  await took(page).waitFor()
  const main = page.locator('main')
  expect(spaced(await main.innerText())).toMatch(/En espèces : 2 201/)
  await page.getByLabel('Autre somme').fill('2000')
  await page.getByText('Le payeur a donné moins que le montant.').waitFor()
  expect(await took(page).isDisabled()).toBe(true)
  await page.getByLabel('Autre somme').fill('2700')
  await expect.poll(async () => spaced(await page.locator('.change').innerText())).toMatch(/499/)
  await picture(page, 'till-given-fr-360-light')
  expect(await seriousProblems(page)).toEqual([])
  expect(spaced(await took(page).innerText())).toContain('2 201')
  await took(page).click()
  await page.getByRole('heading', { name: 'Payé', exact: true }).waitFor()
  expect(await tills.paymentOf('TOLD/9')).toMatchObject({ stage: 'paid', amount: 2_200.5 })
  // The books expect the coins that are in the till.
  const { items } = await tills.call('GET', '/cash')
  const held = items.find((one: { agentId: string }) => one.agentId === hocine.agentId)
  expect(held).toMatchObject({ amount: 2_201 })
  await page.context().close()
})
