/** Wasl is updated while somebody works: the files of the old build are no longer there. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { signInAs } from '../../platform/test/support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

let cookie: string

beforeAll(async () => {
  const { headers } = await signInAs(stage.platform, { side: 'operator' })
  cookie = headers['cookie'] ?? ''
})

/** As the server of a new build answers: no file that this page does not have yet is there. */
const removeFiles = (page: Page): Promise<unknown> =>
  page.route('**/screens/*', (route) => route.fulfill({ status: 404, body: '' }))

describe('a console that is open while a new build is deployed', () => {
  test('says in Arabic that a page cannot be loaded, keeps its frame, and goes on after one click', async () => {
    const page = await stage.visit({ cookie, language: 'ar' })
    await page.goto('/console/payments')
    await page.getByRole('heading', { level: 1, name: 'المدفوعات' }).waitFor()
    const loads: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(request.url())
    })
    await removeFiles(page)
    await page.locator('#nav').getByRole('link', { name: 'القنوات' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'حُدِّث' })
    await notice.waitFor()
    await page.locator('#nav').getByRole('link', { name: 'المدفوعات' }).waitFor()
    // It is the person who says when.
    expect(loads).toEqual([])
    await page.unroute('**/screens/*')
    await notice.getByRole('button', { name: 'أعد تحميل الصفحة' }).click()
    await page.getByRole('heading', { level: 1, name: 'القنوات' }).waitFor()
    expect(loads).toHaveLength(1)
    await page.context().close()
  })

  test('says so for the search box beside what is typed, which stays', async () => {
    const page = await stage.visit({ cookie, language: 'fr' })
    await page.goto('/console/payments')
    const filter = page.locator('.filters input').first()
    await filter.fill('FAC/4')
    await removeFiles(page)
    await page.keyboard.press('Control+k')
    const notice = page.getByRole('alert').filter({ hasText: 'Wasl a été mis à jour' })
    await notice.getByText('sera alors perdu').waitFor()
    await notice.getByRole('button', { name: 'Pas maintenant' }).click()
    await notice.waitFor({ state: 'detached' })
    await filter.press('End')
    await page.keyboard.type('2')
    expect(await filter.inputValue()).toBe('FAC/42')
    await page.context().close()
  })

  test('loads a page again by itself when a new build is there, once', async () => {
    const page = await stage.visit({ cookie, language: 'fr' })
    await page.goto('/console/payments')
    await page.getByRole('heading', { level: 1, name: 'Paiements' }).waitFor()
    const loads: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads.push(request.url())
    })
    // The file is gone for the page that is open, and there for the one that is loaded then.
    await page.route('**/screens/*', (route) =>
      loads.length === 0 && route.request().resourceType() === 'script'
        ? route.fulfill({ status: 404, body: '' })
        : route.fallback(),
    )
    await page.locator('#nav').getByRole('link', { name: 'Canaux' }).click()
    await page.getByRole('heading', { level: 1, name: 'Canaux' }).waitFor()
    expect(loads).toHaveLength(1)
    await page.context().close()
  })
})

/** What the first page of an application loads with. */
const ENTRY = /\/screens\/console-[\w-]+\.js$/

describe('a page whose own script is gone', () => {
  test('is loaded again once', async () => {
    const page = await stage.visit({ cookie, language: 'fr' })
    let misses = 0
    await page.route(ENTRY, (route) => {
      misses += 1
      return misses === 1 ? route.fulfill({ status: 404, body: '' }) : route.fallback()
    })
    await page.goto('/console/payments')
    await page.getByRole('heading', { level: 1, name: 'Paiements' }).waitFor()
    expect(misses).toBe(2)
    await page.context().close()
  })

  test('says in Arabic what to do when it stays away, and is no white page', async () => {
    const page = await stage.visit({ cookie, language: 'ar' })
    let misses = 0
    await page.route(ENTRY, (route) => {
      misses += 1
      return route.fulfill({ status: 404, body: '' })
    })
    await page.goto('/console/payments')
    await page.getByRole('alert').getByText('تعذّر تحميل هذه الصفحة').waitFor()
    expect(misses).toBe(2)
    await page.unroute(ENTRY)
    await page.getByRole('button', { name: 'أعد تحميل الصفحة' }).click()
    await page.getByRole('heading', { level: 1, name: 'المدفوعات' }).waitFor()
    await page.context().close()
  })
})

test('a slow server is seen to load: before the scripts, before the session, before a page', async () => {
  const page = await stage.visit({ cookie, language: 'fr' })
  const held = new Map<string, () => void>()
  const hold = (name: string, path: RegExp) =>
    page.route(path, async (route) => {
      await new Promise<void>((go) => held.set(name, go))
      await route.fallback()
    })
  const letGo = async (name: string): Promise<void> => {
    await expect.poll(() => held.has(name)).toBe(true)
    await page.getByRole('progressbar').first().waitFor()
    held.get(name)?.()
  }
  await hold('script', ENTRY)
  await hold('session', /\/account\/v1\/session$/)
  await page.goto('/console/payments', { waitUntil: 'commit' })
  await letGo('script')
  await letGo('session')
  await page.unroute(/\/account\/v1\/session$/)
  await page.getByRole('heading', { level: 1, name: 'Paiements' }).waitFor()
  await hold('page', /\/screens\/list-[\w-]+\.js$/)
  await page.locator('#nav').getByRole('link', { name: 'Canaux' }).click()
  await letGo('page')
  await page.getByRole('heading', { level: 1, name: 'Canaux' }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
})
