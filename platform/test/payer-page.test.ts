import { beforeAll, describe, expect, test } from 'vitest'
import { startCuttableWay, type CuttableWay } from './support/cuttable.ts'
import type { TestPartner } from './support/node.ts'
import { callSet, makeQrCode, qrCalls } from './support/qr.ts'
import { useScene } from './support/scene.ts'

let way: CuttableWay

const scene = useScene({
  async databaseWay(url) {
    way = await startCuttableWay(url)
    return way.url
  },
  payLinks: [
    { name: 'Sūq "Pay"', template: 'suqpay://pay?qr={token}' },
    { name: 'Web', template: 'https://web.example/pay?u={url}' },
  ],
})

const qr = qrCalls(scene)

type Opened = { status: number; headers: Headers; page: string }

const open = async (path: string, headers: Record<string, string> = {}): Promise<Opened> => {
  const response = await fetch(`${scene.platform.origin}${path}`, { headers })
  return { status: response.status, headers: response.headers, page: await response.text() }
}

/** The page of a code in English, without its markup. */
const readPage = async (token: string): Promise<string> => {
  const { status, page } = await open(`/q/${token}?lang=en`)
  expect(status).toBe(200)
  return textOf(page)
}

const textOf = (page: string): string =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const operator = (method: string, path: string, body: unknown) =>
  scene.platform.call(method, path, { key: scene.platform.operatorKey, body })

const disable = (token: string) =>
  operator('PATCH', `/operator/v1/qr-codes/${token}`, { status: 'disabled' })

describe("a code's page", () => {
  test('shows the payee, its city, and the check code of the poster', async () => {
    const token = await qr.code({ label: 'Caisse 2' })
    const { body: code } = await scene.platform.call('GET', `/operator/v1/qr-codes/${token}`, {
      key: scene.platform.operatorKey,
    })
    const page = await readPage(token)
    for (const text of ['You are paying', 'Shop', 'Caisse 2', code.checkCode]) {
      expect(page).toContain(text)
    }
  })

  test('without amounts lets the payer name one', async () => {
    expect(await readPage(await qr.code())).toContain('You name the amount')
  })

  test('with one amount shows it, with several lets the payer choose', async () => {
    const token = await qr.code()
    await qr.set(token, [1250.5])
    expect(await readPage(token)).toContain('Amount 1 250.50 DA')
    await qr.set(token, [500, 12_000])
    expect(await readPage(token)).toContain(
      'One of these amounts: say which when you pay 500 DA 12 000 DA',
    )
    await qr.unset(token)
    expect(await readPage(token)).toContain('You name the amount')
  })

  test('shows its amounts as a list: nothing about them looks as if it could be pressed', async () => {
    const token = await makeQrCode(scene.platform.pool, scene.partner)
    await callSet(scene.platform, scene.partner, { qrCodeToken: token, amounts: [500, 12_000] })
    const { page } = await open(`/q/${token}?lang=fr`)
    const [list = ''] = /<ul class="choices.*?<\/ul>/s.exec(page) ?? []
    expect(list.match(/<li>/g)).toHaveLength(2)
    expect(list).not.toMatch(/<(?:a|button|input)\b/)
    const rules = [...page.matchAll(/\.choices[^{}]* li \{([^}]*)\}/g)].map(([, rule]) => rule)
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.join(' ')).not.toMatch(/border-radius|background|box-shadow|border:|cursor/)
  })

  test('shows the expiry, and from that moment that it has passed', async () => {
    const token = await qr.code()
    const now = await scene.platform.clock.now()
    const expiresAt = new Date(now.getTime() + 3_600_000).toISOString()
    await qr.set(token, [500], { expiresAt })
    expect(await readPage(token)).toMatch(/500 DA Valid until \d+ \w+ \d{4} at \d\d:\d\d/)
    await scene.platform.clock.advanceTo(expiresAt)
    const page = await readPage(token)
    // Before anything that reads as a call to pay.
    expect(page).toMatch(/no longer valid. Ask the shop.*You name the amount/)
    expect(page).not.toContain('500 DA')
    // The shop says that the payer names the amount from now on.
    await qr.unset(token)
    expect(await readPage(token)).not.toContain('no longer valid')
  })

  test('of a single use says so, and whether it is reserved or paid', async () => {
    const token = await qr.code()
    await qr.set(token, [700], { singleUse: true })
    expect(await readPage(token)).toContain('700 DA Only one payment will be accepted')

    const { paymentId } = await qr.pay(token)
    const reserved = await readPage(token)
    expect(reserved).toMatch(/Somebody is paying with this code.*free again by \d+ \w+ \d{4}/)
    expect(reserved).not.toContain('How to pay')

    await scene.platform.change(scene.channel, 'cancel', paymentId)
    expect(await readPage(token)).toContain('700 DA')

    const again = await qr.pay(token)
    await scene.platform.change(scene.channel, 'confirm', again.paymentId)
    expect(await readPage(token)).toMatch(/has been paid. Ask the shop.*You name the amount/)
  })

  test('is free again at the moment that a lock lapses', async () => {
    const token = await qr.code()
    await qr.set(token, [700], { singleUse: true })
    const { lockReleaseTime } = await qr.pay(token)
    await scene.platform.clock.advanceTo(lockReleaseTime)
    expect(await readPage(token)).toContain('700 DA')
  })

  test('of a dynamic code says when it was paid', async () => {
    const token = await qr.code({ dynamicCentimes: 59_980 })
    expect(await readPage(token)).toContain('599.80 DA')
    const { paymentId } = await qr.pay(token)
    await scene.platform.change(scene.channel, 'confirm', paymentId)
    const page = await readPage(token)
    expect(page).toContain('This amount has been paid')
    expect(page).not.toContain('How to pay')
  })

  test('of a disabled code says so and shows no way to pay', async () => {
    const token = await qr.code()
    await qr.set(token, [500])
    await disable(token)
    const page = await readPage(token)
    expect(page).toContain('This code is no longer in use')
    expect(page).not.toContain('500')
    expect(page).not.toContain('How to pay')
  })

  test('says that its partner takes no payments', async () => {
    const partner = await scene.platform.createPartner(scene.server)
    const token = await makeQrCode(scene.platform.pool, partner)
    await operator('PATCH', `/operator/v1/partners/${partner.partnerId}`, { status: 'inactive' })
    expect(await readPage(token)).toContain('This shop does not take payments right now')
  })

  test('links to the payment apps, and shows the token to read to an agent', async () => {
    const token = await qr.code()
    const { page } = await open(`/q/${token}?lang=en`)
    expect(page).toContain(`href="suqpay://pay?qr=${token}"`)
    const url = encodeURIComponent(`${scene.platform.origin}/q/${token}`)
    expect(page).toContain(`href="https://web.example/pay?u=${url}"`)
    expect(textOf(page)).toContain('Sūq &quot;Pay&quot;')
    const groups = token.match(/.{1,4}/g) ?? []
    expect(textOf(page)).toContain(groups.join(' '))
  })

  test('opens for every spelling of the token', async () => {
    const token = await qr.code({ label: 'Small letters' })
    const groups = (token.match(/.{1,4}/g) ?? []).join('-')
    const misread = token.replaceAll('0', 'O').replace('1', 'l').replace('1', 'I')
    const small = `/q/${token.toLowerCase()}`
    const written = [small, `/Q/${token}`, `/q/${groups}`, `/q/${token}%20`, `/q/${misread}`]
    for (const path of written) {
      const { status, page } = await open(`${path}?lang=en`)
      expect([path, status, page.includes('Small letters')]).toEqual([path, 200, true])
      expect(page).toContain(`qr=${token}`)
    }
  })

  test('without a code explains how to find one', async () => {
    const { status, headers, page } = await open('/?lang=fr')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(textOf(page)).toContain('Scannez le code du commerçant')
    const { page: first } = await open('/')
    expect(textOf(first)).toContain('امسح رمز التاجر')
    for (const name of ['console', 'portal', 'till']) expect(first).toContain(`href="/${name}"`)
  })
})

describe('its language', () => {
  const NAMES = { name: 'Dar El Bahia', nameAr: 'دار البهية' }
  let token: string
  beforeAll(async () => {
    const partner: TestPartner = await scene.platform.createPartner(scene.server, NAMES)
    token = await makeQrCode(scene.platform.pool, partner)
    await callSet(scene.platform, partner, { qrCodeToken: token, amounts: [1250.5] })
  })

  test.each([
    ['fr-DZ,fr;q=0.9,ar;q=0.8', 'fr', 'ltr', 'Vous payez', '1\u202f250,50'],
    ['ar-DZ', 'ar', 'rtl', 'أنت تدفع إلى', '1\u202f250,50'],
    ['en-GB,en;q=0.5', 'en', 'ltr', 'You are paying', '1\u202f250.50'],
    ['kab,fr;q=0.4', 'fr', 'ltr', 'Vous payez', '1\u202f250,50'],
    ['zh-CN', 'ar', 'rtl', 'أنت تدفع إلى', '1\u202f250,50'],
    ['', 'ar', 'rtl', 'أنت تدفع إلى', '1\u202f250,50'],
    ['*', 'ar', 'rtl', 'أنت تدفع إلى', '1\u202f250,50'],
    ['zh-CN, * ; q=0.5', 'ar', 'rtl', 'أنت تدفع إلى', '1\u202f250,50'],
    ['fr;q=0.2, *', 'fr', 'ltr', 'Vous payez', '1\u202f250,50'],
  ])('of a browser that reads %j is %s', async (accepted, language, direction, text, amount) => {
    const { page, headers } = await open(`/q/${token}`, { 'accept-language': accepted })
    expect(page).toContain(`<html lang="${language}" dir="${direction}">`)
    expect(page).toContain(text)
    expect(page).toContain(amount)
    expect(headers.get('vary')?.toLowerCase()).toContain('accept-language')
  })

  test('is the chosen one only', async () => {
    const chosen = await open(`/q/${token}?lang=en`, { 'accept-language': 'ar' })
    expect(chosen.page).toContain('<html lang="en" dir="ltr">')
    for (const query of ['?lang=de', '?lang=en&lang=fr', '?lang[]=en', '?lang=%22onload']) {
      const { status, page } = await open(`/q/${token}${query}`, { 'accept-language': 'fr' })
      expect([status, page.includes('<html lang="fr"')]).toEqual([200, true])
    }
  })

  test('decides which of the partner’s names comes first', async () => {
    const arabic = textOf((await open(`/q/${token}?lang=ar`)).page)
    expect(arabic.indexOf(NAMES.nameAr)).toBeLessThan(arabic.indexOf(`${NAMES.name} `))
    const french = textOf((await open(`/q/${token}?lang=fr`)).page)
    expect(french).toContain(`Payer ${NAMES.name}`)
  })
})

describe('an unknown code', () => {
  test.each([
    '7Z3M9K0QW5T8R2VXN4BHJD01Z9',
    'XYZ',
    '%00',
    '%F0%9F%92%B3',
    '..%2F..%2Fetc',
    '%zz',
    'a'.repeat(900),
  ])('%s is a page of its own with status 404', async (token) => {
    const { status, headers, page } = await open(`/q/${token}`, { 'accept-language': 'fr' })
    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(textOf(page)).toContain('Ce code est inconnu')
    expect(page).not.toContain(token)
  })

  test.each(['/q', '/q/', '/q/7Z3M9K0QW5T8R2VXN4BHJD01Z9/more', '/q/%zz', '/q/%zz/more'])(
    '%s is a page too, in the language that is chosen on it',
    async (path) => {
      const asked = { 'accept-language': 'en' }
      for (const [query, language] of [
        ['', 'en'],
        ['?lang=ar', 'ar'],
      ]) {
        const { status, headers, page } = await open(`${path}${query}`, asked)
        expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
        expect(page).toContain(`<html lang="${language}"`)
      }
      const head = await fetch(`${scene.platform.origin}${path}`, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-type')]).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
    },
  )

  test('with a trailing slash is unknown too', async () => {
    expect((await open(`/q/${await qr.code()}/`)).status).toBe(200)
  })

  test('is limited for each address, while known codes still open', async () => {
    const guesser = { 'x-forwarded-for': '203.0.113.9', 'accept-language': 'en' }
    const statuses: number[] = []
    for (let index = 0; index < 61; index += 1) {
      statuses.push((await open(`/q/GUESS${index}`, guesser)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429])
    const refused = await open('/q/GUESS', guesser)
    expect(textOf(refused.page)).toContain('Too many requests')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Everybody else behind the same address: a queue of phones.
    expect((await open(`/q/${await qr.code()}`, guesser)).status).toBe(200)
    expect((await open('/q/GUESS', { 'x-forwarded-for': '203.0.113.10' })).status).toBe(404)
  })

  test('does not count against the limit on wrong keys', async () => {
    const address = { 'x-forwarded-for': '203.0.113.11' }
    for (let index = 0; index < 61; index += 1) await open(`/q/GUESS${index}`, address)
    const answer = await scene.platform.call('GET', '/operator/v1/partners', { headers: address })
    expect(answer.status).toBe(401)
  })
})

describe('every page', () => {
  test.each([200, 404])(
    'with status %i is private, unframed and closed to everything else',
    async (status) => {
      const token = status === 200 ? await qr.code() : 'NONE'
      const { headers, ...opened } = await open(`/q/${token}`)
      expect(opened.status).toBe(status)
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
        expect(policy.split('; ')).toContain(part)
      }
      expect(policy).not.toContain('unsafe')
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex, nofollow',
      })
      expect(headers.get('x-request-id')).not.toBeNull()
    },
  )

  test('shows hostile names and labels as text, without invisible characters', async () => {
    const partner = await scene.platform.createPartner(scene.server, {
      name: '"><script>alert(1)</script>',
    })
    // The API takes no such name: the page does not rely on it.
    await scene.platform.pool.query('update partners set name_ar = $2 where partner_id = $1', [
      partner.number,
      '\u202egnp.exe',
    ])
    const token = await makeQrCode(scene.platform.pool, partner, {
      label: "<img src=x onerror=alert(1)> \u2066\u202e'\u200b",
    })
    for (const language of ['ar', 'fr', 'en']) {
      const { page } = await open(`/q/${token}?lang=${language}`)
      expect(page).not.toMatch(/<script|<img|onerror="/i)
      expect(page).not.toMatch(/[\u200b\u202a-\u202e\u2066-\u2069]/)
      expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    }
  })

  test('answers HEAD, and refuses writing methods', async () => {
    const path = `/q/${await qr.code()}`
    const head = await fetch(`${scene.platform.origin}${path}`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect((await scene.platform.call('POST', path, { body: {} })).status).toBe(405)
  })
})

test('without the database the page says so for people, and the log for operators', async () => {
  const token = await qr.code()
  await way.cut()
  try {
    const { status, headers, page } = await open(`/q/${token}?lang=fr`)
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(textOf(page)).toContain('Service momentanément indisponible')
    expect(scene.platform.logs.some((line) => line.includes('"route":"/q/:token"'))).toBe(true)
  } finally {
    await way.restore()
  }
})
