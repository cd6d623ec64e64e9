/** How people sign in, and look after their account: stories in a browser on a real platform. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startDirectory } from '../../platform/test/support/directory.ts'
import { signInAgain, signInAs, type SignedIn } from '../../platform/test/support/people.ts'
import { addPassword, codeOf, fromPage, PASSWORD } from '../../platform/test/support/sign-in.ts'
import { picture, seriousProblems, useStage, type Visit } from './support/stage.ts'

const stage = useStage()

let owner: SignedIn

beforeAll(async () => {
  // Codes of apps and sessions end when a story says so.
  await stage.platform.clock.stop()
  owner = await signInAs(stage.platform, { side: 'operator' })
})

/** Passkeys need a domain: this machine's name, not its address. */
const visit = (options: Visit): Promise<Page> =>
  stage.visit({ ...options, origin: `http://localhost:${stage.platform.port}` })

/** The device of the person has a fingerprint reader, and the finger is on it. */
const withAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const invite = async (body: object): Promise<{ link: string; userId: string }> => {
  const answer = await owner.call('POST', '/operator/v1/users', { body })
  if (answer.status !== 201) throw new Error(`was answered ${answer.text}`)
  return { link: answer.body.link, userId: answer.body.userId }
}

/** axe finds nothing in either theme; pictures in both widths when somebody wants to look. */
const look = async (page: Page, name: string): Promise<void> => {
  const size = page.viewportSize() ?? { width: 1280, height: 860 }
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousProblems(page)).toEqual([])
    if (process.env['WASL_PICTURES'] === undefined) continue
    for (const width of [360, 1280]) {
      await page.setViewportSize({ ...size, width })
      await picture(page, `${name}-${width}-${colorScheme}`)
    }
    await page.setViewportSize(size)
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const atPath = (page: Page, path: string): Promise<void> =>
  page.waitForURL((url) => url.pathname.replace(/\/$/, '') === path)

describe('Amina, of the support desk', () => {
  test('joins by her link with a passkey, signs in again with it, and ends a session elsewhere', async () => {
    const { link, userId } = await invite({
      name: 'Amina Haddad',
      email: 'amina@wasl.example',
      role: 'support',
      language: 'fr',
    })
    const page = await visit({ language: 'fr' })
    await withAuthenticator(page)
    await page.goto(link)
    await page.getByText('Amina Haddad').waitFor()
    await look(page, 'invitation-fr')
    await button(page, 'Avec une clé d’accès de cet appareil').click()
    await atPath(page, '/console')

    await page.goto('/account')
    await button(page, 'Se déconnecter').click()
    await atPath(page, '/account/sign-in')
    await look(page, 'sign-in-fr')
    await page.goto('/account/sign-in?back=%2F%2Fevil.example')
    await button(page, 'Se connecter avec une clé d’accès').click()
    await atPath(page, '/console')

    const elsewhere = await signInAgain(stage.platform, userId)
    await page.goto('/account')
    await page.getByText('ce navigateur').waitFor()
    await look(page, 'account-fr')
    await button(page, 'Mettre fin').click()
    await button(page, 'Mettre fin').waitFor({ state: 'detached' })
    expect((await elsewhere.call('GET', '/account/v1/session')).status).toBe(401)

    // The link was used up.
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByText('Ce lien n’est plus valable.').waitFor()
    await page.context().close()
  })
})

describe('يوسف، مالك لدى المشغّل', () => {
  test('joins with a password and an app in Arabic on a phone, and confirms before he renews his codes', async () => {
    const { clock } = stage.platform
    const { link } = await invite({
      name: 'يوسف بن علي',
      email: 'youcef@wasl.example',
      role: 'owner',
      language: 'ar',
    })
    const page = await visit({ language: 'ar', width: 360 })
    await page.goto(link)
    await button(page, 'بكلمة سر وتطبيق').click()
    const shown = page.locator('.secret')
    await shown.waitFor()
    const secret = (await shown.innerText()).replaceAll(' ', '')
    await look(page, 'join-password-ar')
    await page.getByLabel('كلمة السر الجديدة').fill(PASSWORD)
    await page.getByLabel('الأرقام الستة التي يعرضها التطبيق').fill(await codeOf(secret, clock))
    await button(page, 'انضم').click()
    const codes = page.locator('.codes li')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    const [firstCode = ''] = await codes.allInnerTexts()
    await look(page, 'recovery-codes-ar')
    await button(page, 'حفظتها').click()
    await atPath(page, '/console')

    await page.goto('/account')
    await button(page, 'تسجيل الخروج').click()
    await atPath(page, '/account/sign-in')
    await clock.advance(30)
    await page.goto('/account/sign-in?back=/account')
    const send = async (password: string, code: string): Promise<void> => {
      await page.getByLabel('البريد الإلكتروني').fill('youcef@wasl.example')
      await page.getByLabel('كلمة السر').fill(password)
      await page.getByLabel('رمز تطبيق المصادقة').fill(code)
      await button(page, 'دخول').click()
    }
    // What is missing is said in Arabic, whatever the language of the browser.
    await button(page, 'دخول').click()
    const said = "document.querySelector('input[type=email]').validationMessage"
    expect(await page.evaluate(said)).toBe('املأ هذه الخانة.')
    await send('not the lighthouse', await codeOf(secret, clock))
    await page.getByRole('alert').waitFor()
    await look(page, 'sign-in-refused-ar')
    await send(PASSWORD, await codeOf(secret, clock))
    await atPath(page, '/account')

    await button(page, 'رموز استرجاع جديدة').click()
    await page.getByRole('dialog').waitFor()
    await look(page, 'step-up-ar')
    await clock.advance(30)
    await page.getByLabel('رمز تطبيق المصادقة').fill(await codeOf(secret, clock))
    await button(page, 'أكّد').click()
    await codes.first().waitFor()
    expect(await codes.allInnerTexts()).not.toContain(firstCode)
    await button(page, 'حفظتها').click()
    // The wrong password above, and whatever was changed, stay to be read; then the line is gone.
    await page.locator('#security').getByText('كلمة سر خاطئة').waitFor()
    await page.locator('#security').getByText('استُبدلت رموز استرجاع حسابك').waitFor()
    await look(page, 'account-ar')
    await page.goto('/console')
    const line = page.locator('.security-line')
    await line.getByText('محاولة دخول خاطئة واحدة باسمك').waitFor()
    await look(page, 'security-line-ar')
    await line.getByRole('link', { name: 'اطّلع' }).click()
    await atPath(page, '/account')
    expect(new URL(page.url()).hash).toBe('#security')
    // Not the one of the line, which the console shows until the next page has come.
    const isKnown = page.locator('#security').getByRole('button', { name: 'أنا على علم' })
    await isKnown.click()
    await isKnown.waitFor({ state: 'detached' })
    await page.goto('/console')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await line.allInnerTexts()).toEqual([])
    const { body } = await owner.call('GET', '/account/v1/security')
    expect(body.notices.map(({ kind }: { kind: string }) => kind)).toContain('user.join')
    await page.context().close()
  })

  test('sees among the users whose account is guessed at', async () => {
    const { platform } = stage
    const nora = await signInAs(platform, { side: 'operator', role: 'support', name: 'Nora Saïdi' })
    const { email } = await nora.call('GET', '/account/v1/session').then(({ body }) => body)
    await addPassword(nora, platform.clock)
    const wrong = { email, password: 'not the lighthouse', code: '000000' }
    const tries = Array.from({ length: 10 }, () => fromPage(platform, '/sign-in/password', wrong))
    await Promise.all(tries)
    const page = await visit({ language: 'fr', cookie: owner.headers['cookie'] ?? '' })
    await page.goto('/console/users')
    const row = page.getByRole('row', { name: 'Nora Saïdi' })
    await row.getByText('Bloqué').waitFor()
    expect(await row.innerText()).toContain('10 essais faux en 24 h')
    await look(page, 'users-locked-fr')
    await page.context().close()
  })
})

test('two managers raise the limits of an agent: the first is told that another person is awaited', async () => {
  const { platform } = stage
  const { channelId, apiKey: key } = await platform.createChannel()
  const body = { name: 'Yacine Meziane', cashMax: 10_000 }
  await platform.call('POST', '/channel/v1/agents', { key, body })
  const of = { side: 'channel', role: 'manager', channelId, steppedUp: true } as const
  const [samia, rachid] = [
    await signInAs(platform, { ...of, name: 'Samia' }),
    await signInAs(platform, { ...of, name: 'Rachid' }),
  ]
  const raise = async (who: SignedIn, language: 'ar' | 'fr'): Promise<Page> => {
    const cookie = who.headers['cookie'] ?? ''
    const page = await visit({ language, width: language === 'ar' ? 360 : 1280, cookie })
    const say = {
      ar: ['عدّل الحدود', 'أقصى نقود، د.ج', 'احفظ'],
      fr: ['Modifier les limites', 'Espèces au plus, DA', 'Enregistrer'],
    }
    const [change = '', cash = '', save = ''] = say[language]
    await page.goto('/account/tills')
    await button(page, change).click()
    await page.getByLabel(cash).fill('50 000')
    await look(page, `limits-${language}`)
    await button(page, save).click()
    return page
  }
  const first = await raise(samia, 'fr')
  await first.getByText('Une autre personne est attendue').waitFor()
  await first.getByText(/Espèces au plus\s*:\s*10.000,00/).waitFor()
  await look(first, 'limits-noted-fr')
  const second = await raise(rachid, 'ar')
  await second.getByText(/أقصى نقود: .*50.000,00/).waitFor()
  const { items } = (await platform.call('GET', '/channel/v1/agents', { key })).body
  expect(items).toMatchObject([{ cashMax: 50_000, heldDaysMax: null }])
  for (const page of [first, second]) await page.context().close()
})

describe('an agent at a shared till', () => {
  test('chooses a PIN with the code of the supervisor, mistypes it, and signs in', async () => {
    const { platform } = stage
    const { channelId, apiKey } = await platform.createChannel()
    const body = { name: 'ياسمين ولد عبد الرحمان' }
    await platform.call('POST', '/channel/v1/agents', { key: apiKey, body })
    const supervisor = await signInAs(platform, { side: 'channel', role: 'supervisor', channelId })
    const cookie = supervisor.headers['cookie'] ?? ''
    const page = await visit({ language: 'ar', width: 360, cookie })
    await page.goto('/account/till')
    await page.getByText('هذا الجهاز غير مسجَّل لرموز PIN.').waitFor()
    await page.goto('/account/tills')
    await page.getByLabel('اسم هذا الجهاز').fill('الشباك 2')
    await button(page, 'تسجيل هذا الجهاز').click()
    await page.getByText('هذا الجهاز', { exact: true }).waitFor()
    await button(page, 'إعطاء رمز').click()
    const code = await page.locator('.pin-code').innerText()
    await look(page, 'tills-ar')
    await button(page, 'تسجيل الخروج').click()
    await atPath(page, '/account/sign-in')

    await page.goto('/account/till')
    await page.getByRole('button', { name: body.name }).click()
    await page.getByLabel('الرمز الذي أعطاه المشرف').fill(code)
    await page.getByLabel('رمز PIN جديد').fill('8264')
    await look(page, 'choose-pin-ar')
    await button(page, 'اختيار هذا الرمز').click()
    await atPath(page, '/till')

    await page.goto('/account/till')
    await page.getByRole('button', { name: body.name }).click()
    await page.getByLabel('رمز PIN', { exact: true }).fill('8265')
    await button(page, 'دخول').click()
    await page.getByRole('alert').waitFor()
    await look(page, 'wrong-pin-ar')
    await platform.clock.advance(60)
    await page.getByLabel('رمز PIN', { exact: true }).fill('8264')
    await button(page, 'دخول').click()
    await atPath(page, '/till')
    const session = await page.evaluate(() => fetch('/account/v1/session').then((r) => r.json()))
    expect(session).toMatchObject({ method: 'pin', role: 'agent', name: body.name })
    await page.context().close()
  })
})

describe('Rym, whose company has a directory', () => {
  test('signs in through it when an owner has set it, confirms there, and reads why when her group is gone', async () => {
    const { platform } = stage
    const page = await stage.visit({ language: 'en', cookie: owner.headers['cookie'] ?? '' })
    await page.goto('/console/users')
    await page.getByRole('link', { name: 'Company directory' }).click()
    const address = page.locator('code', { hasText: 'organisation=operator' })
    const signInUrl = (await address.textContent()) ?? ''
    const directory = await startDirectory(`${new URL(signInUrl).origin}/account/directory`)
    directory.people.set('rym', { name: 'Rym Saadi', groups: ['desk'] })
    await page.getByLabel('Issuer').fill(`${directory.issuer}/elsewhere`)
    await page.getByLabel('Client id').fill(directory.clientId)
    await page.getByLabel('Client secret').fill(directory.clientSecret)
    await page.getByLabel('Groups: Support').fill('desk, phone')
    await button(page, 'Save').click()
    await page.getByText('expected the status 200').first().waitFor()
    await page.getByLabel('Issuer').fill(directory.issuer)
    await button(page, 'Save').click()
    await page.getByText('The directory answered as it should').waitFor()
    await look(page, 'directory')
    await page.context().close()

    const options = { extraHTTPHeaders: { 'x-test-person': 'rym' } }
    const elsewhere = directory.issuer
    const own = await stage.visit({ language: 'ar', elsewhere, options })
    await own.goto(`${signInUrl}&back=/console/payments`)
    await look(own, 'directory-sign-in')
    await button(own, 'الدخول عبر شركتك').click()
    await atPath(own, '/console/payments')
    // She confirms at her company, and the page that asked for it goes on.
    await own.goto('/account')
    await button(own, 'إعداد التطبيق').click()
    const opened = own.context().waitForEvent('page')
    await own.getByRole('link', { name: 'أكّد هويتك لدى شركتك' }).click()
    const tab = await opened
    await button(tab, 'الدخول عبر شركتك').click()
    await tab.getByText('تأكّدت هويتك لمدة 10 دقائق').waitFor()
    await tab.close()
    await own.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await own.locator('.secret').waitFor()
    await own.context().clearCookies()
    directory.people.set('rym', { name: 'Rym Saadi', groups: [] })
    // The browser remembers her company.
    await own.goto('/account/sign-in')
    await button(own, 'الدخول عبر شركتك').click()
    await own.getByText('لا يمنحك دليل شركتك أي مجموعة').waitFor()
    await own.getByRole('link', { name: 'العودة إلى صفحة الدخول' }).waitFor()
    await own.context().close()
    const { rows } = await platform.pool.query(`select status from users where name = 'Rym Saadi'`)
    expect(rows).toEqual([{ status: 'disabled' }])
    await directory.close()
  })
})
