/**
 * What a page of somebody else can do in the browser of a person who is signed in: nothing. The page is
 * served by another port of the same host, where the browser sends the cookie, and by another site.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs, type SignedIn } from '../../platform/test/support/people.ts'
import { addPassword, codeOf, PASSWORD } from '../../platform/test/support/sign-in.ts'
import { PATIENCE_MS } from '../../platform/test/support/wait.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()

let foreign: Server
let owner: SignedIn

beforeAll(async () => {
  await stage.platform.clock.stop()
  owner = await signInAs(stage.platform, { side: 'operator' })
  foreign = createServer((_, answer) => {
    answer
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>A prize</title><p>Hello')
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  foreign.close()
})

const cookieFor = (token: string) => ({
  name: 'wasl-session',
  value: token,
  url: stage.platform.origin,
  httpOnly: true,
  sameSite: 'Strict' as const,
})

const windowWith = async (...cookies: ReturnType<typeof cookieFor>[]): Promise<BrowserContext> => {
  const context = await stage.browser.newContext({ locale: 'ar' })
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addCookies(cookies)
  return context
}

/** The page of somebody else, beside the session of the owner. */
const openForeign = async (host: string): Promise<Page> => {
  const page = await (await windowWith(cookieFor(owner.token))).newPage()
  const { port } = foreign.address() as AddressInfo
  await page.goto(`http://${host}:${port}/`)
  return page
}

/** What an attacker would change, with the bodies that need no leave of the platform. */
const WRITES = [
  ['/operator/v1/channels', { name: 'Evil', kind: 'AGENCY' }],
  ['/operator/v1/users', { name: 'Evil', email: 'evil@evil.example', role: 'owner' }],
  ['/account/v1/session/end', null],
  ['/account/v1/password', { password: 'the owner of this is evil' }],
] as const

/** Sends each write in the ways that a page may, and reads; what the page learned of it. */
const SEND = `async (to, writes) => {
  const results = []
  for (const [path, body] of writes) {
    const text = body === null ? '' : JSON.stringify(body)
    const post = { method: 'POST', credentials: 'include' }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const headers = { 'content-type': type }
      const answer = await fetch(to + path, { ...post, mode: 'no-cors', headers, body: text })
      results.push(answer.status)
    }
    const headers = { 'content-type': 'application/json' }
    const asJson = fetch(to + path, { ...post, headers, body: text })
    results.push(await asJson.then(String, () => 'refused'))
    await fetch(to + path, { ...post, mode: 'no-cors' })
    navigator.sendBeacon(to + path, new Blob([text], { type: 'text/plain' }))
  }
  for (const path of ['/operator/v1/partners', '/account/v1/session', '/account/v1/sessions']) {
    const read = fetch(to + path, { credentials: 'include' })
    results.push(await read.then((answer) => answer.text()).catch(() => 'refused'))
  }
  return results
}`

/** Posts a form. The well-known trick: the name and value of the one field together are JSON. */
const POST = `(to, fields) => {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: to, enctype: 'text/plain' })
  if (fields !== null) {
    const field = document.createElement('input')
    field.name = JSON.stringify(fields).slice(0, -1) + ',"x":"'
    field.value = '"}'
    form.append(field)
  }
  document.body.append(form)
  form.submit()
}`

/** Frames a page, and waits until the browser has decided about it. */
const FRAME = `(src) => new Promise((resolve) => {
  const frame = document.createElement('iframe')
  frame.addEventListener('load', () => resolve(null))
  frame.src = src
  document.body.append(frame)
})`

const counts = async () => {
  const { rows } = await stage.platform.pool.query(
    `select (select count(*) from channels) as channels, (select count(*) from users) as users,
      -- The platform itself makes its first signing key when it likes.
      (select count(*) from audit_log where actor <> 'platform') as audit_log,
      (select language from users limit 1) as language,
      (select count(*) from sessions where ended_at is null) as sessions`,
  )
  return rows[0]
}

describe.each(['127.0.0.1', 'localhost'])('a page of somebody else at %s', (host) => {
  test('changes nothing, whatever it sends, and reads nothing', async () => {
    const { origin } = stage.platform
    const page = await openForeign(host)
    const before = await counts()
    const statuses: number[] = []
    page.on('response', (answer) => {
      if (answer.url().startsWith(origin) && answer.request().method() !== 'GET')
        statuses.push(answer.status())
    })
    // Answers of no-cors requests are opaque: 0 means that it was sent.
    const sent = await page.evaluate(`(${SEND})('${origin}', ${JSON.stringify(WRITES)})`)
    expect(sent).toEqual([
      ...WRITES.flatMap(() => [0, 0, 'refused']),
      'refused',
      'refused',
      'refused',
    ])
    expect(statuses.filter((status) => status < 400 && status !== 204)).toEqual([])
    expect(statuses.length).toBeGreaterThanOrEqual(3 * WRITES.length)
    expect(await counts()).toEqual(before)
    expect((await owner.call('GET', '/account/v1/session')).status).toBe(200)
    await page.context().close()
  })

  test.each(WRITES)('posts a form to %s, and nothing changes', async (path, body) => {
    const page = await openForeign(host)
    const before = await counts()
    const answered = page.waitForResponse((answer) => answer.url().endsWith(path))
    const to = stage.platform.origin + path
    await page.evaluate(`(${POST})('${to}', ${JSON.stringify(body)})`)
    expect((await answered).status()).toBeGreaterThanOrEqual(400)
    expect(await counts()).toEqual(before)
    expect((await owner.call('GET', '/account/v1/session')).status).toBe(200)
    await page.context().close()
  })

  test('frames none of our pages, and loses a window that it opened on one', async () => {
    const { origin } = stage.platform
    const page = await openForeign(host)
    const paths = [
      '/console',
      '/portal',
      '/till',
      '/account',
      '/q/7Z3M9K0QW5T8R2VXN4BHJD01Z9',
      '/r',
    ]
    for (const path of paths) {
      await page.evaluate(`(${FRAME})('${origin}${path}')`)
      await expect
        .poll(() => [path, page.frames().at(-1)?.url()])
        .toEqual([path, 'chrome-error://chromewebdata/'])
    }
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(`void (globalThis.opened = open('${origin}/console'))`),
    ])
    await popup.locator('h1').waitFor()
    expect(await popup.evaluate('opener')).toBeNull()
    await page.waitForFunction('globalThis.opened.closed')
    await page.context().close()
  })
})

describe('the cookie of a session', () => {
  test('that somebody planted is not the one after signing in, and ends with it', async () => {
    const { platform } = stage
    const thief = await signInAs(platform, { side: 'operator', role: 'support', name: 'Thief' })
    const amina = await signInAs(platform, {
      side: 'operator',
      role: 'auditor',
      name: 'أمينة حداد',
      email: 'amina@wasl.example',
    })
    const { secret } = await addPassword(amina, platform.clock)
    await platform.clock.advance(60)
    const context = await windowWith(cookieFor(thief.token))
    const page = await context.newPage()
    await page.goto(`${platform.origin}/account/sign-in`)
    await page.getByLabel('البريد الإلكتروني').fill('amina@wasl.example')
    await page.getByLabel('كلمة السر').fill(PASSWORD)
    await page.getByLabel('رمز تطبيق المصادقة').fill(await codeOf(secret, platform.clock))
    await page.getByRole('button', { name: 'دخول', exact: true }).click()
    await page.waitForURL('**/console**')
    const cookies = await context.cookies()
    expect(cookies.map(({ name }) => name)).toEqual(['wasl-session'])
    expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
    expect([thief.token, amina.token]).not.toContain(cookies[0]?.value)
    expect(await page.evaluate('document.cookie')).toBe('')
    const who = await page.evaluate(`fetch('/account/v1/session').then((answer) => answer.json())`)
    expect(who).toMatchObject({ name: 'أمينة حداد' })
    expect((await thief.call('GET', '/account/v1/session')).status).toBe(401)
    await context.close()
  })

  test('that was stolen opens nothing once its owner has signed out', async () => {
    const { platform } = stage
    const lina = await signInAs(platform, { side: 'operator', role: 'support', name: 'Lina' })
    const [own, stolen] = await Promise.all([
      windowWith(cookieFor(lina.token)),
      windowWith(cookieFor(lina.token)),
    ])
    const thief = await stolen.newPage()
    await thief.goto(`${platform.origin}/console/payments`)
    await thief.locator('h1').waitFor()
    const page = await own.newPage()
    await page.goto(`${platform.origin}/account`)
    await page.getByRole('button', { name: 'تسجيل الخروج', exact: true }).click()
    await page.waitForURL('**/account/sign-in**')
    // The page that was open finds out at its next call, and what it showed is gone.
    await thief.reload()
    await thief.waitForURL('**/account/sign-in?back=**')
    const status = await thief.evaluate(() => fetch('/operator/v1/payments').then((r) => r.status))
    expect(status).toBe(401)
    await page.goBack()
    await page.waitForURL('**/account/sign-in**')
    await Promise.all([own.close(), stolen.close()])
  })
})
