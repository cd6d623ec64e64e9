import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toNextNoon } from '../support/clock.ts'
import { checkInvariants } from '../support/invariants.ts'
import { expectRefusal } from '../support/scene.ts'
import { fromPage } from '../support/sign-in.ts'
import { until } from '../support/wait.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import { newReference, type TestChannel, type TestPartner } from '../support/node.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import type { TestStore } from '../support/stores.ts'

let platform: TestPlatform
let servers: PartnerServer[]
/** One in each cell, and one more in the first of them. */
let partners: TestPartner[]
let channel: TestChannel

beforeAll(async () => {
  platform = await startTestPlatform({ cells: 2 })
  await toNextNoon(platform.clock)
  servers = await Promise.all([1, 2, 3].map(() => startPartner()))
  partners = []
  for (const server of servers) partners.push(await platform.createPartner(server))
  channel = await platform.createChannel('AGENCY')
})

afterAll(async () => {
  try {
    await platform.settled()
    for (const { pool } of platform.stores) expect(await checkInvariants(pool)).toEqual([])
  } finally {
    await platform.stop()
    for (const server of servers) await server.close()
  }
  for (const server of servers) expect(server.problems).toEqual([])
})

const cellOf = async ({ number }: TestPartner): Promise<string | undefined> => {
  const [control] = platform.stores
  const { rows } = await (control as (typeof platform.stores)[number]).pool.query<{ cell: string }>(
    'select cell from partner_homes where partner_id = $1',
    [number],
  )
  return rows[0]?.cell
}

describe('partners in two cells', () => {
  test('are placed where there are the fewest, with all their rows', async () => {
    const cells = await Promise.all(partners.map(cellOf))
    expect(cells).toEqual(['south', 'north', 'south'])
    for (const partner of partners) {
      const own = await platform.poolOf(partner)
      for (const { pool } of platform.stores) {
        const { rowCount } = await pool.query('select from partners where partner_id = $1', [
          partner.number,
        ])
        expect(rowCount).toBe(pool === own ? 1 : 0)
      }
    }
  })

  test('are paid, told and asked each in their own cell', async () => {
    for (const [place, partner] of partners.entries()) {
      const reference = newReference()
      const { paymentId } = await platform.opened(channel, partner, reference)
      expect((await platform.status(partner, reference)).body.stage).toBe('locked')
      expect((await platform.change(channel, 'confirm', paymentId)).status).toBe(200)
      await platform.settled()
      expect((await platform.status(partner, reference)).body.stage).toBe('paid')
      expect((await platform.payment(channel, paymentId)).body.stage).toBe('paid')
      await servers[place]?.webhooksArrived(reference, 2)
    }
  })
})

describe('what an operator sees', () => {
  test('is of all cells, in one order, page by page', async () => {
    const opened: string[] = []
    for (let round = 0; round < 3; round += 1) {
      for (const partner of partners) {
        opened.unshift((await platform.opened(channel, partner, newReference('PAGE'))).paymentId)
      }
    }
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await platform.operator(`/payments?referenceBegins=PAGE&limit=4${cursor}`)
      expect(page.items.length).toBeLessThanOrEqual(4)
      seen.push(...page.items.map(({ paymentId }: { paymentId: string }) => paymentId))
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    expect(seen).toEqual(opened)
    const file = await platform.call(
      'GET',
      '/operator/v1/payments/export?format=json&referenceBegins=PAGE',
      { key: platform.operatorKey },
    )
    expect(file.body.items.map((one: { paymentId: string }) => one.paymentId)).toEqual(opened)
    const { items } = await platform.operator('/partners')
    expect(items.map(({ partnerId }: TestPartner) => partnerId)).toEqual(
      partners.map(({ partnerId }) => partnerId),
    )
  })

  test('adds up what each cell has', async () => {
    const before = await platform.operator('/ledger/trial-balance')
    for (const partner of partners) {
      const { paymentId } = await platform.opened(channel, partner, newReference())
      expect((await platform.change(channel, 'confirm', paymentId)).status).toBe(200)
    }
    const after = await platform.operator('/ledger/trial-balance')
    expect(after.total.balance).toBe(0)
    expect(after.total.debits - before.total.debits).toBeCloseTo(3 * 599.8)
    const { today } = await platform.operator('/overview')
    expect(today.payments).toBe(6)
    expect((await platform.operator('/integrity')).result).toBe('holds')
    expect((await platform.operator('/open-work')).items.length).toBeGreaterThan(5)
    const found = await platform.operator(`/search?q=Shop`)
    const group = found.groups.find(({ kind }: { kind: string }) => kind === 'partners')
    expect(group.items).toHaveLength(3)
    const actions = (await platform.operator('/audit-log')).items.filter(
      ({ action }: { action: string }) => action === 'partner.create',
    )
    expect(actions).toHaveLength(3)
  })

  test('is one partner’s alone when it names one, from its cell', async () => {
    for (const partner of partners) {
      const of = `partnerId=${partner.partnerId}`
      const { items } = await platform.operator(`/payments?${of}&limit=200`)
      expect(new Set(items.map((item: TestPartner) => item.partnerId))).toEqual(
        new Set([partner.partnerId]),
      )
      expect((await platform.operator(`/partners/${partner.partnerId}`)).name).toBe('Shop')
    }
  })

  test('invites the users of each partner with the name of the partner', async () => {
    for (const { partnerId } of partners) {
      const { body } = await platform.call('POST', '/operator/v1/users', {
        key: platform.operatorKey,
        body: { partnerId, role: 'viewer', name: 'Lina Cherif', language: 'fr' },
      })
      const token = new URL(body.link).hash.slice(1)
      const read = await fromPage(platform, '/invitations/read', { token })
      expect(read.body.organisation).toBe('Shop')
    }
  })

  test('sends a backlog of all partners again, and counts it once', async () => {
    await platform.settled()
    const since = new Date((await platform.clock.now()).getTime() - 3_600_000).toISOString()
    const asked = { since, states: ['delivered'] }
    const post = (path: string, body?: unknown) =>
      platform.call('POST', `/operator/v1${path}`, {
        key: platform.operatorKey,
        ...(body !== undefined && { body }),
      })
    const delivered = await deliveredIn()
    expect(delivered.every((count) => count > 0)).toBe(true)
    const count = delivered.reduce((sum, one) => sum + one, 0)
    expect((await post('/resends/preview', asked)).body).toEqual({ count, isMore: false })
    const started = await post('/resends', asked)
    expect(started.body).toMatchObject({ partnerId: null, count })
    const { resendId } = started.body
    const ended = await until('the resend to end', async () => {
      const resend = await platform.operator(`/resends/${resendId}`)
      return resend.status === 'finished' && resend
    })
    expect(ended).toMatchObject({ count, sent: count, leftOut: 0 })
    const { items } = await platform.operator('/resends')
    expect(items).toEqual([ended])
    await platform.settled()
    // A part that still runs in one cell refuses another resend in all of them.
    const [control] = platform.stores as [TestStore]
    const held = await control.pool.connect()
    await until('a part to run and to be held', async () => {
      await held.query(
        `update resends set status = 'running', finished_at = null
        where resend_id = $1 and partner_id <> 0`,
        [resendId],
      )
      await held.query('begin')
      const { rows } = await held.query<{ status: string }>(
        'select status from resends where resend_id = $1 for update',
        [resendId],
      )
      if (rows.some(({ status }) => status === 'running')) return true
      await held.query('rollback')
      return false
    })
    expectRefusal(await post('/resends', asked), 'RESEND409_RUNNING')
    expect((await platform.operator('/resends')).items).toHaveLength(1)
    await held.query('rollback')
    held.release()
    await post(`/resends/${resendId}/cancel`)
    expect((await platform.operator(`/resends/${resendId}`)).status).not.toBe('running')
    await platform.settled()
  })

  test('sends what failed again in every cell', async () => {
    const body = { failedSince: new Date(0).toISOString() }
    for (const { pool } of platform.stores) {
      await pool.query(
        `update webhook_deliveries set failed_at = wasl_now(), delivered_at = null
        where event_id in (select event_id from webhook_deliveries order by event_id limit 1)`,
      )
    }
    const answer = await platform.call('POST', '/operator/v1/webhook-events/redeliver', {
      key: platform.operatorKey,
      body,
    })
    expect(answer.body).toEqual({ count: 2 })
    await platform.settled()
  })
})

const deliveredIn = (): Promise<number[]> =>
  Promise.all(
    platform.stores.map(async ({ pool }) => {
      const { rows } = await pool.query<{ count: number }>(
        'select count(*)::int as count from webhook_deliveries where delivered_at is not null',
      )
      return rows[0]?.count ?? 0
    }),
  )

describe('a cell', () => {
  test('has the channels and their settings soon after the control cell', async () => {
    const change = { lockSeconds: 77 }
    const path = '/operator/v1/channel-kinds/AGENCY'
    const answer = await platform.call('PATCH', path, { key: platform.operatorKey, body: change })
    expect(answer.status).toBe(200)
    const [south] = partners as [TestPartner]
    const pool = await platform.poolOf(south)
    await until('the copy of the setting', async () => {
      const { rows } = await pool.query(
        `select lock_seconds from channel_kinds where kind = 'AGENCY'`,
      )
      return rows[0].lock_seconds === 77
    })
  })

  test('refuses to change its copies', async () => {
    const [south] = partners as [TestPartner]
    const pool = await platform.poolOf(south)
    await until('the copy of the channel', async () => {
      const { rowCount } = await pool.query('select from channels')
      return rowCount === 1
    })
    await expect(pool.query(`update channels set name = 'Mine'`)).rejects.toThrow(
      'it is changed in the control cell',
    )
  })

  test('opens for another process, which changes nothing', async () => {
    const node = await platform.startNode()
    const [partner] = partners as [TestPartner]
    const { paymentId } = await node.opened(channel, partner, newReference())
    expect((await node.change(channel, 'cancel', paymentId)).status).toBe(200)
    const schema = { database: expect.any(String), code: expect.any(String) }
    // A cell that answers late is not ready at that moment.
    await expect
      .poll(async () => (await node.call('GET', '/readyz')).body)
      .toMatchObject({
        status: 'ready',
        cells: [
          { cell: 'north', status: 'ready', schema },
          { cell: 'south', status: 'ready', schema },
        ],
      })
    const { text } = await node.call('GET', '/metrics')
    expect(text).toContain('wasl_database_up{cell="south"} 1')
    expect(text).toContain('wasl_database_up{cell="north"} 1')
    expect(text.match(/# HELP wasl_database_up /g)).toHaveLength(1)
    await node.stop()
  })
})

describe('a partner whose move this process has not heard of', () => {
  const partner = (): TestPartner => partners[0] as TestPartner

  /** The process believes in another home, which has no rows of the partner, and is told of no change. */
  const moveUnheard = async (isBelieved: () => Promise<boolean>): Promise<void> => {
    const { pool } = platform.stores[0] as TestStore
    const move = `update partner_homes set cell = $2, epoch = epoch + 1 where partner_id = $1`
    await pool.query(move, [partner().number, 'north'])
    await until('the other home to be believed in', isBelieved)
    await pool.query('alter table partner_homes disable trigger user')
    await pool.query(move, [partner().number, 'south'])
    await pool.query('alter table partner_homes enable trigger user')
  }

  test('is found in its home by all who ask for it', async () => {
    const reference = newReference()
    const { paymentId } = await platform.opened(channel, partner(), reference)
    const unheard = () =>
      moveUnheard(async () => (await platform.payment(channel, paymentId)).status === 404)
    await unheard()
    expect((await platform.payment(channel, paymentId)).body.stage).toBe('locked')
    await unheard()
    expect((await platform.change(channel, 'confirm', paymentId)).status).toBe(200)
    await unheard()
    expect((await platform.status(partner(), reference)).body.stage).toBe('paid')
    await unheard()
    const { status } = await platform.call('GET', '/partner/payments/v1', {
      key: partner().apiKey,
    })
    expect(status).toBe(200)
    await unheard()
    await platform.opened(channel, partner(), newReference())
  })
})
