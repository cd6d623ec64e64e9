/** What the screens say when somebody guesses, loses a right, or would lose the last owner. */
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { signInAgain, signInAs, type SignedIn } from '../../platform/test/support/people.ts'
import { addPassword, codeOf, PASSWORD } from '../../platform/test/support/sign-in.ts'
import { seriousProblems, useStage } from './support/stage.ts'

const stage = useStage()

let owner: SignedIn

beforeAll(async () => {
  await stage.platform.clock.stop()
  owner = await signInAs(stage.platform, { side: 'operator', name: 'ليلى' })
})

const cookieOf = ({ headers }: SignedIn): string => headers['cookie'] ?? ''

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The till itself, and not the page for signing in to it. */
const atTill = (page: Page): Promise<void> =>
  page.waitForURL(({ pathname }) => pathname.replace(/\/$/, '') === '/till')

const isListOfUsers = (request: Request): boolean =>
  request.method() === 'GET' && request.url().includes('/operator/v1/users?')

/** Tries to sign in as the page does, with a password that is wrong. */
const GUESS = `(email) => fetch('/account/v1/sign-in/password', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password: 'not the lighthouse', code: '123456' }),
}).then((answer) => answer.status)`

describe('who guesses', () => {
  test('a code of an app reads in Arabic when to try again, and the right code does not help', async () => {
    const { platform } = stage
    const email = 'samia@wasl.example'
    const samia = await signInAs(platform, { side: 'operator', role: 'support', email })
    const { secret } = await addPassword(samia, platform.clock)
    const page = await stage.visit({ language: 'ar', width: 360 })
    await page.goto('/account/sign-in')
    const statuses: unknown[] = []
    for (let guess = 1; guess <= 10; guess += 1)
      statuses.push(await page.evaluate(`(${GUESS})('${email}')`))
    expect(new Set(statuses)).toEqual(new Set([401]))
    await page.getByLabel('البريد الإلكتروني').fill(email)
    await page.getByLabel('كلمة السر').fill(PASSWORD)
    const send = async (): Promise<void> => {
      const code = page.getByLabel('رمز تطبيق المصادقة')
      await code.fill(await codeOf(secret, platform.clock))
      await button(page, 'دخول').click()
    }
    await send()
    const alert = page.getByRole('alert')
    await alert
      .getByText(
        /^كلمات سر أو رموز خاطئة كثيرة لهذا الحساب\. لا حدّ لمفتاح المرور\. أعد المحاولة بعد 15 دقيقة\.$/,
      )
      .waitFor()
    await platform.clock.advance(901)
    await send()
    await page.waitForURL('**/console**')
    await page.context().close()
  })

  test('a PIN reads how many tries are left, when to try again, and who unlocks it', async () => {
    const { platform } = stage
    const { channelId, apiKey } = await platform.createChannel()
    const { body: agent } = await platform.call('POST', '/channel/v1/agents', {
      key: apiKey,
      body: { name: 'نبيل' },
    })
    const supervisor = await signInAs(platform, { side: 'channel', role: 'supervisor', channelId })
    const page = await stage.visit({ language: 'ar', width: 360, cookie: cookieOf(supervisor) })
    await page.goto('/account/tills')
    await page.getByLabel('اسم هذا الجهاز').fill('الشباك 2')
    await button(page, 'تسجيل هذا الجهاز').click()
    await page.getByText('هذا الجهاز', { exact: true }).waitFor()
    const path = `/account/v1/pins/${agent.agentId}/code`
    const { code } = (await supervisor.call('POST', path)).body
    await button(page, 'تسجيل الخروج').click()
    await page.waitForURL('**/account/sign-in**')
    await page.goto('/account/till')
    await page.getByRole('button', { name: 'نبيل' }).click()
    await page.getByLabel('الرمز الذي أعطاه المشرف').fill(code)
    await page.getByLabel('رمز PIN جديد').fill('8264')
    await button(page, 'اختيار هذا الرمز').click()
    await atTill(page)
    await page.goto('/account/till')
    await page.getByRole('button', { name: 'نبيل' }).click()
    const alert = page.getByRole('alert')
    const guess = async (pin: string, says: RegExp): Promise<void> => {
      await page.getByLabel('رمز PIN', { exact: true }).fill(pin)
      const answered = page.waitForResponse('**/account/v1/sign-in/pin')
      await button(page, 'دخول').click()
      await answered
      await alert.getByText(says).waitFor()
    }
    await guess('1111', /PIN/)
    await page.getByText('بقيت 4 محاولات').waitFor()
    await guess('1112', /^كان رمز PIN الأخير خاطئًا\. أعد المحاولة بعد ثانية\.$/)
    for (let wrong = 2; wrong <= 5; wrong += 1) {
      await platform.clock.advance(60)
      await guess(`222${wrong}`, /PIN/)
    }
    await platform.clock.advance(60)
    // Also the right one, until the supervisor has unlocked it.
    await guess('8264', /مشرف/)
    // Their own session ended when they signed out of the till.
    const back = await signInAgain(platform, supervisor.userId)
    const unlocked = await back.call('POST', `/account/v1/pins/${agent.agentId}/unlock`)
    expect(unlocked).toMatchObject({ status: 200, body: { isLocked: false } })
    await page.getByLabel('رمز PIN', { exact: true }).fill('8264')
    await button(page, 'دخول').click()
    await atTill(page)
    await page.context().close()
  })
})

describe('rights', () => {
  test('the last owner stays owner: the button says why, until there is another one', async () => {
    const page = await stage.visit({ language: 'ar', cookie: cookieOf(owner) })
    await page.goto('/console/users')
    const open = async () => {
      await page.getByRole('row', { name: /ليلى/ }).getByRole('button', { name: 'عدّل' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('الدور').selectOption('auditor')
      return dialog
    }
    const dialog = await open()
    await dialog.getByText('يبقى آخر مالك نشط مالكًا. عيّن مالكًا آخر أولًا.').waitFor()
    expect(await dialog.getByRole('button', { name: 'احفظ' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await signInAs(stage.platform, { side: 'operator', name: 'مريم' })
    await page.reload()
    await page.getByRole('row', { name: /مريم/ }).waitFor()
    const again = await open()
    expect(await again.getByRole('button', { name: 'احفظ' }).isEnabled()).toBe(true)
    await page.context().close()
  })

  test('that were taken away are missed at the next call, which says who may', async () => {
    const { platform } = stage
    const nora = await signInAs(platform, { side: 'operator', name: 'نورة' })
    const page = await stage.visit({ language: 'ar', cookie: cookieOf(nora) })
    await page.goto('/console/users')
    await button(page, 'ادعُ شخصًا').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('الاسم').fill('سارة')
    const { status } = await owner.call('PATCH', `/operator/v1/users/${nora.userId}`, {
      body: { role: 'auditor' },
    })
    expect(status).toBe(200)
    await dialog.getByRole('button', { name: 'ادعُ', exact: true }).click()
    await dialog
      .getByRole('alert')
      .getByText(/users\.edit.*owner/)
      .waitFor()
    await page.keyboard.press('Escape')
    // The page knows it now, without being loaded again.
    const refused = button(page, 'ادعُ شخصًا')
    await page
      .getByText('يلزم الحق «دعوة المستخدمين وتعديلهم». يمكن لمالك أن يمنحك إياه.')
      .waitFor()
    expect(await refused.getAttribute('aria-disabled')).toBe('true')
    await page.context().close()
  })

  test('end with the session: the person signs in over the page, and what was typed is sent', async () => {
    const { platform } = stage
    const email = 'lina@wasl.example'
    const lina = await signInAs(platform, { side: 'operator', name: 'لينا', email })
    const { secret } = await addPassword(lina, platform.clock)
    await platform.clock.advance(60)
    const page = await stage.visit({ language: 'ar', cookie: cookieOf(lina) })
    await page.goto('/console/users')
    await button(page, 'ادعُ شخصًا').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('الاسم').fill('سارة')
    // The list behind the dialog is read again and again: the click is to learn first that it is over.
    const shown = Promise.withResolvers<void>()
    const refreshed = page.waitForRequest(isListOfUsers)
    await page.route('**/operator/v1/users?*', async (route) => {
      if (isListOfUsers(route.request())) await shown.promise
      await route.continue()
    })
    await refreshed
    await lina.call('POST', '/account/v1/session/end')
    await dialog.getByRole('button', { name: 'ادعُ', exact: true }).click()
    const over = page.getByRole('dialog', { name: 'انتهت جلستك' })
    await over.waitFor()
    shown.resolve()
    expect(new URL(page.url()).pathname).toBe('/console/users')
    expect(await seriousProblems(page)).toEqual([])
    // It stays until the person is back: nothing of the page works without them.
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key)
    await over.waitFor()
    expect(await dialog.getByLabel('الاسم').inputValue()).toBe('سارة')
    expect(await over.getByLabel('البريد الإلكتروني').inputValue()).toBe(email)
    await over.getByLabel('كلمة السر').fill(PASSWORD)
    await over.getByLabel('رمز تطبيق المصادقة').fill(await codeOf(secret, platform.clock))
    await over.getByRole('button', { name: 'دخول', exact: true }).click()
    await over.waitFor({ state: 'detached' })
    // An invitation needs a fresh confirmation. Then it goes out as it was typed, without another click.
    await platform.clock.advance(30)
    await page.getByLabel('رمز تطبيق المصادقة').fill(await codeOf(secret, platform.clock))
    await button(page, 'أكّد').click()
    await expect
      .poll(async () => (await owner.call('GET', '/operator/v1/users')).text)
      .toContain('سارة')
    await page.context().close()
  })
})

describe('sessions that may be stolen', () => {
  test('end together: the owner signs everybody out and goes on', async () => {
    const { platform } = stage
    const nadia = await signInAs(platform, { side: 'operator', role: 'support', name: 'نادية' })
    const page = await stage.visit({ language: 'ar', cookie: cookieOf(owner) })
    await page.goto('/console/users')
    await button(page, 'تسجيل خروج الجميع').click()
    const dialog = page.getByRole('dialog', { name: 'تسجيل خروج الجميع' })
    await dialog.getByLabel('ينتمي إلى').selectOption({ label: 'المشغّل' })
    expect(await seriousProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'سجّل الخروج' }).click()
    await page.getByRole('status').getByText(/^انته/).waitFor()
    expect((await nadia.call('GET', '/account/v1/session')).status).toBe(401)
    await page.getByRole('row', { name: /نادية/ }).waitFor()
    await page.context().close()
  })
})

describe('a way back that a stranger wrote', () => {
  test('leads nowhere else after signing in', async () => {
    const { platform } = stage
    const email = 'rym@wasl.example'
    const rym = await signInAs(platform, { side: 'operator', role: 'support', email })
    const { secret } = await addPassword(rym, platform.clock)
    for (const back of [
      '//evil.example/console',
      String.raw`/\evil.example/console`,
      'https:evil.example',
      'javascript:alert(1)//console',
      '/\t/evil.example/console',
    ]) {
      await platform.clock.advance(60)
      const page = await stage.visit({ language: 'fr' })
      page.on('dialog', () => stage.problems.push(`a dialog for ${back}`))
      await page.goto(`/account/sign-in?back=${encodeURIComponent(back)}`)
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Mot de passe').fill(PASSWORD)
      const code = page.locator('input[name=code]')
      await code.fill(await codeOf(secret, platform.clock))
      await code.press('Enter')
      await page.waitForURL((url) => url.pathname.startsWith('/console'))
      expect(new URL(page.url()).origin).toBe(platform.origin)
      await page.context().close()
    }
  })
})
