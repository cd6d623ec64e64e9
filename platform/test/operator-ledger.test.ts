/** The books over HTTP (D31), and transfers by hand (W104). */
import { beforeAll, describe, expect, test } from 'vitest'
import { rollUpChannelDays } from '../src/money/settlement/statements/channel-days.ts'
import { INTEGRITY } from '../src/operations/integrity/integrity.ts'
import { runDailyChecks } from '../src/operations/integrity/run.ts'
import { createLog } from '../src/base/log.ts'
import { toNextNoon } from './support/clock.ts'
import { closeEndedDays } from './support/ledger.ts'
import { newReference, type Answer } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

/** The key of another person. */
let secondKey: string
let paymentId: string

const read = (path: string): Promise<any> => scene.platform.operator(path)

const call = (
  method: string,
  path: string,
  body?: unknown,
  key = scene.platform.operatorKey,
): Promise<Answer> =>
  scene.platform.call(method, `/operator/v1${path}`, { key, ...(body !== undefined && { body }) })

const confirmed = async (partner = scene.partner): Promise<string> => {
  const { platform, channel } = scene
  const opened = await platform.opened(channel, partner, newReference())
  await platform.change(channel, 'confirm', opened.paymentId)
  return opened.paymentId
}

beforeAll(async () => {
  await toNextNoon(scene.platform.clock)
  const body = { name: 'Second person', holder: 'Karim Hadj' }
  secondKey = (await call('POST', '/operator-keys', body)).body.apiKey
  paymentId = await confirmed()
})

describe('balances', () => {
  test('of an account, of a kind and of all, with debits and credits', async () => {
    const { channel, partner } = scene
    const cash = {
      kind: 'cash',
      owner: channel.channelId,
      debits: 599.8,
      credits: 0,
      balance: 599.8,
      currency: 'DZD',
    }
    const payable = {
      kind: 'partner_payable',
      owner: partner.partnerId,
      debits: 0,
      credits: 599.8,
      balance: -599.8,
      currency: 'DZD',
    }
    const all = await read('/ledger/balances')
    expect(all).toEqual({ items: [cash, payable], nextCursor: null, completeThrough: null })
    expect((await read('/ledger/balances?kind=cash')).items).toEqual([cash])
    expect((await read(`/ledger/balances?owner=${partner.partnerId}`)).items).toEqual([payable])
    expect((await read('/ledger/balances?kind=bank')).items).toEqual([])
  })

  test('come in pages', async () => {
    const first = await read('/ledger/balances?limit=1')
    expect(first.items).toHaveLength(1)
    const second = await read(`/ledger/balances?limit=1&cursor=${first.nextCursor}`)
    expect(second.items).toMatchObject([{ kind: 'partner_payable' }])
    expect(second.nextCursor).toBe(null)
    expectRefusal(await call('GET', '/ledger/balances?cursor=bm9uZQ'), 'VALIDATION400')
  })
})

describe('transfers', () => {
  test('of a payment', async () => {
    const { channel, partner } = scene
    const { items } = await read(`/ledger/transfers?source=${paymentId}`)
    expect(items).toEqual([
      {
        source: paymentId,
        code: 'COLLECT',
        line: 1,
        partnerId: partner.partnerId,
        debit: { kind: 'cash', owner: channel.channelId },
        credit: { kind: 'partner_payable', owner: partner.partnerId },
        amount: 599.8,
        currency: 'DZD',
        actor: channel.channelId,
        at: expect.stringMatching(/Z$/),
        businessDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    ])
  })

  test('of an account, the newest first, in pages that lose none', async () => {
    const { channel, platform, server } = scene
    const other = await platform.createPartner(server)
    const ids = [paymentId]
    for (const partner of [scene.partner, other, scene.partner]) ids.push(await confirmed(partner))
    const path = `/ledger/transfers?kind=cash&owner=${channel.channelId}&limit=1`
    const found: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const page = await read(`${path}${next && `&cursor=${next}`}`)
      found.push(...page.items.map(({ source }: { source: string }) => source))
      next = page.nextCursor
    }
    expect(found).toEqual(ids.toReversed())
    expect((await read(`${path}&source=${ids[2]}`)).items).toMatchObject([{ source: ids[2] }])
  })

  test('between two dates', async () => {
    const { platform, channel } = scene
    const path = `/ledger/transfers?kind=cash&owner=${channel.channelId}`
    const [{ businessDate }] = (await read(path)).items
    const count = (await read(path)).items.length
    await platform.clock.advance(86_400)
    await confirmed()
    expect((await read(path)).items).toHaveLength(count + 1)
    expect((await read(`${path}&to=${businessDate}`)).items).toHaveLength(count)
    expect((await read(`${path}&from=${businessDate}`)).items).toHaveLength(count + 1)
    expect((await read(`${path}&to=2000-01-01`)).items).toEqual([])
    expect((await read(`/ledger/transfers?source=${paymentId}&to=2000-01-01`)).items).toEqual([])
  })

  test.for([
    '/ledger/transfers',
    '/ledger/transfers?kind=cash',
    '/ledger/transfers?owner=agt_1',
    '/ledger/transfers?kind=gold&owner=agt_1',
    '/ledger/transfers?kind=cash&owner=agt_1&from=2026-11-22&to=2026-11-21',
    '/ledger/transfers?kind=cash&owner=agt_1&cursor=W10',
    '/ledger/balances?at=2026-13-01',
    '/ledger/trial-balance?kind=cash',
  ])('%s is refused', async (path) => {
    expectRefusal(await call('GET', path), 'VALIDATION400')
  })
})

describe('a closed day', () => {
  test('is named, and its balances stay as they are', async () => {
    const { platform, channel } = scene
    await platform.clock.advance(86_400)
    const sealed = await closeEndedDays(platform.pool)
    const path = `/ledger/balances?kind=cash&owner=${channel.channelId}&at=${sealed}`
    const before = await read(path)
    expect(before.completeThrough).toBe(sealed)
    await confirmed()
    expect((await read(path)).items).toEqual(before.items)
    const now = await read(`/ledger/balances?kind=cash&owner=${channel.channelId}`)
    expect(now.items[0].balance).toBeCloseTo(before.items[0].balance + 599.8)
  })
})

test('the trial balance adds up to zero, now and at a date', async () => {
  const { completeThrough } = await read('/ledger/trial-balance')
  for (const query of ['', `?at=${completeThrough}`, '?at=2000-01-01']) {
    const { items, total } = await read(`/ledger/trial-balance${query}`)
    expect(total.balance).toBe(0)
    expect(items).toHaveLength(query.endsWith('2000-01-01') ? 0 : 2)
  }
})

describe('the integrity', () => {
  const change = (amount: string) =>
    scene.platform.pool.query(`
      set session_replication_role = replica;
      update ledger_transfers set amount = ${amount} where source_id = '${paymentId}';
      set session_replication_role = origin`)

  /** What is sealed is summed up first: it is summed up once, and the wrong amount must not be in it. */
  const spoil = async () => {
    await rollUpChannelDays(scene.platform.pool)
    await change('1')
  }

  test('is asked check by check', async () => {
    // A delivery under way would have a lease taken before the clock was moved.
    await scene.platform.settled()
    const report = await read('/integrity')
    expect(report.result).toBe('holds')
    expect(report.items.map(({ name }: { name: string }) => name)).toEqual(Object.keys(INTEGRITY))
  })

  test('shows the rows that contradict it', async () => {
    await spoil()
    try {
      const report = await read('/integrity')
      expect(report.result).toBe('violated')
      const collected = report.items.find(({ name }: { name: string }) =>
        name.startsWith('L1: each payment that was paid'),
      )
      expect(collected).toMatchObject({
        result: 'violated',
        violations: [{ payment_id: paymentId }],
      })
      const { items } = await read('/integrity/runs')
      expect(items).toMatchObject([
        { result: 'violated', items: report.items, askedBy: expect.any(String) },
      ])
    } finally {
      await change('59980')
    }
  })

  test('is checked once for each sealed day, by one of several processes', async () => {
    const { pool, clock } = scene.platform
    const sealed = await read('/ledger/trial-balance')
    const log = createLog('silent')
    const check = () => runDailyChecks(pool, pool, log)
    await Promise.all([check(), check(), check()])
    const { items } = await read('/integrity/runs?limit=20')
    const own = items.filter(({ askedBy }: { askedBy: string | null }) => askedBy === null)
    expect(own).toMatchObject([{ result: 'holds', completeThrough: sealed.completeThrough }])
    // A run whose process died is run again later, and not at once.
    await pool.query(`update integrity_runs set result = null, items = null where asked_by is null`)
    await check()
    expect((await read('/integrity/runs?limit=20')).items).toHaveLength(items.length - 1)
    await clock.advance(601)
    await check()
    expect((await read('/integrity/runs?limit=20')).items).toHaveLength(items.length)
  })

  test('is checked again later when a partner whose rows are being copied may be the cause', async () => {
    const { pool, clock } = scene.platform
    await clock.advance(86_400)
    await closeEndedDays(pool)
    const log = createLog('silent')
    const daily = async (): Promise<string[]> => {
      await pool.query('delete from integrity_runs where asked_by is null')
      await runDailyChecks(pool, pool, log)
      const { rows } = await pool.query<{ result: string }>(
        'select result from integrity_runs where asked_by is null',
      )
      return rows.map(({ result }) => result)
    }
    await pool.query(
      'insert into partner_fences (partner_id, move_id, is_closed) values (1, 1, true)',
    )
    await spoil()
    try {
      expect(await daily()).toEqual([])
      // A move that stands for a day hides nothing.
      await pool.query(`update partner_fences set changed_at = changed_at - interval '25 hours'`)
      expect(await daily()).toEqual(['violated'])
    } finally {
      await change('59980')
      await pool.query('delete from partner_fences')
    }
  })
})

describe('an adjustment', () => {
  const propose = (more: Record<string, unknown> = {}, key?: string): Promise<Answer> => {
    const body = {
      debit: { kind: 'over_short', owner: scene.channel.channelId },
      credit: { kind: 'partner_payable', owner: scene.partner.partnerId },
      amount: 12.34,
      reason: 'A gift after a long wait',
      ...more,
    }
    return call('POST', '/ledger/adjustments', body, key)
  }

  const decide = (id: string, decision: 'approve' | 'decline', key = secondKey) =>
    call('POST', `/ledger/adjustments/${id}/${decision}`, undefined, key)

  test('is written when a second person approves it, once', async () => {
    const proposed = await propose()
    expect(proposed.status).toBe(201)
    const { adjustmentId } = proposed.body
    expect(proposed.body).toMatchObject({ status: 'proposed', amount: 12.34, decidedBy: null })
    expect((await read(`/ledger/transfers?source=${adjustmentId}`)).items).toEqual([])
    const answers = await Promise.all([1, 2, 3].map(() => decide(adjustmentId, 'approve')))
    for (const { status, body } of answers) {
      expect([status, body.status, body.decidedBy]).toEqual([200, 'approved', 'Karim Hadj'])
    }
    const { items } = await read(`/ledger/transfers?source=${adjustmentId}`)
    expect(items).toMatchObject([
      {
        code: 'ADJUST',
        amount: 12.34,
        partnerId: scene.partner.partnerId,
        debit: { kind: 'over_short', owner: scene.channel.channelId },
        credit: { kind: 'partner_payable', owner: scene.partner.partnerId },
      },
    ])
    expectRefusal(await decide(adjustmentId, 'decline'), 'ADJUSTMENT409_DECIDED')
    const [newest] = (await read('/ledger/adjustments')).items
    expect(newest.adjustmentId).toBe(adjustmentId)
  })

  test('is not approved by the person who proposed it, whatever key they use', async () => {
    const { operatorKey, pool } = scene.platform
    const holder = 'Amina Belkacem'
    const desk = await call('POST', '/operator-keys', { name: 'Desk', holder })
    const { body } = await propose({}, desk.body.apiKey)
    expect(body.madeBy).toBe(holder)
    expectRefusal(
      await decide(body.adjustmentId, 'approve', desk.body.apiKey),
      'APPROVAL409_SAME_PERSON',
    )
    const another = await call('POST', '/operator-keys', { name: 'Laptop', holder })
    expectRefusal(
      await decide(body.adjustmentId, 'approve', another.body.apiKey),
      'APPROVAL409_SAME_PERSON',
    )
    await expect(
      pool.query(
        `update adjustments set status = 'approved', decided_by = made_by, decided_at = wasl_now()
        where adjustment_id = $1`,
        [body.adjustmentId],
      ),
    ).rejects.toThrow('violates check constraint')
    expect((await decide(body.adjustmentId, 'decline', operatorKey)).body.status).toBe('declined')
    expectRefusal(await decide(body.adjustmentId, 'approve'), 'ADJUSTMENT409_DECIDED')
    expect((await read(`/ledger/transfers?source=${body.adjustmentId}`)).items).toEqual([])
  })

  test.for([
    [{ credit: { kind: 'bank', owner: 'clients' } }],
    [{ debit: { kind: 'bank', owner: 'own' } }],
    [{ debit: { kind: 'cash', owner: 'agt_1' } }],
    [{ debit: { kind: 'over_short', owner: 'chn_999' } }],
    [{ debit: { kind: 'over_short', owner: 'operator' } }],
    [{ credit: { kind: 'partner_payable', owner: 'prt_1' } }],
    [{ credit: { kind: 'variance', owner: 'chn_1' } }],
    [{ debit: { kind: 'fee_income', owner: 'chn_1' } }],
  ])('of other accounts is refused: %j', async ([more]) => {
    expectRefusal(await propose(more), 'ADJUSTMENT409_PAIR_NOT_ALLOWED')
  })

  test('that there is not cannot be decided', async () => {
    const id = '019aa5c2-9c3a-7b1e-8f3b-9c0000000000'
    for (const decision of ['approve', 'decline'] as const)
      expectRefusal(await decide(id, decision), 'ADJUSTMENT404_NOT_FOUND')
    expectRefusal(await decide('none', 'approve'), 'VALIDATION400')
    expectRefusal(await propose({ amount: 0 }), 'VALIDATION400')
    expectRefusal(await propose({ reason: '' }), 'VALIDATION400')
  })
})
