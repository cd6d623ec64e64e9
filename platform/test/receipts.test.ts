import { createPublicKey, hash, verify } from 'node:crypto'
import { readReceipt, receipt, receiptKeyOf, type ReceiptIssuer } from '@wasl/protocol'
import { writeFileSync } from 'node:fs'
import { decode } from 'fast-png'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiptNumber, shortReceiptNumber } from '../src/payments/receipts/receipt-number.ts'
import { closeWindows, sharedBrowser } from './support/browser.ts'
import { newReference, type Answer, type TestChannel, type TestPartner } from './support/node.ts'
import { makeAgent } from './support/custody.ts'
import { setPartnerState } from './support/partner-state.ts'
import { readQr } from './support/qr-reader.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

/** Of 2.9 mm, with 8 dots each. */
const DOTS_OF_A_LINE = 23

const pathOf = (paymentId: string, query = ''): string =>
  `/channel/v1/payments/${paymentId}/receipt${query}`

const read = (
  paymentId: string,
  query = '',
  { channel = scene.channel, language = 'fr' }: { channel?: TestChannel; language?: string } = {},
): Promise<Answer> =>
  scene.platform.call('GET', pathOf(paymentId, query), {
    key: channel.apiKey,
    headers: { 'accept-language': language },
  })

const pay = async (reference: string, partner: TestPartner = scene.partner) => {
  const { paymentId } = await scene.platform.opened(scene.channel, partner, reference)
  const { body } = await scene.platform.change(scene.channel, 'confirm', paymentId)
  expect(body.stage).toBe('paid')
  return body
}

const issuers = async (): Promise<ReceiptIssuer[]> => [
  (await scene.platform.call('GET', '/.well-known/wasl-keys')).body,
]

/** Reads a code and verifies its signature; what it says. */
const verified = async (code: string) => {
  const reading = readReceipt(code)
  if (!reading.ok) throw new Error(reading.reason)
  const key = receiptKeyOf(reading, await issuers())
  if (!key.ok) throw new Error(key.reason)
  const x = Buffer.from(key.publicKey).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, reading.signed, publicKey, reading.signature)).toBe(true)
  return reading.content
}

describe('the receipt of a payment', () => {
  test('says what was paid, and its code proves it', async () => {
    const reference = newReference()
    const payment = await pay(reference)
    const answer = await read(payment.paymentId)
    expect(answer.status).toBe(200)
    expect(receipt.parse(answer.body)).toEqual(answer.body)
    const { origin } = scene.platform
    expect(answer.body).toMatchObject({
      number: receiptNumber(payment.paymentId),
      issuer: origin,
      paymentId: payment.paymentId,
      partnerId: scene.partner.partnerId,
      partnerName: 'Shop',
      partnerNameAr: null,
      channelName: 'Till',
      reference,
      referenceSha256: null,
      amount: payment.amount,
      currency: 'DZD',
      paidAt: payment.paidAt,
      refundedAt: null,
      refundedAmount: 0,
      url: `${origin}/r#${answer.body.code}`,
    })
    expect(await verified(answer.body.url)).toEqual({
      issuer: origin,
      number: answer.body.number,
      paymentId: payment.paymentId,
      partnerName: 'Shop',
      reference,
      referenceSha256: null,
      centimes: Math.round(payment.amount * 100),
      currency: 'DZD',
      paidAt: payment.paidAt,
    })
    expect((await read(payment.paymentId)).body).toEqual(answer.body)
  })

  test('has the digest of a reference of more than 40 bytes', async () => {
    const short = 'ق'.repeat(20)
    expect((await read((await pay(short)).paymentId)).body.referenceSha256).toBeNull()
    const long = `${short}1`
    const { body } = await read((await pay(long)).paymentId)
    expect(body.referenceSha256).toBe(hash('sha256', long))
    const content = await verified(body.code)
    expect([content.reference, content.referenceSha256]).toEqual([null, body.referenceSha256])
    expect((await read(body.paymentId, '?format=html')).text).toContain(
      body.referenceSha256.slice(0, 4),
    )
  })

  test('says that it was refunded; the code stays the same', async () => {
    const payment = await pay(newReference())
    const before = (await read(payment.paymentId)).body
    await scene.platform.refund(payment.paymentId)
    const after = (await read(payment.paymentId)).body
    expect(after.refundedAt).not.toBeNull()
    const refundedAmount = payment.amount
    expect(after).toEqual({ ...before, refundedAt: after.refundedAt, refundedAmount })
    const page = (await read(payment.paymentId, '?format=html&width=58', { language: 'en' })).text
    expect(page).toContain('This amount was refunded')
    expect(page).toContain('استُرجع')
  })

  test('says how much of it was refunded; the code stays the same', async () => {
    const payment = await pay(newReference())
    const before = (await read(payment.paymentId)).body
    expect((await read(payment.paymentId, '?format=html')).text).not.toContain('en partie')
    await scene.platform.refund(payment.paymentId, { amount: 100.5 })
    await scene.platform.refund(payment.paymentId, { amount: 20 })
    const after = (await read(payment.paymentId)).body
    expect(receipt.parse(after)).toEqual({ ...before, refundedAmount: 120.5 })
    const page = (await read(payment.paymentId, '?format=html&width=58')).text
    expect(page).toContain('Ce montant a été remboursé en partie')
    expect(page).toContain('استُرجع جزء من هذا المبلغ')
    expect(page).toContain('120,50\u00a0DA')
    expect(page).not.toContain('This amount was refunded in part')
    await scene.platform.refund(payment.paymentId, {
      amount: Math.round(payment.amount * 100 - 120_50) / 100,
    })
    const whole = (await read(payment.paymentId, '?format=html')).text
    expect(whole).toContain('Ce montant a été remboursé')
    expect(whole).not.toContain('en partie')
  })

  test('says the amount in words, who took it, the lines of the bill, what was given and the change', async () => {
    const { platform, channel, server } = scene
    const reference = newReference()
    server.prices.set(reference, 2_200.5)
    const amount_detail = [
      { label_ar: 'رسوم التسجيل', label_fr: 'Inscription', value: 2_000.5 },
      { label_fr: 'Timbre', value: 200 },
    ]
    const bill = { reference, total_amount: 2_200.5, currency: 'DZD', amount_detail, details: [] }
    server.onLookup(() => ({ body: bill }), reference)
    const agentId = await makeAgent(platform.pool, channel)
    const { paymentId } = await platform.opened(channel, scene.partner, reference)
    await platform.change(channel, 'confirm', paymentId, { body: { takenBy: agentId } })
    const page = (await read(paymentId, '?format=html&width=58&given=2500')).text
    expect(page).toContain('deux mille deux cents dinars algériens et cinquante centimes')
    expect(page).toContain('ألفان ومائتا دينار جزائري وخمسون سنتيمًا')
    expect(page).toMatch(/Encaissé par[^]+Karim/)
    expect(page).toContain(shortReceiptNumber(paymentId))
    // The lines of the bill, in Arabic where the partner has it.
    for (const line of [/رسوم التسجيل[^]+2 000,50/, /Timbre[^]+200,00/]) expect(page).toMatch(line)
    expect(page).toMatch(/Le payeur a donné[^]+2\u00a0500,00\u00a0DA[^]+Rendu[^]+299,00\u00a0DA/)
    const plain = (await read(paymentId, '?format=html&width=58')).text
    expect(plain).not.toContain('Rendu')
    // Less than the amount is no change.
    const short = (await read(paymentId, '?format=html&given=2200')).text
    expect(short).not.toContain('Rendu')
    const english = await read(paymentId, '?format=html', { language: 'en' })
    expect(english.text).toContain('two thousand two hundred Algerian dinars and fifty centimes')
    for (const format of ['pdf', 'png']) {
      expect((await read(paymentId, `?format=${format}&width=58&given=2500`)).status).toBe(200)
    }
  })

  test('of a test payment says that no money was taken; its code is as any other', async () => {
    const { platform, server } = scene
    const tester = await platform.createChannel('AGENCY', true)
    const partner = await platform.createPartner(server)
    await setPartnerState(platform.pool, partner.number, 'testing')
    const { paymentId } = await platform.opened(tester, partner, newReference())
    const paid = (await platform.change(tester, 'confirm', paymentId)).body
    const { body } = await read(paymentId, '', { channel: tester })
    expect(receipt.parse(body)).toEqual(body)
    expect([body.isTest, body.url]).toEqual([true, `${platform.origin}/r?test#${body.code}`])
    const content = await verified(body.url)
    expect(content).toMatchObject({ paymentId, paidAt: paid.paidAt })
    // Nothing is signed that older verifiers do not know.
    const real = await verified((await read((await pay(newReference())).paymentId)).body.code)
    expect(Object.keys(content)).toEqual(Object.keys(real))
    for (const [language, words] of [
      ['fr', 'Paiement d’essai, aucun argent n’a été reçu'],
      ['en', 'Test payment, no money was taken'],
    ] as const) {
      const { text } = await read(paymentId, '?format=html', { channel: tester, language })
      expect(text).toContain(words)
      expect(text).toContain('دفعة اختبار، لم يُقبض أي مال')
    }
    const printed = async (name: string): Promise<number> => {
      const path = pathOf(paymentId, '?format=png&width=58')
      const answer = await fetch(`${platform.origin}${path}`, {
        headers: { 'x-api-key': tester.apiKey, 'accept-language': 'fr' },
      })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const folder = process.env['WASL_SCREENSHOTS']
      if (folder !== undefined) writeFileSync(`${folder}/${name}.png`, bytes)
      expect((await readQr(bytes)).text).toContain(body.code)
      return decode(bytes).height
    }
    const tested = await printed('printed-test')
    // The same payment without the two lines.
    const set = 'update channels set is_test = false where channel_id = $1'
    await platform.pool.query(set, [Number(tester.channelId.slice('chn_'.length))])
    const without = await printed('printed-no-test')
    expect(tested - without).toBeGreaterThan(2 * DOTS_OF_A_LINE)
  })

  test('is signed by the next key after a rotation', async () => {
    const payment = await pay(newReference())
    const before = (await read(payment.paymentId)).body.code
    await scene.platform.call('POST', '/operator/v1/signing-keys/rotate', {
      key: scene.platform.operatorKey,
      body: { purpose: 'receipt', overlapSeconds: 0 },
    })
    const after = (await read(payment.paymentId)).body.code
    expect(after).not.toBe(before)
    expect(await verified(after)).toEqual(await verified(before))
  })
})

describe('there is no receipt', () => {
  test('of a payment that is not paid', async () => {
    const { paymentId } = await scene.platform.opened(scene.channel, scene.partner, newReference())
    expectRefusal(await read(paymentId), 'RECEIPT409_NOT_PAID')
    await scene.platform.change(scene.channel, 'cancel', paymentId)
    expectRefusal(await read(paymentId, '?format=html'), 'RECEIPT409_NOT_PAID')
  })

  test('for another channel, nor without a key, nor of an unknown payment', async () => {
    const { paymentId } = await pay(newReference())
    const other = await scene.platform.createChannel('DELIVERY')
    expectRefusal(await read(paymentId, '', { channel: other }), 'PAYMENT404_NOT_FOUND')
    expectRefusal(await read('x'), 'PAYMENT404_NOT_FOUND')
    expectRefusal(await scene.platform.call('GET', pathOf(paymentId)), 'CHANNEL401_UNAUTHORIZED')
  })

  test.each(['?format=doc', '?width=57', '?lang=fr', '?format=html&width=A6'])(
    'for %s',
    async (query) => {
      expectRefusal(await read((await pay(newReference())).paymentId, query), 'VALIDATION400')
    },
  )
})

const LONG = {
  name: 'Établissement de distribution des eaux et de l’assainissement d’Alger, Bab El Oued',
  nameAr: 'مؤسسة توزيع المياه والتطهير لولاية الجزائر، وكالة باب الوادي وسط المدينة',
}

describe('a printed receipt', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
  })
  afterAll(() => closeWindows(browser))

  const print = async (
    paymentId: string,
    query: string,
    language: string,
    look: (page: Page) => Promise<void>,
  ): Promise<void> => {
    const answer = await read(paymentId, query, { language })
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const context = await browser.newContext({
      viewport: { width: 420, height: 900 },
      deviceScaleFactor: 2,
      javaScriptEnabled: false,
    })
    try {
      const page = await context.newPage()
      const problems: string[] = []
      page.on('console', (message) => problems.push(message.text()))
      page.on('request', (request) => problems.push(request.url()))
      await page.setContent(answer.text)
      await look(page)
      expect(problems.filter((problem) => !problem.startsWith('data:'))).toEqual([])
    } finally {
      await context.close()
    }
  }

  const MM = 96 / 25.4

  test.each([
    ['?format=pdf&width=58', 'fr', 58],
    ['?format=pdf&width=80', 'en', 80],
    ['?format=pdf', 'fr', 105],
  ])(
    '%s is one page as wide as its paper, although its names are long and it was refunded',
    async (query, language, widthMm) => {
      const partner = await scene.platform.createPartner(scene.server, LONG)
      const { paymentId } = await pay(`${'ق'.repeat(40)} ${newReference()}`, partner)
      await scene.platform.refund(paymentId)
      const answer = await fetch(`${scene.platform.origin}${pathOf(paymentId, query)}`, {
        headers: { 'x-api-key': scene.channel.apiKey, 'accept-language': language },
      })
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
      expect(text.slice(0, 5)).toBe('%PDF-')
      expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      const width = Number(/\/MediaBox\s*\[0 0 ([\d.]+)/.exec(text)?.[1])
      expect(Math.abs(width - (widthMm * 72) / 25.4)).toBeLessThan(1)
    },
  )

  test.each([
    ['?format=png&width=58', 'fr', 384, LONG],
    ['?format=png&width=80', 'en', 576, LONG],
    ['?format=png', 'fr', 840, LONG],
    ['?format=png&width=58', 'fr', 384, { name: '𐎠'.repeat(100) }],
  ])(
    '%s has the dots of a thermal printer, and its code can be scanned',
    async (query, language, dots, names) => {
      const partner = await scene.platform.createPartner(scene.server, names)
      const { paymentId } = await pay(`${'ق'.repeat(10)} ${newReference()}`, partner)
      await scene.platform.refund(paymentId, { amount: 100.5 })
      const answer = await fetch(`${scene.platform.origin}${pathOf(paymentId, query)}`, {
        headers: { 'x-api-key': scene.channel.apiKey, 'accept-language': language },
      })
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const folder = process.env['WASL_SCREENSHOTS']
      if (folder !== undefined) writeFileSync(`${folder}/printed-${dots}.png`, bytes)
      const png = decode(bytes)
      expect([png.width, png.depth, png.channels]).toEqual([dots, 1, 1])
      const { url } = (await read(paymentId)).body
      expect((await readQr(bytes)).text).toBe(url)
    },
  )

  test.each([
    ['?format=html&width=58', 'fr', 48],
    ['?format=html&width=80', 'en', 70],
    ['?format=html', 'fr', 89],
  ])(
    '%s is as wide as its paper, and its code can be scanned',
    async (query, language, widthMm) => {
      const partner = await scene.platform.createPartner(scene.server, LONG)
      const reference = `وثيقة/2026 ${newReference()}`
      const { paymentId } = await pay(reference, partner)
      const { url, number } = (await read(paymentId)).body
      await print(paymentId, query, language, async (page) => {
        const main = page.locator('main')
        const box = await main.boundingBox()
        expect(Math.abs((box?.width ?? 0) - widthMm * MM)).toBeLessThan(1)
        const wide: string[] = []
        for (const part of await page.locator('main *').all()) {
          const inner = await part.boundingBox()
          if (inner === null || box === null) continue
          const isOut = inner.x < box.x - 1 || inner.x + inner.width > box.x + box.width + 1
          if (isOut) wide.push(await part.evaluate((element) => String(element)))
        }
        expect(wide).toEqual([])
        const text = await main.innerText()
        expect(text).toContain(LONG.nameAr)
        expect(text).toContain(LONG.name)
        expect(text).toContain(reference)
        expect(text).toContain(number)
        expect(text).toContain(language === 'fr' ? 'Reçu de paiement' : 'Payment receipt')
        const picture = await page.locator('svg.code').screenshot()
        expect((await readQr(new Uint8Array(picture))).text).toBe(url)
        const folder = process.env['WASL_SCREENSHOTS']
        if (folder !== undefined) {
          const name = query.replaceAll(/\W+/g, '-')
          await main.screenshot({ path: `${folder}/receipt${name}.png` })
        }
      })
    },
  )
})
