/** Channels that are renamed, disabled and restricted, and their own payments (W123). */
import { channelPaymentList, channelRecord, type ChannelPayment } from '@wasl/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { newReference, type Answer, type TestChannel, type TestPartner } from './support/node.ts'
import { callSet, makeQrCode, payCode } from './support/qr.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

let channel: TestChannel

beforeEach(async () => {
  channel = await scene.platform.createChannel('AGENCY')
})

const change = (body: unknown, { channelId } = channel): Promise<Answer> =>
  scene.platform.call('PATCH', `/operator/v1/channels/${channelId}`, {
    key: scene.platform.operatorKey,
    body,
  })

const changed = async (body: unknown): Promise<any> => {
  const answer = await change(body)
  expect(answer.status).toBe(200)
  expect(channelRecord.parse(answer.body)).toEqual(answer.body)
  return answer.body
}

const open = (partner: TestPartner = scene.partner): Promise<Answer> =>
  scene.platform.open(channel, partner, newReference())

const opened = (partner: TestPartner = scene.partner): Promise<ChannelPayment> =>
  scene.platform.opened(channel, partner, newReference())

const scan = (token: string): Promise<Answer> =>
  scene.platform.call('GET', `/channel/v1/qr-codes/${token}`, { key: channel.apiKey })

describe('a channel', () => {
  test('is renamed, with an entry in the audit log', async () => {
    expect((await changed({ name: 'Agence Hydra' })).name).toBe('Agence Hydra')
    const { items } = await scene.platform.operator(
      `/audit-log?subject=${channel.channelId}&limit=1`,
    )
    expect(items).toMatchObject([
      {
        action: 'channel.update',
        actor: 'environment',
        subject: channel.channelId,
        details: { name: 'Agence Hydra' },
      },
    ])
    const list = await scene.platform.operator('/channels?limit=200')
    expect(list.items).toContainEqual(
      expect.objectContaining({
        channelId: channel.channelId,
        name: 'Agence Hydra',
        status: 'active',
        partners: null,
      }),
    )
  })

  test.each([
    {},
    { name: '' },
    { status: 'inactive' },
    { partners: [] },
    { partners: ['prt_0'] },
    { partners: ['prt_1', 'prt_1'] },
    { kind: 'DELIVERY' },
  ])('is not changed by %j', async (body) => {
    expectRefusal(await change(body), 'VALIDATION400')
  })

  test('that does not exist is not changed', async () => {
    const unknown = { ...channel, channelId: 'chn_999999' }
    expectRefusal(await change({ name: 'X' }, unknown), 'CHANNEL404_NOT_FOUND')
  })
})

describe('a disabled channel', () => {
  test('opens nothing and scans nothing, until it is active again', async () => {
    const token = await makeQrCode(scene.platform.pool, scene.partner)
    await callSet(scene.platform, scene.partner, { qrCodeToken: token, amounts: [500] })
    await opened()
    expect((await changed({ status: 'disabled' })).status).toBe('disabled')
    expectRefusal(await open(), 'CHANNEL403_DISABLED')
    expectRefusal(await scan(token), 'CHANNEL403_DISABLED')
    expectRefusal(await payCode(scene.platform, channel, token), 'CHANNEL403_DISABLED')
    await changed({ status: 'active' })
    expect((await open()).status).toBe(201)
    expect((await scan(token)).status).toBe(200)
  })

  test('loses no confirmation: what is open is confirmed, cancelled, failed and read', async () => {
    const [paid, cancelled, failed] = [await opened(), await opened(), await opened()]
    await changed({ status: 'disabled', partners: ['prt_999999'] })
    const answers = [
      await scene.platform.change(channel, 'confirm', paid.paymentId),
      await scene.platform.change(channel, 'cancel', cancelled.paymentId),
      await scene.platform.change(channel, 'fail', failed.paymentId),
    ]
    expect(answers.map(({ body }) => body.stage)).toEqual(['paid', 'released', 'released'])
    expect((await scene.platform.payment(channel, paid.paymentId)).body.stage).toBe('paid')
    const path = `/channel/v1/payments/${paid.paymentId}/receipt`
    expect((await scene.platform.call('GET', path, { key: channel.apiKey })).status).toBe(200)
  })
})

describe('a channel that is restricted to partners', () => {
  test('opens for them alone, until null makes it all again', async () => {
    const other = await scene.platform.createPartner(scene.server)
    const token = await makeQrCode(scene.platform.pool, other)
    await callSet(scene.platform, other, { qrCodeToken: token, amounts: [500] })
    const { partnerId } = scene.partner
    expect((await changed({ partners: [partnerId] })).partners).toEqual([partnerId])
    expect((await open()).status).toBe(201)
    expectRefusal(await open(other), 'CHANNEL403_PARTNER_NOT_ALLOWED')
    expectRefusal(await scan(token), 'CHANNEL403_PARTNER_NOT_ALLOWED')
    expectRefusal(await payCode(scene.platform, channel, token), 'CHANNEL403_PARTNER_NOT_ALLOWED')
    expectRefusal(await scan('NOT-A-CODE'), 'QR_CODE404_NOT_FOUND')
    await changed({ partners: null })
    expect((await open(other)).status).toBe(201)
  })
})

describe("a channel's list of its payments", () => {
  const list = async (query = ''): Promise<{ items: any[]; nextCursor: string | null }> => {
    const answer = await scene.platform.call('GET', `/channel/v1/payments${query}`, {
      key: channel.apiKey,
    })
    expect(answer.status).toBe(200)
    expect(channelPaymentList.parse(answer.body)).toEqual(answer.body)
    return answer.body
  }

  /** Every page of a list. */
  const all = async (query = ''): Promise<any[]> => {
    const items: any[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`?limit=2${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      items.push(...page.items)
      cursor = page.nextCursor
    }
    return items
  }

  const ids = (items: any[]): string[] => items.map(({ paymentId }) => paymentId)

  test('has its own alone, newest first, over all partners and pages', async () => {
    const other = await scene.platform.createPartner(scene.server)
    const stranger = await scene.platform.createChannel('DELIVERY')
    const own: string[] = []
    for (const partner of [scene.partner, other, scene.partner, other, scene.partner]) {
      own.unshift((await opened(partner)).paymentId)
      await scene.platform.opened(stranger, partner, newReference())
    }
    expect(ids(await all())).toEqual(own)
    expect(ids((await list('?limit=3')).items)).toEqual(own.slice(0, 3))
    const [newest] = await all()
    const { body } = await scene.platform.payment(channel, own[0] as string)
    const { amount_detail: _, details: __, ...record } = body
    expect(newest).toEqual({ ...record, createdAt: newest.createdAt })
  })

  test('is filtered by stage; a lapsed lock counts as released', async () => {
    const [paid, cancelled, locked] = [await opened(), await opened(), await opened()]
    await scene.platform.change(channel, 'confirm', paid.paymentId)
    await scene.platform.change(channel, 'cancel', cancelled.paymentId)
    expect(ids(await all('&stage=paid'))).toEqual([paid.paymentId])
    expect(ids(await all('&stage=released'))).toEqual([cancelled.paymentId])
    expect(ids(await all('&stage=locked'))).toEqual([locked.paymentId])
    await scene.platform.refund(paid.paymentId)
    expect(ids(await all('&stage=refunded'))).toEqual([paid.paymentId])
    await scene.platform.clock.advance(901)
    expect(ids(await all('&stage=locked'))).toEqual([])
    const released = await all('&stage=released')
    expect(ids(released)).toEqual([locked.paymentId, cancelled.paymentId])
    expect(released[0].failReason).toBe('expired')
  })

  test('has payments of other days, and those of a time alone', async () => {
    const old = await opened()
    await scene.platform.clock.advance(40 * 86_400)
    const middle = await opened()
    const [{ createdAt }] = await all()
    await scene.platform.clock.advance(3_600)
    const young = await opened()
    expect(ids(await all())).toEqual([young, middle, old].map(({ paymentId }) => paymentId))
    expect(ids(await all(`&createdSince=${createdAt}`))).toEqual([
      young.paymentId,
      middle.paymentId,
    ])
    expect(ids(await all(`&createdBefore=${createdAt}`))).toEqual([old.paymentId])
  })

  test('ends a page after 20,000 payments of all channels, and goes on from there', async () => {
    const oldest = await opened()
    await scene.platform.clock.advance(60)
    // As many payments of another channel lie between two of this one.
    await scene.platform.pool.query(
      `insert into payments (partner_id, payment_id, reference, channel_id, channel_kind, stage,
        amount, currency, amount_detail, details, opened_at, lock_expires_at, released_at,
        fail_reason)
      select $1, new_id($1), 'many-' || n, 1, 'AGENCY', 'released', 100, 'DZD', '[]', '[]',
        wasl_now(), wasl_now() + interval '1 s', wasl_now(), 'cancelled'
      from generate_series(1, 20000) as n`,
      [(await scene.platform.createPartner(scene.server)).number],
    )
    try {
      const first = await list()
      expect([first.items, typeof first.nextCursor]).toEqual([[], 'string'])
      expect(ids(await all())).toEqual([oldest.paymentId])
    } finally {
      await scene.platform.pool.query(`delete from payments where reference like 'many-%'`)
    }
  })

  test.each([
    '?limit=0',
    '?limit=201',
    '?stage=open',
    '?cursor=x',
    '?reference=X',
    '?createdSince=1',
  ])('refuses %s', async (query) => {
    const answer = await scene.platform.call('GET', `/channel/v1/payments${query}`, {
      key: channel.apiKey,
    })
    expectRefusal(answer, 'VALIDATION400')
  })
})
