import { partnerPaymentList, type PartnerPayment, type PartnerPaymentList } from '@wasl/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { fewAtOnce } from './support/few-at-once.ts'
import { closeEndedDays } from './support/ledger.ts'
import { newReference, type Answer, type Node, type TestPartner } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const PATH = '/partner/payments/v1'

const ask = (partner: TestPartner, query = '', node: Node = scene.platform): Promise<Answer> =>
  node.call('GET', `${PATH}${query}`, { key: partner.apiKey })

/** One page that must be answered, as the contract has it. */
const page = async (
  partner: TestPartner,
  query: Record<string, string>,
): Promise<PartnerPaymentList> => {
  const answer = await ask(partner, `?${new URLSearchParams(query).toString()}`)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  expect(partnerPaymentList.parse(answer.body)).toEqual(answer.body)
  return answer.body
}

/** Every page, with what happens between two of them. */
const allPages = async (
  partner: TestPartner,
  query: Record<string, string>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<PartnerPayment[]> => {
  const items: PartnerPayment[] = []
  let cursor: string | null = ''
  do {
    const read: PartnerPaymentList = await page(partner, { ...query, ...(cursor && { cursor }) })
    items.push(...read.items)
    cursor = read.nextCursor
    await between()
  } while (cursor !== null)
  return items
}

const newPartner = () => scene.platform.createPartner(scene.server)

const opened = (partner: TestPartner, reference = newReference()) =>
  scene.platform.opened(scene.channel, partner, reference)

const confirmed = async (partner: TestPartner, reference?: string) => {
  const payment = await opened(partner, reference)
  return (await scene.platform.change(scene.channel, 'confirm', payment.paymentId)).body
}

/** Moves to this time of a later day in Algiers, which is one hour ahead of UTC all year. */
const moveTo = async (localTime: string): Promise<string> => {
  const { clock } = scene.platform
  const local = new Date((await clock.now()).getTime() + 3_600_000)
  local.setUTCDate(local.getUTCDate() + 1)
  const date = local.toISOString().slice(0, 10)
  await clock.advanceTo(new Date(Date.parse(`${date}T${localTime}Z`) - 3_600_000))
  return date
}

const nextDate = (date: string): string =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

describe('a partner lists its payments (D31)', () => {
  test('each with its stage, amounts, times and business date', async () => {
    const { platform, channel } = scene
    const date = await moveTo('12:00:00')
    const partner = await newPartner()
    const paid = await confirmed(partner, 'فاتورة/1 é')
    const refunded = await confirmed(partner)
    await platform.refund(refunded.paymentId)
    const released = await opened(partner)
    await platform.change(channel, 'cancel', released.paymentId)
    const locked = await opened(partner)
    // What was delivered between two pages would differ on them.
    await platform.settled()
    const { items, nextCursor } = await page(partner, {})
    expect(nextCursor).toBeNull()
    expect(items.map(({ paymentId, stage }) => [paymentId, stage])).toEqual([
      [paid.paymentId, 'paid'],
      [refunded.paymentId, 'refunded'],
      [released.paymentId, 'released'],
      [locked.paymentId, 'locked'],
    ])
    expect(items.map(({ businessDate }) => businessDate)).toEqual([date, date, date, date])
    expect(items[0]).toMatchObject({
      reference: 'فاتورة/1 é',
      channel: 'AGENCY',
      amount: 599.8,
      refundedAmount: 0,
      currency: 'DZD',
      paidAt: paid.paidAt,
      refundedAt: null,
    })
    expect(items[1]).toMatchObject({ amount: 599.8, refundedAmount: 599.8 })
    expect(items[1]?.refundedAt).not.toBeNull()
    expect(items[2]).toMatchObject({ paidAt: null, refundedAmount: 0, webhookDelivery: 'none' })
    for (const { stage } of items) {
      const own = items.filter((item) => item.stage === stage)
      expect((await page(partner, { stage })).items).toEqual(own)
    }
  })

  test('says whether the webhook of a payment was delivered', async () => {
    const partner = await newPartner()
    const payment = await confirmed(partner)
    await scene.server.webhooksArrived(payment.reference, 2)
    await scene.platform.settled()
    expect((await page(partner, {})).items[0]?.webhookDelivery).toBe('delivered')
  })

  test('a payment of the night belongs to the date on which it was paid', async () => {
    const { clock } = scene.platform
    const partner = await newPartner()
    const date = await moveTo('23:58:00')
    const [paid, unpaid] = [await opened(partner), await opened(partner)]
    await clock.advance(180)
    await scene.platform.change(scene.channel, 'confirm', paid.paymentId)
    const after = nextDate(date)
    const ids = async (from: string, to: string) =>
      (await page(partner, { from, to })).items.map(({ paymentId }) => paymentId)
    expect(await ids(date, date)).toEqual([unpaid.paymentId])
    expect(await ids(after, after)).toEqual([paid.paymentId])
    expect(await ids(date, after)).toEqual([paid.paymentId, unpaid.paymentId])
    expect(await ids(nextDate(after), '9999-12-31')).toEqual([])
    expect(await ids('0001-01-01', '2020-01-01')).toEqual([])
  })

  test('names the closed statement that covers a payment', async () => {
    const { pool } = scene.platform
    const date = await moveTo('12:00:00')
    const partner = await newPartner()
    await confirmed(partner)
    const unpaid = await opened(partner)
    await scene.platform.change(scene.channel, 'cancel', unpaid.paymentId)
    const statementIds = async () =>
      (await page(partner, {})).items.map(({ statementId }) => statementId)
    expect(await statementIds()).toEqual([null, null])
    const { rows } = await pool.query<{ statement_id: string }>(
      `insert into statements (partner_id, statement_id, owner, period_from, period_until, status,
        opened_at)
      values ($1, new_id($1), $2, $3::date - 3, $3::date, 'open', wasl_now())
      returning statement_id`,
      [partner.number, partner.partnerId, date],
    )
    expect(await statementIds()).toEqual([null, null])
    await pool.query(
      `update statements
      set status = 'closed', closed_at = wasl_now(), closed_by = 'Amina', year = 2026, number = 1,
        lines = 0, payments = 0, gross = 0, refunds = 0, fees = 0, fees_back = 0, vat = 0,
        vat_back = 0, adjustments = 0, carried_forward = 0, net = 0
      where partner_id = $1`,
      [partner.number],
    )
    expect(await statementIds()).toEqual([rows[0]?.statement_id, null])
    // The scene checks every invariant, and this statement has no payments.
    await pool.query(`begin;
      set local session_replication_role = replica;
      delete from statements where partner_id = ${partner.number};
      commit`)
  })

  test('a reading of one is in the audit log, and a refused one leaves no entry', async () => {
    const [partner, other] = [await newPartner(), await newPartner()]
    const { paymentId } = await opened(partner)
    expect((await ask(partner, `/${paymentId}`)).status).toBe(200)
    expect((await ask(other, `/${paymentId}`)).status).toBe(404)
    const filter = `action=personal-data.read&subject=${paymentId}`
    const { items } = await scene.platform.operator(`/audit-log?${filter}`)
    const { partnerId } = partner
    expect(items).toMatchObject([{ partnerId, subject: paymentId, details: { of: 'labels' } }])
  })

  test('a lapsed lock is released before it is shown as released', async () => {
    const { platform, channel } = scene
    const partner = await newPartner()
    const { paymentId } = await opened(partner)
    await platform.clock.advance(901)
    const { items } = await page(partner, { stage: 'released' })
    expect(items.map((item) => item.paymentId)).toEqual([paymentId])
    expectRefusal(await platform.change(channel, 'confirm', paymentId), 'PAYMENT409_LOCK_LOST')
    expect((await page(partner, { stage: 'locked' })).items).toEqual([])
  })

  test("never shows another partner's payments", async () => {
    const [one, other] = [await newPartner(), await newPartner()]
    await confirmed(one, 'SAME')
    await confirmed(other, 'SAME')
    const pages = [await page(one, {}), await page(other, {})]
    expect(pages.map(({ items }) => items.length)).toEqual([1, 1])
    expect(pages[0]?.items[0]?.paymentId).not.toBe(pages[1]?.items[0]?.paymentId)
  })
})

describe('pages while payments are made', () => {
  test('have each payment once, whatever happens to it between two pages', async () => {
    const { platform, channel } = scene
    const partner = await newPartner()
    const before = []
    for (let count = 0; count < 23; count += 1) before.push((await opened(partner)).paymentId)
    const waiting = [...before]
    const items = await allPages(partner, { limit: '4' }, async () => {
      // One that was shown, one that was not yet, and a new one.
      const early = waiting.shift()
      const late = waiting.pop()
      if (early) await platform.change(channel, 'confirm', early)
      if (late) await platform.change(channel, waiting.length % 2 ? 'confirm' : 'cancel', late)
      if (waiting.length > 0) await confirmed(partner)
    })
    const ids = items.map(({ paymentId }) => paymentId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.slice(0, before.length)).toEqual(before)
  })

  test('a payment that was paid before the first page is on exactly one page of its stage', async () => {
    const { platform, channel } = scene
    const partner = await newPartner()
    const ids: string[] = []
    for (let count = 0; count < 20; count += 1) ids.push((await opened(partner)).paymentId)
    const paid = ids.filter((_, index) => index % 2 === 0)
    const later = ids.filter((_, index) => index % 2 === 1)
    await Promise.all(paid.map((id) => platform.change(channel, 'confirm', id)))
    const items = await allPages(partner, { stage: 'paid', limit: '3' }, async () => {
      const id = later.pop()
      if (id) await platform.change(channel, 'confirm', id)
    })
    const listed = items.map(({ paymentId }) => paymentId)
    expect(listed.filter((id) => paid.includes(id))).toEqual(paid)
    expect(new Set(listed).size).toBe(listed.length)
  })

  test('say through which date they are complete, as of the first page', async () => {
    const { pool } = scene.platform
    const partner = await newPartner()
    await confirmed(partner)
    await confirmed(partner)
    const sealed = nextDate(await moveTo('12:00:00'))
    // A closing under way would seal its days between what is read here and what is put back.
    await closeEndedDays(pool)
    const first = await page(partner, { limit: '1' })
    const { rows: states } = await pool.query(
      'select open_day::text, sealed_through::text from ledger_state',
    )
    await pool.query(`update ledger_state set open_day = $1::date + 1, sealed_through = $1::date`, [
      sealed,
    ])
    // The first page may lack a payment that entered the date afterwards.
    const second = await page(partner, { limit: '1', cursor: first.nextCursor as string })
    expect([second.completeThrough, second.items.length]).toEqual([first.completeThrough, 1])
    expect(first.completeThrough).not.toBe(sealed)
    expect((await page(partner, {})).completeThrough).toBe(sealed)
    // The periodic work may have closed earlier days.
    const { open_day: openDay, sealed_through: sealedThrough } = states[0]
    await pool.query('update ledger_state set open_day = $1::date, sealed_through = $2::date', [
      openDay,
      sealedThrough,
    ])
  })
})

describe('what the list refuses', () => {
  test.for([
    ['?from=2026-11-23&to=2026-11-22', 'to'],
    ['?from=2026-02-30', 'from'],
    ['?to=yesterday', 'to'],
    ['?stage=not_found', 'stage'],
    ['?limit=501', 'limit'],
    ['?limit=0', 'limit'],
    ['?cursor=bm90aGluZw', 'cursor'],
    ['?cursor=MDE5ODlkMmUtNWMwMC03YTEwLThmM2ItOWMxZTAwMDAwM2U3', 'cursor'],
    ['?reference=INV', 'reference'],
  ] as const)('%s is VALIDATION400', async ([query, path]) => {
    const answer = await ask(await newPartner(), query)
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details[0].path).toBe(path)
  })

  test('the key and the partner come first, and a wrong key costs nothing', async () => {
    const { platform, partner } = scene
    const inactive = await newPartner()
    const wrong = { ...inactive, apiKey: `${inactive.apiKey}x` }
    expectRefusal(await ask(wrong, '?limit=0'), 'PARTNER_API401_UNAUTHORIZED')
    await platform.call('PATCH', `/operator/v1/partners/${inactive.partnerId}`, {
      key: platform.operatorKey,
      body: { status: 'inactive' },
    })
    const refused = await ask(inactive, '?limit=0')
    expectRefusal(refused, 'PARTNER_API403_MERCHANT_INACTIVE')
    expect(refused.headers.get('ratelimit')).toBeNull()
    expect((await ask(partner)).headers.get('ratelimit')).toBe('"lists";r=59;t=60')
  })
})

describe('60 list requests in 60 seconds (W124)', () => {
  // Otherwise requests leave the window while a slow machine makes the others.
  beforeAll(() => scene.platform.clock.stop())

  /** Of one process: no more than it has connections for, so that none waits out its limit. */
  const AT_ONCE = 4

  const statusesOf = async (count: number, partner: TestPartner, nodes: Node[]) => {
    const answers = await Promise.all(
      nodes.map((node) =>
        // A wrong request counts, and waits for no place of a list.
        fewAtOnce(count / nodes.length, AT_ONCE, () => ask(partner, '?limit=0', node)),
      ),
    )
    return answers.flat().map(({ body }) => body.error as string)
  }

  const countOf = (errors: string[], code: string) => errors.filter((one) => one === code).length

  test('exactly 60 of 150 calls to two processes are accepted', async () => {
    const node = await scene.platform.startNode()
    const errors = await statusesOf(150, await newPartner(), [scene.platform, node])
    expect(countOf(errors, 'VALIDATION400')).toBe(60)
    expect(countOf(errors, 'PARTNER_API429_TOO_MANY_LISTS')).toBe(90)
    await node.stop()
  })

  test('the window slides, Retry-After is true, and the status has a quota of its own', async () => {
    const { platform } = scene
    const partner = await newPartner()
    await statusesOf(40, partner, [platform])
    await platform.clock.advance(30)
    await statusesOf(20, partner, [platform])
    const refused = await ask(partner)
    expectRefusal(refused, 'PARTNER_API429_TOO_MANY_LISTS')
    expect(refused.headers.get('ratelimit-policy')).toBe('"lists";q=60;w=60')
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(refused.headers.get('ratelimit')).toBe(`"lists";r=0;t=${retryAfter}`)
    expect((await platform.status(partner, 'INV')).headers.get('ratelimit')).toContain('r=59')
    await platform.clock.advance(retryAfter)
    const errors = await statusesOf(50, partner, [platform])
    expect(countOf(errors, 'VALIDATION400')).toBe(40)
  })
})
