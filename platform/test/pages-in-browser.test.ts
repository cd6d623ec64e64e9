/** The pages for people, as a browser has them. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeWindows, sharedBrowser } from './support/browser.ts'
import type { TestPartner } from './support/node.ts'
import { callSet, makeQrCode, payCode } from './support/qr.ts'
import { readQr } from './support/qr-reader.ts'
import { useScene } from './support/scene.ts'

const scene = useScene({
  payLinks: [
    { name: 'BaridiMob', template: 'baridimob://pay?qr={token}' },
    { name: 'تطبيق السوق', template: 'https://web.example/pay?u={url}' },
  ],
})

const LANGUAGES = ['ar', 'fr', 'en'] as const

const LONG = {
  name: 'Établissement de distribution des eaux et de l’assainissement d’Alger, antenne de Bab El Oued',
  nameAr:
    'مؤسسة توزيع المياه والتطهير لولاية الجزائر، وكالة باب الوادي وسط المدينة والبلديات المجاورة',
}

let browser: Browser
/** A code in each state that the page tells of. */
const tokens: Record<string, string> = {}

const STATES = [
  'single',
  'multi',
  'open',
  'expiring',
  'reserved',
  'paid',
  'disabled',
  'long',
  'none',
]

beforeAll(async () => {
  const { platform, server, channel } = scene
  const shop = await platform.createPartner(server, { name: 'Dar El Bahia', nameAr: 'دار البهية' })
  const long = await platform.createPartner(server, LONG)
  const code = async (partner: TestPartner, options: Record<string, unknown> | null) => {
    const token = await makeQrCode(platform.pool, partner, { label: 'Caisse 2 · الصندوق' })
    if (options !== null) {
      await callSet(platform, partner, { qrCodeToken: token, ...options })
    }
    return token
  }
  tokens['single'] = await code(shop, { amounts: [1250.5] })
  tokens['multi'] = await code(shop, { amounts: [500, 1000, 1500.5, 2000] })
  tokens['open'] = await code(shop, null)
  const soon = new Date((await platform.clock.now()).getTime() + 86_400_000).toISOString()
  tokens['expiring'] = await code(shop, { amounts: [500], expiresAt: soon })
  tokens['reserved'] = await code(shop, { amounts: [500], singleUse: true })
  await payCode(platform, channel, tokens['reserved'])
  tokens['paid'] = await code(shop, { amounts: [500], singleUse: true })
  const { body } = await payCode(platform, channel, tokens['paid'])
  await platform.change(channel, 'confirm', body.paymentId)
  tokens['disabled'] = await code(shop, { amounts: [500] })
  await platform.call('PATCH', `/operator/v1/qr-codes/${tokens['disabled']}`, {
    key: platform.operatorKey,
    body: { status: 'disabled' },
  })
  tokens['long'] = await code(long, { amounts: [9_999_999_999.99, 1] })
  tokens['largest'] = await code(shop, { amounts: [9_999_999_999.99] })
  tokens['none'] = '7Z3M9K0QW5T8R2VXN4BHJD01Z9'
  browser = await sharedBrowser()
})

afterAll(() => closeWindows(browser))

const pathOf = (state: string, language: string): string => `/q/${tokens[state]}?lang=${language}`

/** Opens a page, watches it while `look` does, and closes it. */
const visit = async (
  path: string,
  options: BrowserContextOptions,
  look: (page: Page) => Promise<void>,
): Promise<{ problems: string[]; urls: string[]; bytes: number }> => {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const problems: string[] = []
  const urls: string[] = []
  const sizes: Promise<number>[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('request', (request) => urls.push(request.url()))
  page.on('response', (response) => {
    const headBytes = JSON.stringify(response.headers()).length
    sizes.push(response.body().then((body) => body.length + headBytes))
  })
  try {
    await page.goto(`${scene.platform.origin}${path}`)
    // A body can be read only as long as its page is there, and a look may lead to another one.
    await Promise.all(sizes)
    await look(page)
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(0)
    return { problems, urls, bytes }
  } finally {
    await context.close()
  }
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** What axe finds serious or critical, a line each. */
const seriousFindings = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE)
  const violations = await page.evaluate<Violation[]>(
    'axe.run().then(({ violations }) => violations)',
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

/** How far the widest thing on the page sticks out at its side, in pixels. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )

/** What of the amounts is hidden: the page hides what sticks out of the receipt, and says nothing of it. */
const cutAmounts = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const { left, right } = document.querySelector('.what').getBoundingClientRect()
    return [...document.querySelectorAll('.amount > *')]
      .filter((part) => {
        const box = part.getBoundingClientRect()
        return box.left < left || box.right > right
      })
      .map((part) => part.textContent)
  })()`)

/** Which of the check code and the languages' names are broken over lines, where they are hard to read. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.check-code bdi, .languages a')]
    .filter((word) => {
      const text = document.createRange()
      text.selectNodeContents(word)
      return text.getClientRects().length > 1
    })
    .map((word) => word.textContent)`)

const SMALL = { width: 320, height: 568 }

describe.each(STATES)("the payer's page of a code that is %s", (state) => {
  test.each(LANGUAGES)(
    'is whole and accessible in %s on the smallest phone, light, and calls nobody',
    async (language) => {
      const seen = await visit(pathOf(state, language), { viewport: SMALL }, async (page) => {
        expect(await overflow(page)).toBe(0)
        const style = 'getComputedStyle(document.body)'
        expect(await page.evaluate(`${style}.direction`)).toBe(language === 'ar' ? 'rtl' : 'ltr')
        // The style was not refused by the page's own policy.
        expect(await page.evaluate(`${style}.marginTop`)).toBe('0px')
        expect(await page.title()).toContain('Wasl')
        expect(await seriousFindings(page)).toEqual([])
        // Colours are the same in every language.
        if (language !== 'ar') return
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await seriousFindings(page)).toEqual([])
      })
      expect(seen.urls.filter((url) => !url.startsWith('data:'))).toEqual([
        `${scene.platform.origin}${pathOf(state, language)}`,
      ])
      expect(seen.bytes).toBeLessThan(50_000)
      // A browser itself says of every 404 that it is one.
      expect(seen.problems.filter((text) => !text.includes('404'))).toEqual([])
    },
  )
})

describe("the payer's page", () => {
  test('needs no script: links change its language, and the code on it can be scanned', async () => {
    const options = { javaScriptEnabled: false, locale: 'fr-DZ', deviceScaleFactor: 2 }
    await visit(`/q/${tokens['single']}`, options, async (page) => {
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Dar El Bahia')
      await page.getByRole('link', { name: 'العربية' }).click()
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('دار البهية')
      expect(await page.locator('[aria-current]').textContent()).toContain('العربية')
      const picture = await page.locator('svg.code').screenshot()
      expect((await readQr(new Uint8Array(picture))).text).toBe(
        `${scene.platform.origin}/q/${tokens['single']}`,
      )
    })
  })

  test('shows each amount whole on the smallest phone, with text twice as large, and enlarged', async () => {
    for (const state of ['single', 'multi', 'long', 'largest']) {
      for (const language of LANGUAGES) {
        await visit(pathOf(state, language), { viewport: SMALL }, async (page) => {
          expect(await page.locator('.amount').count()).toBeGreaterThan(0)
          expect(await cutAmounts(page)).toEqual([])
          await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
          expect(await cutAmounts(page)).toEqual([])
          expect(await overflow(page)).toBe(0)
          expect(await brokenWords(page)).toEqual([])
          await page.evaluate(`document.documentElement.style.fontSize = ''`)
          // What a browser that enlarges the whole page by half leaves of it.
          await page.setViewportSize({ width: 213, height: 379 })
          expect(await cutAmounts(page)).toEqual([])
          expect(await overflow(page)).toBe(0)
        })
      }
    }
  })

  test('stays whole with text twice as large', async () => {
    for (const language of LANGUAGES) {
      await visit(
        pathOf('long', language),
        { viewport: { width: 390, height: 844 } },
        async (page) => {
          await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
          expect(await overflow(page)).toBe(0)
        },
      )
    }
  })

  test('keeps numbers and codes from left to right among Arabic', async () => {
    await visit(pathOf('single', 'ar'), {}, async (page) => {
      const boxes = await Promise.all(
        ['.amount > bdi', '.amount > abbr'].map((part) => page.locator(part).boundingBox()),
      )
      // Arabic is read from the right: first the number, then its unit.
      expect(boxes[0]?.x).toBeGreaterThan(boxes[1]?.x as number)
      for (const part of ['.amount > bdi', '.check-code bdi', '.token bdi']) {
        const direction = `getComputedStyle(document.querySelector('${part}')).direction`
        expect([part, await page.evaluate(direction)]).toEqual([part, 'ltr'])
      }
    })
  })

  test('shows its codes black on white in the dark too', async () => {
    await visit(
      pathOf('open', 'en'),
      { colorScheme: 'dark', deviceScaleFactor: 2 },
      async (page) => {
        const picture = await page.locator('svg.code').screenshot()
        const { text } = await readQr(new Uint8Array(picture))
        expect(text).toContain(tokens['open'])
      },
    )
  })
})

const SHEETS = { A6: [105, 148], A4: [210, 297] } as const

describe.each(['A6', 'A4'] as const)('the poster on %s', (size) => {
  const path = (state: string): string =>
    `/operator/v1/qr-codes/${tokens[state]}/poster?size=${size}`
  const operator = () => ({ extraHTTPHeaders: { 'x-api-key': scene.platform.operatorKey } })

  test.each(['single', 'long'])(
    'is one sheet with a code that can be scanned and nothing cut off (%s)',
    async (state) => {
      const seen = await visit(
        path(state),
        { ...operator(), deviceScaleFactor: 2 },
        async (page) => {
          const picture = await page.locator('.sheet').screenshot()
          expect((await readQr(new Uint8Array(picture))).text).toContain(tokens[state])
          const cut = `(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
          [scrollHeight - clientHeight, scrollWidth - clientWidth])(document.querySelector('.sheet'))`
          expect(await page.evaluate(cut)).toEqual([0, 0])
          const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
          expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
          const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
          // In points of 1/72 inch.
          expect(Math.round((Number(width) / 72) * 25.4)).toBe(SHEETS[size][0])
          expect(Math.round((Number(height) / 72) * 25.4)).toBe(SHEETS[size][1])
          expect(await seriousFindings(page)).toEqual([])
        },
      )
      expect(seen.problems).toEqual([])
      expect(seen.urls.filter((url) => !url.startsWith('data:'))).toHaveLength(1)
    },
  )

  test('says the same in Arabic, French and English, each in its direction', async () => {
    await visit(path('single'), operator(), async (page) => {
      const sheet = page.locator('.sheet')
      const text = await sheet.innerText()
      const { body: code } = await scene.platform.call(
        'GET',
        `/operator/v1/qr-codes/${tokens['single']}`,
        { key: scene.platform.operatorKey },
      )
      for (const part of ['ادفع هنا', 'Payez ici', 'Pay here', code.label, code.checkCode]) {
        expect(text).toContain(part)
      }
      for (const name of ['Dar El Bahia', 'دار البهية']) expect(text).toContain(name)
      for (const [language, direction] of [
        ['ar', 'rtl'],
        ['fr', 'ltr'],
        ['en', 'ltr'],
      ]) {
        const styles = `[...document.querySelectorAll('.sheet [lang=${language}]')].map((element) =>
            getComputedStyle(element).direction)`
        const directions = await page.evaluate<string[]>(styles)
        expect(directions.length).toBeGreaterThan(2)
        expect(new Set(directions)).toEqual(new Set([direction]))
      }
    })
  })
})

test('the SVG image of a code can be scanned from a browser', async () => {
  const options = {
    extraHTTPHeaders: { 'x-api-key': scene.platform.operatorKey },
    viewport: { width: 800, height: 800 },
  }
  for (const content of ['url', 'emvco']) {
    const path = `/operator/v1/qr-codes/${tokens['single']}/image?content=${content}`
    await visit(path, options, async (page) => {
      const { text } = await readQr(new Uint8Array(await page.screenshot()))
      expect(text).toContain(tokens['single'])
    })
  }
})
