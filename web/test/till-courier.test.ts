/** A courier's day: the network cut in the middle, the tab killed, the disk kept. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openPersistent } from '../../platform/test/support/browser.ts'
import { integrityOf } from '../../platform/test/support/integrity.ts'
import { checkInvariants } from '../../platform/test/support/invariants.ts'
import { until } from '../../platform/test/support/wait.ts'
import { guidePictures } from './support/guide-pictures.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'
import { openTills, type Tills, type Worker } from './support/tills.ts'

const stage = useStage()

const PARCELS = 20

const PRICE = 1_500

const referenceOf = (number: number): string => `COLIS/${String(number).padStart(4, '0')}`

const REFERENCES = Array.from({ length: PARCELS }, (_, index) => referenceOf(index + 1))

/** Locked late, and for two hours alone. */
const LATE = REFERENCES.slice(-2)

let tills: Tills
let disk: string

beforeAll(async () => {
  tills = await openTills(stage, 'DELIVERY')
  disk = await mkdtemp(join(tmpdir(), 'wasl-till-'))
  return async () => {
    await tills.server.close()
    await rm(disk, { recursive: true, force: true })
  }
})

/** The courier's phone: what it keeps survives it. */
const phoneOf = async ({ person }: Worker): Promise<BrowserContext> => {
  const { origin } = stage.platform
  const phone = await openPersistent(disk, {
    baseURL: origin,
    locale: 'ar',
    viewport: { width: 360, height: 860 },
    timezoneId: 'Africa/Algiers',
  })
  await phone.addCookies([
    { name: 'wasl-session', value: person.token, url: origin, httpOnly: true, sameSite: 'Strict' },
  ])
  return phone
}

const pageOf = (phone: BrowserContext): Page => {
  const page = phone.pages()[0] as Page
  page.setDefaultTimeout(120_000)
  return page
}

const lock = async (page: Page, references: string[]): Promise<void> => {
  await page.getByLabel('المراجع').fill(references.join('\n'))
  await page.getByRole('button', { name: /^احجز/ }).click()
}

const take = async (page: Page, reference: string): Promise<void> => {
  await page.getByRole('link', { name: new RegExp(reference) }).click()
  await page.getByRole('button', { name: /^قبضت/ }).click()
  await page.locator('.receipt').waitFor()
}

const takeAll = async (page: Page, references: string[]): Promise<void> => {
  for (const reference of references) {
    await take(page, reference)
    await page.getByRole('button', { name: 'الطرد التالي' }).click()
  }
}

const setLongestLock = (lockSecondsMax: number) =>
  stage.platform.call('PATCH', '/operator/v1/channel-kinds/DELIVERY', {
    key: stage.platform.operatorKey,
    body: { lockSecondsMax },
  })

test('Yacine takes 20 payments without the network, loses his tab, and 2 conflicts remain', async () => {
  for (const reference of REFERENCES) tills.server.prices.set(reference, PRICE)
  const yacine = await tills.hire('ياسين مزيان', 'courier')
  const phone = await phoneOf(yacine)
  // The till asks that nothing be evicted.
  await phone.addInitScript(`const { persist } = StorageManager.prototype
    StorageManager.prototype.persist = function () {
      document.documentElement.dataset.persist = 'asked'
      return persist.call(this)
    }`)
  const page = pageOf(phone)
  await page.goto('/till/round')
  await lock(page, REFERENCES.slice(0, -2))
  await page.getByText('بقي 18 طردًا').waitFor()
  await setLongestLock(7_200)
  await page.getByRole('button', { name: 'إضافة طرود' }).click()
  await lock(page, LATE)
  await page.getByText('بقي 20 طردًا').waitFor()
  expect(await page.locator('html').getAttribute('data-persist')).toBe('asked')
  await picture(page, 'till-round-ar-360-light')
  await guidePictures(page, 'courier-round', { seen: '.rows li', height: 620 })
  expect(await seriousProblems(page)).toEqual([])
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')

  // Two are delivered while the network is there, then it is cut.
  await takeAll(page, REFERENCES.slice(0, 2))
  await until('two payments', async () => (await stageOf(REFERENCES[1])) === 'paid')
  await phone.setOffline(true)
  await takeAll(page, REFERENCES.slice(2, 10))
  await take(page, REFERENCES[10] as string)
  await page.getByText('قبضت، والتأكيد ينتظر').waitFor()
  await page.getByRole('button', { name: 'طباعة الوصل المؤقت' }).waitFor()
  // French stands on this paper, too: its currency and its full stops stay where they belong.
  const paper = 'getComputedStyle(document.querySelector("article.on-paper")).direction'
  expect(await page.evaluate(paper)).toBe('ltr')
  await picture(page, 'till-provisional-ar-360-light')
  await guidePictures(page, 'courier-provisional', { seen: '.receipt' })
  expect(await seriousProblems(page)).toEqual([])

  // The tab is killed, and the phone as well.
  await page.goto('chrome://crash').catch(() => undefined)
  await phone.close()

  const again = await phoneOf(yacine)
  await again.setOffline(true)
  const resumed = pageOf(again)
  await resumed.goto('/till/round')
  await resumed.getByText('بقيت 9 طرود').waitFor()
  await takeAll(resumed, REFERENCES.slice(11))
  await resumed.goto('/till/outbox')
  await resumed.getByRole('heading', { name: 'في انتظار الشبكة' }).waitFor()
  await picture(resumed, 'till-outbox-ar-360-light')
  await guidePictures(resumed, 'courier-outbox', { seen: '.rows li.waiting', height: 620 })
  expect(await resumed.locator('.rows li.waiting').count()).toBe(18)

  // Meanwhile the short locks lapse: one parcel is paid at a counter, the other gets dearer.
  await stage.platform.clock.advance(3 * 3_600)
  const counter = await stage.platform.createChannel('AGENCY')
  await payAt(counter.apiKey, LATE[0] as string)
  tills.server.prices.set(LATE[1] as string, PRICE + 100)

  await again.setOffline(false)
  await resumed.getByRole('region', { name: 'رُفضت والنقود عندك' }).waitFor()
  await until(
    'the outbox to be empty',
    async () => (await resumed.locator('.rows li.waiting').count()) === 0,
  )
  await resumed.getByRole('link', { name: new RegExp(LATE[0] as string) }).click()
  await resumed.getByText('دُفع المرجع عند غيرك.').waitFor()
  await resumed.getByText(/فُتح الملف/).waitFor()
  await picture(resumed, 'till-conflict-ar-360-light')
  await guidePictures(resumed, 'courier-conflict', { seen: '.notice.wait' })
  expect(await seriousProblems(resumed)).toEqual([])
  await again.close()

  expect(await booked(yacine)).toEqual({
    paid: PARCELS - 2,
    cases: [PRICE, PRICE],
    held: PARCELS * PRICE,
  })
  expect(await stageOf(LATE[1])).toBe('released')
  await expectNothingLostOrDoubled()
})

test('Amina reads which references could not be locked, and why, before she leaves with the others', async () => {
  const [known, unknown] = ['COLIS/8001', 'COLIS/8002']
  tills.server.prices.set(known, PRICE)
  const body = { error: 'NOT_FOUND', errorMessage: 'No such parcel.' }
  tills.server.onLookup(() => ({ status: 404, body }), unknown)
  const amina = await tills.hire('أمينة', 'courier')
  const page = await tills.open(amina, { language: 'ar', width: 360 })
  await page.goto('/till/round')
  await lock(page, [known, unknown])
  const refused = page.getByRole('alert')
  await refused.getByText(unknown).waitFor()
  expect(await refused.innerText()).not.toContain(known)
  expect(await seriousProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'جولتي' }).click()
  await page.getByRole('link', { name: new RegExp(known) }).waitFor()
  await page.context().close()
})

/** Of 20 parcels: 19 payments with one success and one COLLECT each, 2 cases, and no invariant broken. */
const expectNothingLostOrDoubled = async (): Promise<void> => {
  const { platform } = stage
  const { rows } = await platform.pool.query(
    `select count(*)::int as paid, count(distinct reference)::int as references,
      (select count(*)::int from webhook_events where kind = 'payment.success') as successes,
      (select count(*)::int from ledger_transfers where code = 'COLLECT') as collected,
      (select count(*)::int from ledger_transfers where code = 'TAKEN') as cases,
      (select count(*)::int from payment_transitions where taken_at < at - interval '3 hours') as late
    from payments where stage = 'paid'`,
  )
  expect(rows).toEqual([
    // Two more were confirmed at once, one at a counter: 16 waited for the network.
    { paid: 19, references: 19, successes: 19, collected: 19, cases: 2, late: 16 },
  ])
  await platform.settled()
  expect(await checkInvariants(platform.pool)).toEqual([])
  const { result, items } = await integrityOf(platform)
  expect([result, items.filter((one) => one.result !== 'holds')]).toEqual(['holds', []])
}

const stageOf = async (reference: string | undefined): Promise<string | undefined> =>
  (await tills.paymentOf(reference ?? ''))?.stage

const payAt = async (key: string, reference: string): Promise<void> => {
  const { partnerId } = tills.partner
  const { body } = await stage.platform.call('POST', '/channel/v1/payments', {
    key,
    body: { partnerId, reference },
  })
  await stage.platform.call('POST', `/channel/v1/payments/${body.paymentId}/confirm`, { key })
}

/** What the platform knows of the courier's money. */
const booked = async ({ agentId }: Worker) => {
  const payments = await tills.call('GET', '/payments?stage=paid&limit=200')
  const cases = await tills.call('GET', '/cases')
  const cash = await tills.call('GET', '/cash')
  return {
    paid: payments.items.length,
    cases: cases.items.map(({ amount }: { amount: number }) => amount),
    held: cash.items.find((one: { agentId: string }) => one.agentId === agentId)?.amount,
  }
}
