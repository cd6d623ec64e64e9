/** A till that agents share: each has a PIN, and guessing it is limited, in a real browser. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { signInAs, type SignedIn } from '../../platform/test/support/people.ts'
import { picture, seriousProblems, useStage } from './support/stage.ts'
import { openTills, type Tills } from './support/tills.ts'

const stage = useStage()

let tills: Tills
let supervisor: SignedIn

beforeAll(async () => {
  tills = await openTills(stage)
  const { channelId } = tills.channel
  supervisor = await signInAs(stage.platform, { side: 'channel', role: 'supervisor', channelId })
  return () => tills.server.close()
})

const NAMES = { amel: 'أمال بن عيسى', bilal: 'بلال' } as const

/** What the form says after each wrong PIN. */
const TRIES_LEFT = [
  /بقيت 4 محاولات/,
  /بقيت 3 محاولات/,
  /بقيت محاولتان/,
  /بقيت محاولة واحدة/,
  /لم تبق أي محاولة/,
]

/** The supervisor enrols the browser, and leaves. */
const sharedTill = async (): Promise<Page> => {
  const cookie = supervisor.headers['cookie'] ?? ''
  const page = await stage.visit({ language: 'ar', width: 360, cookie })
  await page.goto('/account/tills')
  await page.getByLabel('اسم هذا الجهاز').fill('الشباك 1')
  await page.getByRole('button', { name: 'تسجيل هذا الجهاز' }).click()
  await page.getByText('هذا الجهاز', { exact: true }).waitFor()
  await page.context().clearCookies({ name: 'wasl-session' })
  await page.goto('/till')
  return page
}

const hireWithPin = async (page: Page, name: string, pin: string): Promise<string> => {
  const { agentId } = await tills.call('POST', '/agents', { name })
  await tills.call('POST', '/shifts', { agentId, float: 0 })
  const { body } = await supervisor.call('POST', `/account/v1/pins/${agentId}/code`)
  await page.goto('/till')
  await page.getByRole('button', { name }).click()
  await page.getByLabel('الرمز الذي أعطاه المشرف').fill(body.code)
  await page.getByLabel('رمز PIN جديد').fill(pin)
  await page.getByRole('button', { name: 'اختيار هذا الرمز' }).click()
  await page.locator('#reference').waitFor()
  await signOut(page)
  return agentId
}

const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'القائمة' }).click()
  await page.getByRole('button', { name: 'تسجيل الخروج' }).click()
  await page.getByRole('button', { name: NAMES.amel }).waitFor()
}

const enter = async (page: Page, pin: string): Promise<void> => {
  const field = page.getByLabel('رمز PIN', { exact: true })
  await field.fill(pin)
  const answered = page.waitForResponse('**/sign-in/pin')
  await page.getByRole('button', { name: 'دخول' }).click()
  await answered
}

test('Amel and Bilal share a till; five guesses at a PIN lock it until the supervisor helps', async () => {
  const page = await sharedTill()
  // Amel must be listed wherever somebody signs out.
  const amel = await hireWithPin(page, NAMES.amel, '8264')
  const bilal = await hireWithPin(page, NAMES.bilal, '9175')
  await page.getByRole('button', { name: NAMES.bilal }).click()
  for (const left of TRIES_LEFT) {
    await enter(page, '1357')
    await page.getByRole('alert').waitFor()
    expect(await page.locator('form').innerText()).toMatch(left)
    await stage.platform.clock.advance(60)
  }
  await enter(page, '9175')
  await page.getByText('رمز PIN هذا مقفل على هذا الجهاز').waitFor()
  await picture(page, 'till-pin-locked-ar-360-light')
  expect(await seriousProblems(page)).toEqual([])

  // Amel is not held up, and takes money in her own name.
  await page.getByRole('button', { name: 'شخص آخر' }).click()
  await page.getByText('مقفل', { exact: true }).waitFor()
  await page.getByRole('button', { name: NAMES.amel }).click()
  await enter(page, '8264')
  tills.server.prices.set('PIN/1', 900)
  await page.locator('#reference').fill('PIN/1')
  await page.getByRole('button', { name: 'متابعة' }).click()
  await page.getByRole('button', { name: /^قبضت/ }).click()
  await page.getByRole('heading', { name: 'مدفوع' }).waitFor()
  expect(await tills.paymentOf('PIN/1')).toMatchObject({ takenBy: amel })
  await signOut(page)

  const { status } = await supervisor.call('POST', `/account/v1/pins/${bilal}/unlock`)
  expect(status).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: NAMES.bilal }).click()
  await enter(page, '9175')
  await page.locator('#reference').waitFor()

  // He reads that somebody tried, and when he knows it the line is gone.
  const line = page.locator('.banner').filter({ hasText: 'دخول خاطئة' })
  await line.getByText('5 محاولات دخول خاطئة باسمك').waitFor()
  expect(await line.getByRole('link', { name: 'اطّلع' }).getAttribute('href')).toBe(
    '/account#security',
  )
  await picture(page, 'till-security-ar-360-light')
  expect(await seriousProblems(page)).toEqual([])
  await line.getByRole('button', { name: 'أنا على علم' }).click()
  await line.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('#reference').waitFor()
  expect(await line.count()).toBe(0)
  await page.context().close()
})
