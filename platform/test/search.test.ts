import { partnerSearchAnswer, searchAnswer, type ChannelPayment } from '@wasl/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { receiptNumber, shortReceiptNumber } from '../src/payments/receipts/receipt-number.ts'
import type { TestPartner } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

let other: TestPartner
let hamri: string

/** The payments of the story, by their references. */
const paid: Record<string, ChannelPayment> = {}
let requestId: string

const PRICES = {
  'FAC/2026-04417': 12_450,
  'FAC/2026-04419': 5_600,
  'طلب-٠٠٤٥': 12_450,
  'CMD_1%': 2_500,
  'EAU-31': 12_999.99,
}

beforeAll(async () => {
  const { platform, server, partner } = scene
  const names = { name: 'École de la Sécurité', nameAr: 'مؤسسة الأمل' }
  other = await platform.createPartner(server, names)
  const created = await platform.call('POST', '/operator/v1/channels', {
    key: platform.operatorKey,
    body: { name: 'Agence El Hamri', kind: 'AGENCY' },
  })
  hamri = created.body.channelId
  const till = { channelId: hamri, kind: 'AGENCY', apiKey: created.body.apiKey } as const
  for (const [reference, price] of Object.entries(PRICES)) server.prices.set(reference, price)
  // Released first, then paid.
  const first = await platform.opened(till, partner, 'FAC/2026-04419')
  await platform.change(till, 'cancel', first.paymentId)
  for (const reference of Object.keys(PRICES)) {
    const owner = reference === 'EAU-31' ? other : partner
    const opened = await platform.open(till, owner, reference)
    expect(opened.status).toBe(201)
    if (reference === 'FAC/2026-04417') requestId = opened.headers.get('x-request-id') as string
    const { paymentId } = opened.body
    const confirmed = await platform.change(till, 'confirm', paymentId)
    expect(confirmed.status).toBe(200)
    paid[reference] = confirmed.body
  }
})

const idOf = (reference: string): string => paid[reference]?.paymentId as string

/** What is found within the time that a search has, which each of its parts may exceed. */
const searchOnce = async (q: string, more: Record<string, string> = {}) => {
  const { platform } = scene
  const path = `/operator/v1/search?${String(new URLSearchParams({ q, ...more }))}`
  const answer = await platform.call('GET', path, { key: platform.operatorKey })
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  expect(searchAnswer.parse(answer.body)).toEqual(answer.body)
  return answer.body
}

/** All that is found. */
const search = async (q: string, more?: Record<string, string>) => {
  for (;;) {
    const answer = await searchOnce(q, more)
    if (answer.isComplete) return answer
  }
}

/** The references of the payments that were found, with why. */
const payments = async (q: string, more?: Record<string, string>): Promise<string[]> => {
  const { groups } = await search(q, more)
  const items = groups.find(({ kind }: { kind: string }) => kind === 'payments')?.items ?? []
  return items.map((each: any) => `${each.match} ${each.reference}`)
}

const group = async (q: string, kind: string): Promise<any[]> =>
  (await search(q)).groups.find((each: { kind: string }) => each.kind === kind)?.items ?? []

describe('a caller’s payment is found', () => {
  test('by its reference, or the beginning of it, in any case and digits', async () => {
    expect(await payments('FAC/2026-04417')).toEqual(['reference FAC/2026-04417'])
    expect(await payments('  fac/2026')).toEqual([
      'beginning FAC/2026-04419',
      'beginning FAC/2026-04417',
    ])
    expect(await payments('طلب')).toEqual(['beginning طلب-٠٠٤٥'])
    expect(await payments('\u202bfac/٢٠٢٦-٠٤٤١٧\u202c')).toEqual(['reference FAC/2026-04417'])
  })

  test('with the earlier, released payments of its reference', async () => {
    const { groups } = await search('FAC/2026-04419')
    expect(groups[0].items.map(({ stage }: ChannelPayment) => stage)).toEqual(['paid', 'released'])
  })

  test('by the amount as it is said, the newest first', async () => {
    const both = ['amount طلب-٠٠٤٥', 'amount FAC/2026-04417']
    for (const said of ['12 450', '12450,00', '12.450 DA', '12\u202f450,00 د.ج', '١٢٤٥٠ دج']) {
      expect(await payments(said), said).toEqual(both)
    }
    expect((await search('2500 دج')).understood).toMatchObject({ amountFrom: 2500, amountTo: 2500 })
    expect(await payments('de 5000 à 6000')).toEqual([
      'amount FAC/2026-04419',
      'amount FAC/2026-04419',
    ])
    expect(await payments('>12.900 DA')).toEqual(['amount EAU-31'])
  })

  test('by its amount in a period of local time', async () => {
    const { rows } = await scene.platform.pool.query<{ day: string; next: string }>(
      `select local::date::text as day, (local::date + 1)::text as next
      from (
        select opened_at at time zone time_zone as local
        from ledger_state, payments where reference = 'CMD_1%'
      ) as opened`,
    )
    const { day, next } = rows[0] as { day: string; next: string }
    expect(await payments('2500', { from: day, to: day })).toEqual(['amount CMD_1%'])
    expect(await payments('2500', { from: `${next}T00:00` })).toEqual([])
  })

  test('by its receipt, its ids and the request that opened it', async () => {
    const { platform } = scene
    const paymentId = idOf('FAC/2026-04417')
    const events = await platform.operator(`/webhook-events?paymentId=${paymentId}`)
    expect(await payments(receiptNumber(paymentId).toLowerCase())).toEqual([
      'receipt FAC/2026-04417',
    ])
    expect(await payments(shortReceiptNumber(paymentId))).toContain('receipt FAC/2026-04417')
    expect(await payments(paymentId)).toEqual(['id FAC/2026-04417'])
    expect(await payments(events.items[0].eventId)).toEqual(['id FAC/2026-04417'])
    expect(await group(events.items[0].eventId, 'events')).toHaveLength(1)
    expect(await payments(requestId)).toEqual(['request FAC/2026-04417'])
  })
})

test('names are found without case, accents and the spellings of Arabic letters', async () => {
  for (const typed of ['ecole de la SECURITE', 'مؤسسه الامل', other.partnerId]) {
    expect((await group(typed, 'partners')).map(({ partnerId }) => partnerId)).toEqual([
      other.partnerId,
    ])
  }
  expect(await group('el hamri', 'channels')).toMatchObject([{ name: 'Agence El Hamri' }])
  expect(await group('%%', 'partners')).toEqual([])
  expect((await search('019aa5b1-3080-7abc-8def-0123ffffffff')).groups).toEqual([])
})

test('what an operator’s request did is found by its id', async () => {
  const { platform } = scene
  const path = `/operator/v1/partners/${other.partnerId}`
  const body = { city: 'Oran' }
  const patched = await platform.call('PATCH', path, { key: platform.operatorKey, body })
  const found = await group(patched.headers.get('x-request-id') as string, 'requests')
  expect(found).toMatchObject([{ action: 'partner.update', partnerId: other.partnerId }])
})

test('a partner finds its own rows alone', async () => {
  const { platform, partner } = scene
  const own = async (q: string): Promise<unknown[]> => {
    const path = `/partner/search/v1?${String(new URLSearchParams({ q }))}`
    const { status, body } = await platform.call('GET', path, { key: partner.apiKey })
    expect(status).toBe(200)
    expect(partnerSearchAnswer.parse(body)).toEqual(body)
    if (!body.isComplete) return own(q)
    return body.groups.flatMap(({ items }: { items: unknown[] }) => items)
  }
  expect(await own('FAC/2026-04417')).toMatchObject([{ reference: 'FAC/2026-04417' }])
  expect(await own('12450')).toHaveLength(2)
  for (const foreign of [
    'EAU-31',
    '12999,99',
    idOf('EAU-31'),
    other.partnerId,
    'Sécurité',
    requestId,
  ]) {
    expect(await own(foreign), foreign).toEqual([])
  }
  const path = '/operator/v1/search?q=FAC'
  expectRefusal(
    await platform.call('GET', path, { key: partner.apiKey }),
    'OPERATOR401_UNAUTHORIZED',
  )
})

test('a part that takes too long is given up, and the others answer', async () => {
  const holder = await scene.platform.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table agents in access exclusive mode')
    // On a slow machine the part that finds it may take too long as well.
    const groups = await until('the channel to be found', async () => {
      const answer = await searchOnce('el hamri')
      expect(answer.isComplete).toBe(false)
      return answer.groups.length > 0 && answer.groups
    })
    expect(groups).toMatchObject([{ kind: 'channels', items: [{ name: 'Agence El Hamri' }] }])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})

test('payments are listed by parts of what is known', async () => {
  const { platform } = scene
  const references = async (query: Record<string, string>) => {
    const page = await platform.operator(`/payments?${String(new URLSearchParams(query))}`)
    return page.items.map(({ reference }: ChannelPayment) => reference)
  }
  expect(await references({ referenceBegins: 'FAC/' })).toEqual([
    'FAC/2026-04419',
    'FAC/2026-04417',
    'FAC/2026-04419',
  ])
  expect(await references({ amountFrom: '12000' })).toEqual([
    'EAU-31',
    'طلب-٠٠٤٥',
    'FAC/2026-04417',
  ])
  expect(await references({ partnerName: 'securite', amountFrom: '1' })).toEqual(['EAU-31'])
  const day = { from: '2020-01-01', channelName: 'HAMRI', amountTo: '3000' }
  expect(await references(day)).toEqual(['CMD_1%'])
  expect(await references({ ...day, to: '2020-01-02' })).toEqual([])
})

test('a channel finds its own payments alone', async () => {
  const { platform, server, channel, partner } = scene
  server.prices.set('FAC/2026-05000', 900)
  const { paymentId } = await platform.opened(channel, partner, 'FAC/2026-05000')
  const own = async (query: string) => {
    const path = `/channel/v1/payments?${query}`
    const { status, body } = await platform.call('GET', path, { key: channel.apiKey })
    expect(status).toBe(200)
    return body.items.map((each: ChannelPayment) => each.paymentId)
  }
  expect(await own('referenceBegins=fac')).toEqual([paymentId])
  expect(await own('amount=900')).toEqual([paymentId])
  expect(await own('amount=12450')).toEqual([])
  expect((await platform.change(channel, 'cancel', paymentId)).status).toBe(200)
})
