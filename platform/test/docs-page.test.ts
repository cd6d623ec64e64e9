/** The API reference at /docs, as a partner's developer sees it in a browser. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { ANYWHERE, ERRORS, LANGUAGES, PARTNER_ERRORS } from '@wasl/protocol'
import axe, { type AxeResults } from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeWindows, sharedBrowser } from './support/browser.ts'
import { collected, isBrunoMissing, runBruno } from './support/bruno.ts'
import { documentedAnswers } from './support/documented.ts'
import { startPartner } from './support/partner.ts'
import { startTestPlatform, type TestPlatform } from './support/platform.ts'
import { openTill } from './support/till.ts'

type Operations = Record<string, Record<string, { operationId?: string; summary?: string }>>

const text = readFileSync(new URL('../../protocol/openapi.json', import.meta.url), 'utf8')
const openApi = JSON.parse(text) as {
  paths: Operations
  webhooks: Operations
  components: { schemas: Record<string, unknown> }
}

/** The page has thousands of elements and few kinds of them: these parts have them all. */
const JUDGED = {
  include: [
    'nav',
    'main > p',
    '#group-partner-hosted',
    '#setQrConfig',
    '#type-PaymentStatus',
    '#errors',
  ],
}

let platform: TestPlatform
let browser: Browser

beforeAll(async () => {
  ;[platform, browser] = await Promise.all([startTestPlatform(), sharedBrowser()])
})

afterAll(async () => {
  await closeWindows(browser)
  await platform.stop()
})

/** The page in a browser of its own settings, and everything it asked for or complained about. */
const visit = async (options: { width?: number; dark?: boolean } = {}) => {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 900 },
    colorScheme: options.dark === true ? 'dark' : 'light',
  })
  const page = await context.newPage()
  const requests: string[] = []
  const problems: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  const response = await page.goto(`${platform.origin}/docs`)
  return { page, requests, problems, status: response?.status() }
}

/** One of so many operations is judged by axe. */
const KEPT_OF = 12

describe('the API reference', () => {
  test('loads nothing else and violates no policy', async () => {
    const { page, requests, problems, status } = await visit()
    await page.waitForLoadState('networkidle')
    expect(status).toBe(200)
    expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([`${platform.origin}/docs`])
    expect(problems).toEqual([])
    // The style was let through by its hash: the page is laid out, not bare.
    const position = "getComputedStyle(document.querySelector('nav')).position"
    expect(await page.evaluate(position)).toBe('fixed')
    await page.context().close()
  })

  test('has no script and no foreign link', async () => {
    const { page } = await visit()
    expect(await page.locator('script').count()).toBe(0)
    const targets = await page
      .locator('[href], [src]')
      .evaluateAll((all) =>
        all.map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? ''),
      )
    const elsewhere = targets.filter((target) => !/^(#|openapi\.json$|data:,$)/.test(target))
    expect(elsewhere).toEqual([])
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
    const missing = targets.filter((to) => to.startsWith('#') && !ids.includes(to.slice(1)))
    expect(missing).toEqual([])
    await page.context().close()
  })

  test('shows every operation, webhook and type, a partner’s own first', async () => {
    const { page } = await visit()
    const listed = [...Object.values(openApi.paths), ...Object.values(openApi.webhooks)]
    const operations = listed.flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    )
    const shown = await page
      .locator('section.operation')
      .evaluateAll((all) => all.map(({ id }) => id))
    expect(new Set(shown)).toEqual(new Set(operations))
    expect(shown.slice(0, 6)).toEqual([
      'lookUpPaymentDetails',
      'receiveWebhook',
      'onPaymentInitialized',
      'onPaymentSuccess',
      'onPaymentFail',
      'onPaymentRefunded',
    ])
    const ids = await page.locator('[id^="type-"]').evaluateAll((all) => all.map(({ id }) => id))
    const types = Object.keys(openApi.components.schemas).map((name) => `type-${name}`)
    expect(ids).toHaveLength(types.length)
    expect(new Set(ids)).toEqual(new Set(types))
    const webhook = await page.locator('#onPaymentSuccess').innerText()
    expect(webhook).toContain('X-Signature')
    expect(webhook).toContain('"event": "payment.success"')
    expect(webhook).toContain('"amount": 1250.5')
    await page.context().close()
  })

  test('lists every error code once, in order, with its messages in three languages', async () => {
    const { page } = await visit()
    const titles = await page
      .locator('#errors section > h4')
      .evaluateAll((all) => all.map((one) => [one.closest('section')?.id, one.textContent]))
    const messages = await page
      .locator('#errors [lang]')
      .evaluateAll((all) =>
        all.map((one) => [
          one.closest('section')?.id,
          one.getAttribute('lang'),
          one.getAttribute('dir'),
          one.textContent,
        ]),
      )
    const table = Object.entries({ ...ERRORS, ...PARTNER_ERRORS })
    expect(titles).toEqual(table.map(([code, { status }]) => [code, `${status} ${code}`]))
    expect(messages).toEqual(
      table.flatMap(([code, entry]) =>
        LANGUAGES.map((language) => [
          code,
          language,
          language === 'ar' ? 'rtl' : 'ltr',
          entry.messages[language],
        ]),
      ),
    )
    const textOf = (code: string): Promise<string> => page.locator(`[id="${code}"]`).innerText()
    expect(await textOf('REFERENCE409_LOCKED')).toContain('"lockReleaseTime":')
    expect(await textOf('PARTNER404_NOT_FOUND')).not.toContain('In addition')
    await page.context().close()
  })

  test('links each operation and its errors in both directions', async () => {
    const { page } = await visit()
    const targetsIn = (selector: string): Promise<{ from: string; to: string }[]> =>
      page.locator(selector).evaluateAll((all) =>
        all.map((link) => ({
          from: link.closest('section')?.id ?? '',
          to: link.getAttribute('href')?.slice(1) ?? '',
        })),
      )
    const fromOperations = await targetsIn('section.operation .answer .fields a:has(code)')
    const fromErrors = await targetsIn('#errors section a')
    const codes = new Set(Object.keys({ ...ERRORS, ...PARTNER_ERRORS }))
    expect(new Set(fromOperations.map(({ to }) => to))).toEqual(codes)
    const anywhere = await page
      .locator('#errors section', { hasText: 'Answered by every operation' })
      .evaluateAll((all) => all.map(({ id }) => id))
    expect(new Set(anywhere)).toEqual(new Set(ANYWHERE))
    const pairs = (links: { operation: string; code: string }[]): string[] =>
      [...new Set(links.map(({ operation, code }) => `${operation} ${code}`))].toSorted()
    expect(pairs(fromErrors.map(({ from, to }) => ({ operation: to, code: from })))).toEqual(
      pairs(
        fromOperations
          .filter(({ to }) => !anywhere.includes(to))
          .map(({ from, to }) => ({ operation: from, code: to })),
      ),
    )
    await page.context().close()
  })

  test.each([
    ['wide', { width: 1280 }],
    ['narrow', { width: 360 }],
  ])('fits the window, %s', async (_name, options) => {
    const { page } = await visit(options)
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await page.evaluate(overflow)).toBe(0)
    await page.context().close()
  })

  test.each([
    ['light', { dark: false }],
    ['dark', { dark: true }],
  ])('can be read by everybody, %s', async (_name, options) => {
    const { page } = await visit(options)
    // They have one form, and axe takes a minute for all of them.
    await page
      .locator('section.operation')
      .evaluateAll(
        (all, keptOf) => all.forEach((one, index) => index % keptOf === 0 || one.remove()),
        KEPT_OF,
      )
    // All that is folded is judged too.
    await page
      .locator('details')
      .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
    // As text they go through the debugger, which the page's policy does not hold.
    await page.evaluate(axe.source)
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(JUDGED)})`)
    const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(bad.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await page.context().close()
  })
})

/** The reference of the collection's environment. */
const REFERENCE = 'CMD-2026-0117'

/** Requests that must succeed on a new platform, in the order of a payment's life. */
const SUCCEEDING = [
  'lookUpPaymentDetails',
  'readPaymentStatus',
  'readOwnPayment',
  'openPayment',
  'confirmPayment',
  'readReceipt',
  'readShift',
  'readPaymentDetail',
  'createRefund',
  'createPartner',
  'createChannel',
]

describe.skipIf(isBrunoMissing())('the Bruno collection', () => {
  test('each request is answered as the document says', async () => {
    const server = await startPartner()
    try {
      const partner = await platform.createPartner(server)
      const till = await openTill({ platform, server, partner })
      const { agentId, shiftId } = await till.onShift()
      // What the document's example of a confirmation says.
      server.prices.set(REFERENCE, 1250.5)
      const answers = await runBruno({
        baseUrl: platform.origin,
        partnerUrl: server.apiUrl,
        partnerKey: partner.apiKey,
        apiSecret: partner.apiSecret,
        channelKey: till.channel.apiKey,
        operatorKey: platform.operatorKey,
        partnerId: partner.partnerId,
        channelId: till.channel.channelId,
        paymentId: await till.collect(agentId, 1250.5),
        agentId,
        shiftId,
      })
      const named = answers.map(({ operationId }) => operationId)
      expect(named.toSorted()).toEqual(collected().toSorted())
      const judge = documentedAnswers(openApi)
      expect(answers.flatMap((answer) => judge(answer) ?? [])).toEqual([])
      expect(answers.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
      const succeeded = answers.filter(({ status }) => status < 300)
      expect(succeeded.map(({ operationId }) => operationId)).toEqual(
        expect.arrayContaining(SUCCEEDING),
      )
      // Most others name what a new platform does not have, and are told so.
      expect(succeeded.length / answers.length).toBeGreaterThan(0.5)
    } finally {
      await server.close()
    }
  })
})

describe('its responses', () => {
  test('the document is the published one, byte for byte', async () => {
    const answer = await platform.call('GET', '/openapi.json')
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(text)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('the policy allows its style and nothing else', async () => {
    const { headers } = await platform.call('GET', '/docs')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*; style-src 'sha256-[A-Za-z0-9+/=]{44}'; img-src data:$/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('a client without gzip gets it uncompressed', async () => {
    const plain = await platform.call('GET', '/docs', {
      headers: { 'accept-encoding': 'identity' },
    })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const packed = await platform.call('GET', '/docs', { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.text).toBe(plain.text)
    expect(packed.headers.get('vary')).toBe('accept-encoding')
  })

  test('is small when compressed (W62)', async () => {
    const page = await platform.call('GET', '/docs')
    const operations = Object.values(JSON.parse(text).paths).flatMap((path) =>
      Object.keys(path as object),
    )
    expect(gzipSync(page.text).length / operations.length).toBeLessThan(850)
  })
})
