import { qrConfigSchema } from '@wasl/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { updateQrCode } from '../src/payments/qr-codes/update.ts'
import { startPartner } from './support/partner.ts'
import type { TestPartner } from './support/node.ts'
import { callSet, callUnset, makeQrCode, payCode, qrCalls, scanCode } from './support/qr.ts'
import { expectRefusal, firstLimited, useScene } from './support/scene.ts'

const scene = useScene()

const qr = qrCalls(scene)

const BY = { id: null, name: 'test', requestId: null }

const inFuture = async (seconds: number): Promise<string> =>
  new Date((await scene.platform.clock.now()).getTime() + seconds * 1000).toISOString()

const historyOf = async (token: string): Promise<any[]> => {
  const { rows } = await scene.platform.pool.query(
    `select kind, amounts, set_by, ended_by, unset_by from qr_configurations
    where token = $1 order by set_at`,
    [token],
  )
  return rows
}

describe('setting amounts (sections 2.7 and 4.4, D16, D17)', () => {
  test('is permanent without an option, and answers with every field', async () => {
    const token = await qr.code()
    const before = await scene.platform.clock.now()
    const config = await qr.set(token, [500, 1000, 599.8])
    expect(qrConfigSchema.strict().parse(config)).toEqual({
      qrCodeToken: token,
      kind: 'PERMANENT',
      mode: 'MULTI_AMOUNT',
      currency: 'DZD',
      amounts: [500, 1000, 599.8],
      expiresAt: null,
      singleUse: false,
      updatedAt: config.updatedAt,
    })
    expect(new Date(config.updatedAt).getTime()).toBeGreaterThanOrEqual(before.getTime())
  })

  test('is time-limited with expiresAt', async () => {
    const expiresAt = await inFuture(3600)
    expect(await qr.set(await qr.code(), [500], { expiresAt })).toMatchObject({
      kind: 'TIME_LIMITED',
      mode: 'SINGLE_AMOUNT',
      expiresAt,
      singleUse: false,
    })
  })

  test('is single-use with singleUse: true', async () => {
    expect(await qr.set(await qr.code(), [500, 700], { singleUse: true })).toMatchObject({
      kind: 'SINGLE_USE',
      mode: 'MULTI_AMOUNT',
      expiresAt: null,
      singleUse: true,
    })
  })

  test('is permanent with singleUse: false', async () => {
    expect(await qr.set(await qr.code(), [500], { singleUse: false })).toMatchObject({
      kind: 'PERMANENT',
    })
  })

  test('replaces the previous configuration completely', async () => {
    const token = await qr.code()
    await qr.set(token, [500, 700], { expiresAt: await inFuture(60) })
    const first = await qr.set(token, [500, 700], { singleUse: true })
    const second = await qr.set(token, [42.42])
    expect(second).toMatchObject({
      kind: 'PERMANENT',
      mode: 'SINGLE_AMOUNT',
      amounts: [42.42],
      expiresAt: null,
      singleUse: false,
    })
    expect(new Date(second.updatedAt).getTime()).toBeGreaterThan(
      new Date(first.updatedAt).getTime(),
    )
    expect(await historyOf(token)).toMatchObject([
      { kind: 'TIME_LIMITED', ended_by: 'replaced' },
      { kind: 'SINGLE_USE', ended_by: 'replaced' },
      { kind: 'PERMANENT', ended_by: null, set_by: expect.stringMatching(/^partner [0-9a-f]{8}$/) },
    ])
  })

  test('the same amounts again changes nothing and gives the same answer', async () => {
    const token = await qr.code()
    const options = { expiresAt: await inFuture(60) }
    const first = await qr.set(token, [500, 700], options)
    expect(await qr.set(token, [500, 700], options)).toEqual(first)
    expect(await historyOf(token)).toHaveLength(1)
  })

  test('keeps every centime of many amounts', async () => {
    const amounts = Array.from({ length: 20 }, (_, index) => (9_999_999_999_00 + index) / 100)
    const token = await qr.code()
    expect((await qr.set(token, amounts)).amounts).toEqual(amounts)
    expect((await qr.scan(token)).amounts).toEqual(amounts)
  })

  test('replaces an expired configuration with a new lifetime', async () => {
    const token = await qr.code()
    await qr.set(token, [500], { expiresAt: await inFuture(60) })
    await scene.platform.clock.advance(61)
    await qr.set(token, [700])
    expect(await qr.scan(token)).toMatchObject({ kind: 'PERMANENT', amounts: [700] })
  })
})

describe('taking amounts away (section 4.5, D16, D17)', () => {
  test('leaves the amount to the payer', async () => {
    const token = await qr.code()
    const set = await qr.set(token, [500])
    const config = await qr.unset(token)
    expect(qrConfigSchema.strict().parse(config)).toEqual({
      qrCodeToken: token,
      kind: null,
      mode: 'OPEN_AMOUNT',
      currency: 'DZD',
      amounts: [],
      expiresAt: null,
      singleUse: false,
      updatedAt: config.updatedAt,
    })
    expect(new Date(config.updatedAt).getTime()).toBeGreaterThan(new Date(set.updatedAt).getTime())
    const history = await historyOf(token)
    expect(history).toMatchObject([{ kind: 'PERMANENT', ended_by: 'unset' }])
    // One key did both.
    expect(history[0].unset_by).toBe(history[0].set_by)
  })

  test('succeeds and changes nothing when the code has no amounts', async () => {
    const token = await qr.code()
    const never = await qr.unset(token)
    expect(never).toMatchObject({ kind: null, mode: 'OPEN_AMOUNT' })
    expect(await qr.unset(token)).toEqual(never)
    await qr.set(token, [500])
    const gone = await qr.unset(token)
    expect(await qr.unset(token)).toEqual(gone)
  })

  test('does not change updatedAt when they have expired', async () => {
    const token = await qr.code()
    const expiresAt = await inFuture(60)
    await qr.set(token, [500], { expiresAt })
    await scene.platform.clock.advance(61)
    expect(await qr.unset(token)).toMatchObject({ kind: null, updatedAt: expiresAt })
    // It is put away, and ended when it expired all the same.
    expect(await historyOf(token)).toMatchObject([{ ended_by: 'unset' }])
    const path = `/operator/v1/qr-codes/${token}/configurations`
    const { items } = (await scene.platform.call('GET', path, { key: scene.platform.operatorKey }))
      .body
    expect(items).toMatchObject([{ endedBy: 'expired', endedAt: expiresAt, unsetBy: null }])
    expect(await qr.unset(token)).toMatchObject({ kind: null, updatedAt: expiresAt })
  })
})

describe('a configuration with expiresAt', () => {
  test('ends at that moment (D17)', async () => {
    const token = await qr.code()
    const expiresAt = await inFuture(120)
    await qr.set(token, [500], { expiresAt })
    await scene.platform.clock.advance(100)
    expect(await qr.scan(token)).toMatchObject({ kind: 'TIME_LIMITED', amounts: [500], expiresAt })
    await scene.platform.clock.advanceTo(expiresAt)
    expect(await qr.scan(token)).toMatchObject({
      kind: null,
      mode: 'OPEN_AMOUNT',
      amounts: [],
      expiresAt: null,
      updatedAt: expiresAt,
    })
  })

  test('lies at most a year ahead', async () => {
    const token = await qr.code()
    const now = await scene.platform.clock.now()
    const inAYear = new Date(now)
    inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1)
    expect(await qr.set(token, [1], { expiresAt: inAYear.toISOString() })).toMatchObject({
      kind: 'TIME_LIMITED',
    })
    const later = new Date(inAYear.getTime() + 60_000).toISOString()
    const answer = await callSet(scene.platform, scene.partner, {
      qrCodeToken: token,
      amounts: [1],
      expiresAt: later,
    })
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body['details']).toMatchObject([{ path: 'expiresAt' }])
  })

  test.each([[0], [-1], [-86_400]])('does not lie %d s ahead', async (seconds) => {
    const answer = await callSet(scene.platform, scene.partner, {
      qrCodeToken: await qr.code(),
      amounts: [1],
      expiresAt: await inFuture(seconds),
    })
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body['details']).toMatchObject([{ path: 'expiresAt' }])
  })
})

const setBody = (token: unknown) => ({ qrCodeToken: token, amounts: [500] })

describe('refusals, in the order of D18', () => {
  let stranger: TestPartner
  let inactive: TestPartner

  beforeAll(async () => {
    const server = await startPartner()
    stranger = await scene.platform.createPartner(server)
    inactive = await scene.platform.createPartner(server)
    await scene.platform.call('PATCH', `/operator/v1/partners/${inactive.partnerId}`, {
      key: scene.platform.operatorKey,
      body: { status: 'inactive' },
    })
    return () => server.close()
  })

  const calls = [
    ['set-qr-config', callSet, { amounts: [500] }],
    ['un-set-qr-config', callUnset, {}],
  ] as const

  describe.each(calls)('%s', (path, call, fields) => {
    const body = (token: unknown) => ({ qrCodeToken: token, ...fields })

    test.each([
      ['no key', () => null],
      ['an unknown key', () => `wasl_prt_${scene.partner.number}_${'A'.repeat(43)}`],
      ['an empty key', () => ''],
      ['the key of a channel', () => scene.channel.apiKey],
      ['the key of an operator', () => scene.platform.operatorKey],
      ['the key of an inactive partner', () => inactive.apiKey],
    ])('%s is AUTH401_UNAUTHORIZED_ACCESS, whatever the body', async (_, key) => {
      for (const sent of [body(await qr.code()), { amounts: 'x' }, '{"broken', undefined]) {
        const answer = await scene.platform.call('POST', `/partner/qr/v1/${path}`, {
          key: key(),
          ...(sent !== undefined && { body: sent }),
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': `10.0.0.${Math.floor(Math.random() * 250)}`,
          },
        })
        expectRefusal(answer, 'AUTH401_UNAUTHORIZED_ACCESS')
      }
    })

    test('an inactive partner is refused even for its own code', async () => {
      const token = await makeQrCode(scene.platform.pool, inactive)
      expectRefusal(
        await call(scene.platform, inactive, body(token)),
        'AUTH401_UNAUTHORIZED_ACCESS',
      )
    })

    test.each([
      ['no body', undefined],
      ['no object', '[]'],
      ['broken JSON', '{"qrCodeToken":'],
      ['a key that comes twice', '{"qrCodeToken":"A","qrCodeToken":"B","amounts":[1]}'],
      ['no token', { amounts: [500] }],
      ['a number for a token', body(7)],
      ['an empty token', body('')],
      ['a token that is too long', body('A'.repeat(129))],
      ['a token with a control character', body('A\u0000B')],
    ])('%s is VALIDATION400', async (_, sent) => {
      const answer = await call(scene.platform, scene.partner, sent)
      expectRefusal(answer, 'VALIDATION400')
      expect(answer.body.details?.length).toBeGreaterThan(0)
    })

    test.each([['unknown'], ["'; drop table qr_codes"], ['رمز'], ['Z'.repeat(26)]])(
      'the unknown token %j is QR_CODE404_NOT_FOUND',
      async (token) => {
        expectRefusal(
          await call(scene.platform, scene.partner, body(token)),
          'QR_CODE404_NOT_FOUND',
        )
      },
    )

    test("another partner's code looks like an unknown one, and stays unchanged", async () => {
      const token = await qr.code()
      await qr.set(token, [500])
      const theirs = await call(scene.platform, stranger, body(token))
      const unknown = await call(
        scene.platform,
        stranger,
        body(await makeQrCode(scene.platform.pool, stranger).then(other)),
      )
      expectRefusal(theirs, 'QR_CODE404_NOT_FOUND')
      expect({ ...theirs.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
      expect(await qr.scan(token)).toMatchObject({ kind: 'PERMANENT', amounts: [500] })
    })

    test('an unknown code of the partner’s own number gives the same answer', async () => {
      const token = other(await qr.code())
      expectRefusal(await call(scene.platform, scene.partner, body(token)), 'QR_CODE404_NOT_FOUND')
    })

    test('a disabled code is QR_CODE400_INVALID_STATUS, a dynamic or reserved one too', async () => {
      const { platform, partner, channel } = scene
      const tokens = [
        await qr.code(),
        await qr.code({ dynamicCentimes: 50_000 }),
        await qr.code(),
      ] as const
      await qr.set(tokens[2], [500], { singleUse: true })
      await payCode(platform, channel, tokens[2])
      for (const token of tokens) {
        await updateQrCode(platform.pool, token, { status: 'disabled' }, BY)
        expectRefusal(await call(platform, partner, body(token)), 'QR_CODE400_INVALID_STATUS')
        await updateQrCode(platform.pool, token, { status: 'active' }, BY)
      }
      expect((await call(platform, partner, body(tokens[0]))).status).toBe(200)
    })

    test('a dynamic code is QR_CODE400_CANNOT_BE_MODIFIED, paid or not', async () => {
      const { platform, partner, channel } = scene
      const token = await qr.code({ dynamicCentimes: 50_000 })
      expectRefusal(await call(platform, partner, body(token)), 'QR_CODE400_CANNOT_BE_MODIFIED')
      const { paymentId } = (await payCode(platform, channel, token)).body
      expectRefusal(await call(platform, partner, body(token)), 'QR_CODE400_CANNOT_BE_MODIFIED')
      await platform.change(channel, 'confirm', paymentId)
      expectRefusal(await call(platform, partner, body(token)), 'QR_CODE400_CANNOT_BE_MODIFIED')
    })

    test('a reserved single use is QR_CODE400_CANNOT_BE_MODIFIED until it is free', async () => {
      const { platform, partner, channel } = scene
      const token = await qr.code()
      const config = await qr.set(token, [500], { singleUse: true })
      const { paymentId } = await qr.pay(token)
      expectRefusal(await call(platform, partner, body(token)), 'QR_CODE400_CANNOT_BE_MODIFIED')
      expect(await qr.scan(token)).toMatchObject({ ...config, inUse: true })
      await platform.change(channel, 'cancel', paymentId)
      expect((await call(platform, partner, body(token))).status).toBe(200)
    })

    test('a lapsed reservation does not prevent a change, and is released', async () => {
      const { platform, partner } = scene
      const token = await qr.code()
      await qr.set(token, [500], { singleUse: true })
      const { paymentId, lockReleaseTime } = await qr.pay(token)
      await platform.clock.advanceTo(lockReleaseTime)
      expect((await call(platform, partner, body(token))).status).toBe(200)
      expect((await platform.payment(scene.channel, paymentId)).body).toMatchObject({
        stage: 'released',
        failReason: 'expired',
        lockReleaseTime,
      })
    })

    test('a paid single use, and other open payments, do not prevent a change', async () => {
      const { platform, partner, channel } = scene
      const [single, permanent, open] = [await qr.code(), await qr.code(), await qr.code()]
      await qr.set(single, [500], { singleUse: true })
      const { paymentId } = await qr.pay(single)
      await platform.change(channel, 'confirm', paymentId)
      await qr.set(permanent, [700])
      const paying = await qr.pay(permanent)
      await qr.pay(open, 123)
      for (const token of [single, permanent, open]) {
        expect((await call(platform, partner, body(token))).status).toBe(200)
      }
      expect((await platform.payment(channel, paying.paymentId)).body.amount).toBe(700)
      const confirmed = await platform.change(channel, 'confirm', paying.paymentId)
      expect(confirmed.body).toMatchObject({ stage: 'paid', amount: 700 })
    })

    test('errors are in the requested language', async () => {
      const answer = await scene.platform.call('POST', `/partner/qr/v1/${path}`, {
        key: scene.partner.apiKey,
        body: body('unknown'),
        headers: { 'accept-language': 'ar' },
      })
      expect(answer.body.errorMessage).toMatch(/رمز QR/)
      expect(answer.headers.get('content-language')).toBe('ar')
    })
  })

  test.each([
    ['no amounts', undefined],
    ['an amount alone', 500],
    ['no amount in the list', []],
    ['21 amounts', Array.from({ length: 21 }, (_, index) => index + 1)],
    ['the same amount twice', [500, 700, 500]],
    ['the same amount written twice', '[500, 500.0]'],
    ['three decimals', [1.005]],
    ['zero', [0]],
    ['a negative amount', [-5]],
    ['a string', ['500']],
    ['too much', [10_000_000_000]],
    ['null', [null]],
  ])('%s is VALIDATION400 and leaves what is set', async (_, amounts) => {
    const token = await qr.code()
    const config = await qr.set(token, [500, 700])
    const sent =
      typeof amounts === 'string'
        ? `{"qrCodeToken":"${token}","amounts":${amounts}}`
        : { qrCodeToken: token, amounts }
    expectRefusal(await callSet(scene.platform, scene.partner, sent), 'VALIDATION400')
    expect(await qr.scan(token)).toMatchObject(config)
  })

  test.each([
    [
      'expiresAt beside singleUse: true',
      { expiresAt: '2999-01-01T00:00:00.000Z', singleUse: true },
    ],
    ['a date without time', { expiresAt: '2027-01-01' }],
    ['another time zone', { expiresAt: '2027-01-01T00:00:00.000+01:00' }],
    ['no such day', { expiresAt: '2027-02-30T00:00:00.000Z' }],
    ['a number', { expiresAt: 1_800_000_000 }],
    ['singleUse as text', { singleUse: 'true' }],
    ['singleUse null', { singleUse: null }],
    ['expiresAt null', { expiresAt: null }],
  ])('%s is VALIDATION400', async (_, options) => {
    const sent = { qrCodeToken: await qr.code(), amounts: [500], ...options }
    expectRefusal(await callSet(scene.platform, scene.partner, sent), 'VALIDATION400')
  })

  test('the body is checked before the code, and the code before its status', async () => {
    const { platform, partner } = scene
    const wrong = { qrCodeToken: 'unknown', amounts: [500], expiresAt: await inFuture(-1) }
    expectRefusal(await callSet(platform, partner, wrong), 'VALIDATION400')
    const far = { qrCodeToken: 'unknown', amounts: [500], expiresAt: await inFuture(60) }
    expectRefusal(await callSet(platform, partner, far), 'QR_CODE404_NOT_FOUND')
  })

  test('a key that expired by a rotation is refused', async () => {
    const { platform } = scene
    const server = await startPartner()
    const partner = await platform.createPartner(server)
    const token = await makeQrCode(platform.pool, partner)
    const rotated = await platform.call(
      'POST',
      `/operator/v1/partners/${partner.partnerId}/rotate`,
      {
        key: platform.operatorKey,
        body: { secret: 'apiKey', overlapSeconds: 0 },
      },
    )
    expectRefusal(await callSet(platform, partner, setBody(token)), 'AUTH401_UNAUTHORIZED_ACCESS')
    const next = { apiKey: rotated.body.value }
    expect((await callSet(platform, next, setBody(token))).status).toBe(200)
    await server.close()
  })

  test.each(calls)('%s without end is held back, of this partner alone (W69)', async (path) => {
    const { platform, server } = scene
    const [busy, calm] = [
      await platform.createPartner(server),
      await platform.createPartner(server),
    ]
    const call = ({ apiKey }: { apiKey: string }) =>
      platform.call('POST', `/partner/qr/v1/${path}`, { key: apiKey, body: {} })
    const refused = await firstLimited(() => call(busy))
    expectRefusal(refused, 'PARTNER_API429_TOO_MANY_CHANGES')
    expect(refused.headers.get('retry-after')).toBe('1')
    expectRefusal(await call(calm), 'VALIDATION400')
  })

  test('other methods are refused with the right one in Allow', async () => {
    for (const [path] of calls) {
      const answer = await scene.platform.call('GET', `/partner/qr/v1/${path}`)
      expectRefusal(answer, 'REQUEST405_METHOD_NOT_ALLOWED')
      expect(answer.headers.get('allow')).toContain('POST')
    }
  })

  test('a token in lower case is another one', async () => {
    const token = await qr.code()
    const small = setBody(token.toLowerCase())
    if (small.qrCodeToken === token) return
    expectRefusal(await callSet(scene.platform, scene.partner, small), 'QR_CODE404_NOT_FOUND')
    expectRefusal(
      await scanCode(scene.platform, scene.channel, token.toLowerCase()),
      'QR_CODE404_NOT_FOUND',
    )
  })
})

/** A token of the same partner that no code has: its first character is another one. */
const other = (token: string): string => {
  return (token.startsWith('2') ? '3' : '2') + token.slice(1)
}
