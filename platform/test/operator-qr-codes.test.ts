import { qrCode } from '@wasl/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { readEmvco, type DataObject } from './support/emvco-reader.ts'
import type { Answer } from './support/node.ts'
import { readQr } from './support/qr-reader.ts'
import { callSet, payCode } from './support/qr.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  scene.platform.call(method, path, {
    key: scene.platform.operatorKey,
    ...(body !== undefined && { body }),
  })

const codesOf = (partnerId: string): string => `/operator/v1/partners/${partnerId}/qr-codes`

const made = async (body: Record<string, unknown> = {}): Promise<any> => {
  const answer = await call('POST', codesOf(scene.partner.partnerId), { label: 'Till 1', ...body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

/** A file as an operator downloads it. */
const download = async (
  path: string,
): Promise<{ headers: Headers; bytes: Uint8Array<ArrayBuffer> }> => {
  const response = await fetch(`${scene.platform.origin}${path}`, {
    headers: { 'x-api-key': scene.platform.operatorKey },
  })
  if (response.status !== 200) throw new Error(await response.text())
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

const lastAudit = async (subject: string): Promise<any> => {
  const { body } = await call('GET', `/operator/v1/audit-log?subject=${subject}&limit=1`)
  return body.items[0]
}

const NO_CODE = '7Z3M9K0QW5T8R2VXN4BHJD01Z9'

describe('making a QR code (D22)', () => {
  test('returns its token, page and check code, and adds an audit entry', async () => {
    const { status, body } = await call('POST', codesOf(scene.partner.partnerId), {
      label: 'Caisse 2',
    })
    expect(status).toBe(201)
    expect(qrCode.strict().parse(body)).toEqual(body)
    expect(body).toMatchObject({
      partnerId: scene.partner.partnerId,
      label: 'Caisse 2',
      kind: 'static',
      status: 'active',
      url: `${scene.platform.origin}/q/${body.qrCodeToken}`,
    })
    expect(body.qrCodeToken).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(body.checkCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{3}$/)
    expect(await lastAudit(body.qrCodeToken)).toMatchObject({
      action: 'qr-code.create',
      subject: body.qrCodeToken,
      partnerId: scene.partner.partnerId,
    })
  })

  test('makes a dynamic code with its one amount, which is in its history', async () => {
    const { qrCodeToken } = await made({ kind: 'dynamic', amount: 599.8 })
    const { body } = await call('GET', `/operator/v1/qr-codes/${qrCodeToken}/configurations`)
    expect(body.items).toMatchObject([
      { kind: 'SINGLE_USE', amounts: [599.8], singleUse: true, endedAt: null, endedBy: null },
    ])
    expect(body.items[0].setBy).toMatch(/^operator /)
  })

  test.each([
    [{}, 'label'],
    [{ label: '' }, 'label'],
    [{ label: 'x'.repeat(101) }, 'label'],
    [{ label: 'two\nlines' }, 'label'],
    [{ label: 'Till', kind: 'dynamic' }, 'amount'],
    [{ label: 'Till', amount: 5 }, 'amount'],
    [{ label: 'Till', kind: 'dynamic', amount: 0.001 }, 'amount'],
    [{ label: 'Till', kind: 'other' }, 'kind'],
  ])('of %j is VALIDATION400 at %j', async (body, path) => {
    const answer = await call('POST', codesOf(scene.partner.partnerId), body)
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details.map((detail: any) => detail.path)).toContain(path)
  })

  test('for an unknown partner is PARTNER404_NOT_FOUND', async () => {
    const label = 'Till'
    expectRefusal(await call('POST', codesOf('prt_999999'), { label }), 'PARTNER404_NOT_FOUND')
    expectRefusal(await call('GET', codesOf('prt_999999')), 'PARTNER404_NOT_FOUND')
  })
})

describe('the QR codes of a partner', () => {
  test('are listed in pages, the newest first', async () => {
    const partner = await scene.platform.createPartner(scene.server)
    const tokens: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const { body } = await call('POST', codesOf(partner.partnerId), { label: `Till ${index}` })
      tokens.unshift(body.qrCodeToken)
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? '?limit=2' : `?limit=2&cursor=${cursor}`
      const { body }: Answer = await call('GET', codesOf(partner.partnerId) + query)
      expect(body.items.length).toBeLessThanOrEqual(2)
      seen.push(...body.items.map((item: any) => item.qrCodeToken))
      cursor = body.nextCursor
    }
    expect(seen.toSorted()).toEqual(tokens.toSorted())
    expect(seen[0]).toBe(tokens[0])
  })

  test('refuse a cursor of another list', async () => {
    const cursor = Buffer.from('1001').toString('base64url')
    const answer = await call('GET', `${codesOf(scene.partner.partnerId)}?cursor=${cursor}`)
    expectRefusal(answer, 'VALIDATION400')
  })
})

describe('changing a QR code', () => {
  test('labels, disables and enables it, with audit entries', async () => {
    const { qrCodeToken } = await made()
    const path = `/operator/v1/qr-codes/${qrCodeToken}`
    const patch = { label: 'Door', status: 'disabled' }
    const { status, body } = await call('PATCH', path, patch)
    expect([status, body]).toEqual([200, expect.objectContaining(patch)])
    expect(await lastAudit(qrCodeToken)).toMatchObject({
      action: 'qr-code.update',
      subject: qrCodeToken,
      details: { from: { label: 'Till 1', status: 'active' }, to: patch },
    })
    expectRefusal(
      await callSet(scene.platform, scene.partner, { qrCodeToken, amounts: [5] }),
      'QR_CODE400_INVALID_STATUS',
    )
    expect((await call('PATCH', path, { status: 'active' })).body.status).toBe('active')
    expect((await call('GET', path)).body).toMatchObject({ label: 'Door', status: 'active' })
  })

  test.each([{}, { status: 'broken' }, { label: null }])('%j is VALIDATION400', async (patch) => {
    const { qrCodeToken } = await made()
    expectRefusal(
      await call('PATCH', `/operator/v1/qr-codes/${qrCodeToken}`, patch),
      'VALIDATION400',
    )
  })
})

test.each(['', '/configurations', '/image', '/poster'])(
  'GET of %j of a code that there is not is QR_CODE404_NOT_FOUND',
  async (rest) => {
    const answer = await call('GET', `/operator/v1/qr-codes/${NO_CODE}${rest}`)
    expectRefusal(answer, 'QR_CODE404_NOT_FOUND')
    expectRefusal(
      await call('GET', `/operator/v1/qr-codes/no%2Fcode${rest}`),
      'QR_CODE404_NOT_FOUND',
    )
  },
)

test.each(['', '/configurations', '/image', '/poster'])(
  'GET of %j is for operators alone',
  async (rest) => {
    const { qrCodeToken } = await made()
    const path = `/operator/v1/qr-codes/${qrCodeToken}${rest}`
    for (const key of [null, scene.partner.apiKey, scene.channel.apiKey]) {
      expectRefusal(await scene.platform.call('GET', path, { key }), 'OPERATOR401_UNAUTHORIZED')
    }
  },
)

test('the history of a code says who set what, and how it ended', async () => {
  const { qrCodeToken } = await made()
  await callSet(scene.platform, scene.partner, { qrCodeToken, amounts: [5, 7] })
  await callSet(scene.platform, scene.partner, { qrCodeToken, amounts: [9], singleUse: true })
  const payment = await payCode(scene.platform, scene.channel, qrCodeToken, { amount: 9 })
  await scene.platform.change(scene.channel, 'confirm', payment.body.paymentId)
  const { body } = await call('GET', `/operator/v1/qr-codes/${qrCodeToken}/configurations`)
  expect(body.items).toMatchObject([
    { kind: 'SINGLE_USE', amounts: [9], endedBy: 'used' },
    { kind: 'PERMANENT', amounts: [5, 7], endedBy: 'replaced' },
  ])
  const first = await call('GET', `/operator/v1/qr-codes/${qrCodeToken}/configurations?limit=1`)
  const next = `?limit=1&cursor=${first.body.nextCursor}`
  const second = await call('GET', `/operator/v1/qr-codes/${qrCodeToken}/configurations${next}`)
  expect([...first.body.items, ...second.body.items]).toEqual(body.items)
  expect(second.body.nextCursor).toBeNull()
})

describe('the image of a QR code (D20)', () => {
  let code: any
  beforeAll(async () => {
    const nameAr = 'دار البهية'
    const partner = await scene.platform.createPartner(scene.server, {
      name: 'Dar El Bahia',
      nameAr,
      city: 'Oran',
    })
    const answer = await call('POST', codesOf(partner.partnerId), { label: 'Caisse 2' })
    code = answer.body
  })

  const image = (query: string) =>
    download(`/operator/v1/qr-codes/${code.qrCodeToken}/image${query}`)

  const value = (objects: DataObject[], tag: string): string | undefined =>
    objects.find((object) => object.tag === tag)?.value

  test('is an SVG of the URL by default', async () => {
    const { headers, bytes } = await image('')
    expect(headers.get('content-type')).toMatch(/^image\/svg\+xml/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('content-disposition')).toBe(
      `inline; filename="wasl-qr-${code.qrCodeToken}-url.svg"`,
    )
    expect(Buffer.from(bytes).toString()).toMatch(/^<svg [^>]*>.*<\/svg>\n$/s)
  })

  test('as PNG leads a camera to the page', async () => {
    const { headers, bytes } = await image('?format=png')
    expect(headers.get('content-type')).toBe('image/png')
    expect((await readQr(bytes)).text).toBe(code.url)
    const page = await fetch(code.url)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
  })

  test('as EMVCo payload names partner, city and token', async () => {
    const { bytes } = await image('?format=png&content=emvco')
    const objects = readEmvco((await readQr(bytes)).text)
    expect(value(objects, '01')).toBe('11')
    expect(value(objects, '59')).toBe('Dar El Bahia')
    expect(value(objects, '60')).toBe('Oran')
    const inner = (tag: string) => objects.find((object) => object.tag === tag)?.inner ?? []
    expect(value(inner('26'), '00')).toBe('dz.wasl')
    expect(value(inner('26'), '01')).toBe(code.qrCodeToken)
    expect(value(inner('64'), '01')).toBe('دار البهية')
  })

  test('of a dynamic code names its amount', async () => {
    const { qrCodeToken } = await made({ kind: 'dynamic', amount: 1250.5 })
    const path = `/operator/v1/qr-codes/${qrCodeToken}/image?format=png&content=emvco`
    const objects = readEmvco((await readQr((await download(path)).bytes)).text)
    expect([value(objects, '01'), value(objects, '54')]).toEqual(['12', '1250.50'])
  })

  test.each(['?format=gif', '?content=vcard', '?format=png&format=svg'])(
    'with %j is VALIDATION400',
    async (query) => {
      const path = `/operator/v1/qr-codes/${code.qrCodeToken}/image${query}`
      expectRefusal(await call('GET', path), 'VALIDATION400')
    },
  )

  test('on a poster of an unknown size is VALIDATION400', async () => {
    const path = `/operator/v1/qr-codes/${code.qrCodeToken}/poster?size=A5`
    expectRefusal(await call('GET', path), 'VALIDATION400')
  })

  test('on a poster of a dead code is stamped', async () => {
    const { qrCodeToken } = await made()
    const poster = async (token: string): Promise<string> => {
      const { bytes } = await download(`/operator/v1/qr-codes/${token}/poster`)
      return Buffer.from(bytes).toString()
    }
    expect(await poster(qrCodeToken)).not.toContain('Out of use')
    await call('PATCH', `/operator/v1/qr-codes/${qrCodeToken}`, { status: 'disabled' })
    expect(await poster(qrCodeToken)).toContain('Out of use')
    const invoice = (await made({ kind: 'dynamic', amount: 70 })).qrCodeToken
    expect(await poster(invoice)).not.toContain('Already paid')
    const { body } = await payCode(scene.platform, scene.channel, invoice)
    await scene.platform.change(scene.channel, 'confirm', body.paymentId)
    expect(await poster(invoice)).toContain('Already paid')
  })
})
