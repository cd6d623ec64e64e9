/** Days are typed and chosen in one way in every browser, by the clock of the operator. */
import { beforeAll, describe, expect, test } from 'vitest'
import { signInAs } from '../../platform/test/support/people.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'

const stage = useStage()

let cookie = ''

beforeAll(async () => {
  await stage.platform.pool.query(`update ledger_state set time_zone = 'Pacific/Auckland'`)
  cookie = (await signInAs(stage.platform, { side: 'operator' })).headers['cookie'] ?? ''
})

/** Evening in Los Angeles, where the browser stands; two days on, the 23rd has begun in Auckland. */
const NOW = new Date('2026-11-22T11:30:00Z')

describe('a day of a filter', () => {
  test('is today in the operator’s zone, day before month, chosen by keyboard in Arabic', async () => {
    const options = { timezoneId: 'America/Los_Angeles', locale: 'en-US' }
    const page = await stage.visit({ cookie, language: 'ar', options })
    await page.clock.setFixedTime(NOW)
    await page.addInitScript(`localStorage.setItem('wasl.language', 'ar')`)
    await page.goto('/console/reconciliation')
    const from = page.getByLabel('من', { exact: true })
    await from.waitFor()
    expect(await from.getAttribute('placeholder')).toBe('23/11/2026')
    const bar = page.getByRole('search')
    await bar.getByRole('button', { name: 'اختر اليوم' }).first().click()
    const calendar = page.getByRole('dialog')
    await calendar.locator('[aria-current=date]:focus').waitFor()
    expect(await seriousProblems(page)).toEqual([])
    await picture(page, 'finance-day-ar-1280')
    // A week back, then to the left: that is a day on where text runs to the left.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-11-17')
    expect(await from.inputValue()).toBe('17/11/2026')
    await calendar.waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('may be typed as people write it, and what is no day is said and not asked for', async () => {
    const page = await stage.visit({ cookie, width: 360, theme: 'dark' })
    await page.clock.setFixedTime(NOW)
    await page.goto('/console/reconciliation?from=2026-11-19')
    const from = page.getByLabel('Du', { exact: true })
    await expect.poll(() => from.inputValue()).toBe('19/11/2026')
    await from.fill('5.2.26')
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-02-05')
    await from.fill('31/11/2026')
    await from.press('Tab')
    await page.getByText('Un jour est attendu, par exemple 23/11/2026.').waitFor()
    await page.waitForURL((url) => !url.searchParams.has('from'))
    expect(await from.getAttribute('aria-invalid')).toBe('true')
    await picture(page, 'finance-day-fr-360')
    await page.context().close()
  })

  test('Escape closes the calendar and leaves the dialog around it', async () => {
    const page = await stage.visit({ cookie, language: 'en' })
    await page.goto('/console/events')
    await page.getByRole('button', { name: 'Send late webhooks again' }).click()
    const dialog = page.getByRole('dialog').first()
    await dialog.getByRole('button', { name: 'Choose the day' }).click()
    await page.locator('.calendar button:focus').waitFor()
    await picture(page, 'finance-day-en-dialog')
    await page.keyboard.press('Escape')
    await page.locator('.calendar').waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await page.context().close()
  })
})
