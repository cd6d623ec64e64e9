/** The page `/r`, which checks receipts in the browser (D33). */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiptCode, type SignedFields } from '../src/payments/receipts/encode.ts'
import { createKeyring } from '../src/base/secrets/seal.ts'
import { currentSigningKey } from '../src/parties/signing-keys/current.ts'
import {
  makeKeyPair,
  signingKeyOf,
  type SigningKey,
} from '../src/parties/signing-keys/signing-key.ts'
import { closeWindows, sharedBrowser } from './support/browser.ts'
import { newReference } from './support/node.ts'
import { useScene } from './support/scene.ts'

const scene = useScene()

let browser: Browser

beforeAll(async () => {
  browser = await sharedBrowser()
})

afterAll(() => closeWindows(browser))

const platformKey = (): Promise<SigningKey> => {
  const { pool, masterKey } = scene.platform
  return currentSigningKey({ pool, keyring: createKeyring(masterKey) }, 'receipt')
}

const fields = (changes: Partial<SignedFields> = {}): SignedFields => ({
  issuer: scene.platform.origin,
  number: '036N-5P4R-81AY-3FF0-4000-0Z93',
  paymentId: '019aa5b1-3080-7abc-8def-0100000003e9',
  partnerName: 'سونلغاز للتوزيع',
  reference: 'INV/2026 01',
  centimes: 123_456_750,
  currency: 'DZD',
  paidAt: new Date(Date.now() - 60_000),
  ...changes,
})

/** The receipt of a payment, as a till gets it. */
const printed = async (): Promise<string> => {
  const { platform, channel, partner } = scene
  const { paymentId } = await platform.opened(channel, partner, newReference())
  await platform.change(channel, 'confirm', paymentId)
  const path = `/channel/v1/payments/${paymentId}/receipt`
  return (await platform.call('GET', path, { key: channel.apiKey })).body.code
}

type Visit = { page: Page; context: BrowserContext; urls: string[]; problems: string[] }

const visit = async (
  code: string,
  look: (visit: Visit) => Promise<void>,
  language = 'en-GB',
): Promise<void> => {
  const context = await browser.newContext({
    locale: language,
    viewport: { width: 360, height: 760 },
    deviceScaleFactor: 2,
  })
  const page = await context.newPage()
  const seen: Visit = { page, context, urls: [], problems: [] }
  context.on('request', (request) => seen.urls.push(request.url()))
  page.on('console', (message) => seen.problems.push(message.text()))
  page.on('pageerror', (error) => seen.problems.push(String(error)))
  try {
    await page.goto(`${scene.platform.origin}/r#${code}`)
    await look(seen)
  } finally {
    await context.close()
  }
}

const outcome = async (page: Page): Promise<string | null> => {
  await page.waitForSelector('#result:not([data-outcome="checking"])')
  return page.getAttribute('#result', 'data-outcome')
}

const screenshot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['WASL_SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

const rotate = (): Promise<unknown> =>
  scene.platform.call('POST', '/operator/v1/signing-keys/rotate', {
    key: scene.platform.operatorKey,
    body: { purpose: 'receipt', overlapSeconds: 0 },
  })

const revoke = async (kid: string): Promise<void> => {
  const answer = await scene.platform.call('POST', `/operator/v1/signing-keys/${kid}/revoke`, {
    key: scene.platform.operatorKey,
    body: { reason: 'A backup was lost.' },
  })
  expect(answer.status).toBe(200)
}

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const seriousFindings = async (page: Page): Promise<string[]> => {
  const violations = await page.evaluate<{ id: string; impact: string }[]>(
    `${AXE}; axe.run().then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id }) => id)
}

describe('the page of receipts', () => {
  test('says what was paid, and that it may have been refunded since; the code reaches no server', async () => {
    const code = await printed()
    await visit(code, async ({ page, urls, problems }) => {
      expect(await outcome(page)).toBe('paid')
      const text = await page.innerText('main')
      expect(text).toContain('The receipt is valid: this was paid')
      expect(text).toContain('It may have been refunded since.')
      expect(text).toContain('Shop')
      expect(text).toContain('599,80\u00a0DA')
      expect(text).toMatch(/Short no\. to dictate\s+[0-9A-Z]{4}-[0-9A-Z]{4}(?![0-9A-Z-])/)
      expect(text).toContain(scene.platform.origin)
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      const paths = urls
        .filter((url) => !url.startsWith('data:'))
        .map((url) => url.replace(scene.platform.origin, '').replace(/#.*/, ''))
      const expected = ['/.well-known/wasl-keys', '/r', '/receipt-worker.js']
      expect([...new Set(paths)].toSorted()).toEqual(expected)
      expect(problems).toEqual([])
      const log = scene.platform.logs.join('\n')
      for (const part of [code, code.slice(0, 40), code.slice(-40)]) {
        expect(log).not.toContain(part)
      }
    })
  })

  test('works without the network after its first load, for other receipts too', async () => {
    const [first, second] = [await printed(), await printed()]
    await visit(first, async ({ page, context }) => {
      expect(await outcome(page)).toBe('paid')
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      await context.setOffline(true)
      const { origin } = scene.platform
      await page.goto('about:blank')
      await page.goto(`${origin}/r?lang=fr#${second}`)
      expect(await outcome(page)).toBe('paid')
      expect(await page.innerText('#headline')).toContain('Reçu valable')
      const altered = `${second.slice(0, -2)}${second.endsWith('AA') ? 'BA' : 'AA'}`
      await page.evaluate(`location.hash = '${altered}'`)
      await page.waitForSelector('#result[data-outcome="wrong_signature"]')
    })
  })

  test('says of a test payment that no money was taken, and believes no other code for it', async () => {
    const code = receiptCode(fields(), await platformKey())
    await visit(code, async ({ page }) => {
      await page.goto(`${scene.platform.origin}/r?test#${code}`)
      expect(await outcome(page)).toBe('test')
      const text = await page.innerText('main')
      expect(text).toContain('Test payment, no money was taken')
      expect(text).not.toContain('this was paid')
      expect(text).toContain('INV/2026 01')
      expect(await seriousFindings(page)).toEqual([])
      await screenshot(page, 'receipt-test')
      await page.click('[data-language="fr"]')
      expect(await page.innerText('#headline')).toContain('aucun argent n’a été reçu')
      await page.click('[data-language="ar"]')
      expect(await page.innerText('#headline')).toContain('لم يُقبض أي مال')
      const altered = `${code.slice(0, -2)}${code.endsWith('AA') ? 'BA' : 'AA'}`
      await page.evaluate(`location.hash = '${altered}'`)
      await page.waitForSelector('#result[data-outcome="wrong_signature"]')
    })
  })

  test('reads in Arabic, French and English, and by everybody', async () => {
    const code = receiptCode(fields(), await platformKey())
    await visit(
      code,
      async ({ page }) => {
        expect(await outcome(page)).toBe('paid')
        expect(await page.getAttribute('html', 'dir')).toBe('rtl')
        expect(await page.innerText('#headline')).toContain('الوصل صحيح')
        expect(await page.innerText('.amount dd')).toBe('1\u00a0234\u00a0567,50\u00a0DA')
        expect(await seriousFindings(page)).toEqual([])
        await screenshot(page, 'page-ar')
        await page.getByRole('button', { name: 'Français' }).click()
        expect(await page.getAttribute('html', 'dir')).toBe('ltr')
        expect(await page.innerText('#headline')).toContain('Reçu valable')
        await screenshot(page, 'page-fr')
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await seriousFindings(page)).toEqual([])
        const width = 'document.documentElement.scrollWidth'
        expect(await page.evaluate(width)).toBe(360)
      },
      'ar-DZ',
    )
  })

  test('has nothing to check without a code', () =>
    visit('', async ({ page }) => {
      expect(await outcome(page)).toBe('empty')
    }))
})

/** Changes one byte of a code. */
const changed = (code: string, at: number): string => {
  const bytes = Buffer.from(code, 'base64url')
  const index = at < 0 ? bytes.length + at : at
  bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index)
  return bytes.toString('base64url')
}

describe('the page of receipts refuses', () => {
  const refusals: [name: string, reason: string, make: () => Promise<string>][] = [
    [
      'an altered amount',
      'wrong_signature',
      async () => {
        const key = await platformKey()
        const [honest, other] = [500_000, 900_000].map((centimes) =>
          Buffer.from(receiptCode(fields({ centimes }), key), 'base64url'),
        ) as [Buffer, Buffer]
        return Buffer.concat([other.subarray(0, -64), honest.subarray(-64)]).toString('base64url')
      },
    ],
    ['an altered signature', 'wrong_signature', async () => changed(await printed(), -1)],
    [
      'a receipt forged under our kid',
      'wrong_signature',
      async () => {
        const { publicKey, seed } = makeKeyPair()
        const { kid } = await platformKey()
        return receiptCode(fields(), signingKeyOf(kid, publicKey, seed))
      },
    ],
    [
      "a receipt of a forger's own key",
      'unknown_key',
      async () => {
        const { kid, publicKey, seed } = makeKeyPair()
        return receiptCode(fields(), signingKeyOf(kid, publicKey, seed))
      },
    ],
    [
      'a receipt of a key for statements',
      'unknown_key',
      async () => {
        const { pool, masterKey } = scene.platform
        const store = { pool, keyring: createKeyring(masterKey) }
        return receiptCode(fields(), await currentSigningKey(store, 'statement'))
      },
    ],
    [
      'another issuer',
      'foreign_issuer',
      async () => receiptCode(fields({ issuer: 'https://pay.example' }), await platformKey()),
    ],
    [
      'a payment after the end of its key',
      'ended_key',
      async () => {
        const key = await platformKey()
        await rotate()
        return receiptCode(fields({ paidAt: new Date(Date.now() + 60_000) }), key)
      },
    ],
    [
      'a revoked key',
      'revoked_key',
      async () => {
        const code = await printed()
        await revoke((await platformKey()).kid)
        return code
      },
    ],
    ['a provisional receipt', 'provisional', async () => 'provisional'],
    ['half a code', 'not_a_receipt', async () => (await printed()).slice(0, 120)],
    ['markup', 'not_a_receipt', async () => '<img src=x onerror=alert(1)>'],
  ]

  test.each(refusals)('%s', async (name, reason, make) => {
    await visit(await make(), async ({ page, problems }) => {
      expect(await outcome(page)).toBe(reason)
      expect((await page.innerText('#advice')).length).toBeGreaterThan(20)
      // Nothing of a code that is not believed is shown as if it were paid.
      expect(await page.locator('.amount').count()).toBe(0)
      expect(problems).toEqual([])
      if (reason === 'wrong_signature') await screenshot(page, 'page-forged')
      expect(name).not.toBe('')
    })
  })
})

test('the page and its worker may load nothing from elsewhere', async () => {
  const page = await scene.platform.call('GET', '/r')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'sha256-[^']+'; connect-src 'self'; worker-src 'self'/)
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(Buffer.byteLength(page.text)).toBeLessThan(30_000)
  const worker = await scene.platform.call('GET', '/receipt-worker.js')
  expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'",
  )
})
