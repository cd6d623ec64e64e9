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
})
