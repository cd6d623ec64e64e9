/** Counts while payments are confirmed (D30): each confirmation is in one shift, and none is lost. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashOf } from '../support/custody.ts'
import { fewAtOnce } from '../support/few-at-once.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import { newReference, type Node, type TestChannel, type TestPartner } from '../support/node.ts'
import { patiently } from '../support/patiently.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'

const PAYMENTS = 240
const PRICE = 100

let platform: TestPlatform
let shop: PartnerServer
let partners: TestPartner[]
let channel: TestChannel
let nodes: Node[]

beforeAll(async () => {
  platform = await startTestPlatform({ hooks: { aroundSend: patiently } })
  nodes = [platform, await platform.startNode()]
  shop = await startPartner()
  partners = [await platform.createPartner(shop), await platform.createPartner(shop)]
  channel = await platform.createChannel('DELIVERY')
})

afterAll(async () => {
  await platform.stop()
  await shop.close()
})

const call = async (
  node: Node,
  method: string,
  path: string,
  body: Record<string, unknown>,
  status: number,
): Promise<any> => {
  const answer = await node.call(method, `/channel/v1${path}`, { key: channel.apiKey, body })
  expect([path, answer.status, answer.text]).toEqual([path, status, expect.anything()])
  return answer.body
}

/** Openings at once: fewer than the lookups that a partner gets at once. */
const OPENINGS = 32

const openAll = (): Promise<string[]> =>
  fewAtOnce(PAYMENTS, OPENINGS, async (turn) => {
    const node = nodes[turn % nodes.length] as Node
    const reference = newReference()
    shop.prices.set(reference, PRICE)
    const { partnerId } = partners[turn % partners.length] as TestPartner
    const body = { partnerId, reference }
    return (await call(node, 'POST', '/payments', body, 201)).paymentId
  })

/** Each count with what happened to the agent's cash after the snapshot of the count. */
const COUNTS = `
  select count.shift_id, expected, counted, (
    select coalesce(sum(case when debit_owner = $1 then amount else -amount end), 0)
    from ledger_transfers
    where ($1 in (debit_owner, credit_owner))
      and 'cash' in (debit_kind, credit_kind)
      and (
        not pg_visible_in_snapshot(xid, count.snapshot)
        -- The transaction of the count itself, which wrote this after it had read the books.
        or source_id = (select variance_id from variances where source_id = count.shift_id)
      )
  )::bigint as later
  from shift_counts count
  join shifts using (shift_id)
  order by count.shift_id`

describe('counting again and again while every payment is confirmed', () => {
  test('puts each confirmation into exactly one shift', async () => {
    const { agentId } = await call(platform, 'POST', '/agents', { name: 'Karim' }, 201)
    const payments = await openAll()
    let confirmed = 0
    let isOver = false

    const confirmAll = async (): Promise<void> => {
      const waiting = [...payments]
      const confirmNext = async (node: Node): Promise<void> => {
        for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
          const path = `/payments/${id}/confirm`
          expect((await call(node, 'POST', path, { takenBy: agentId }, 200)).takenBy).toBe(agentId)
          confirmed += 1
        }
      }
      await Promise.all([...nodes, ...nodes, ...nodes].map(confirmNext))
      isOver = true
    }

    /** Each shift is counted as if the courier had nothing, then closed after a decision. */
    const countAll = async (): Promise<any[]> => {
      const shifts: any[] = []
      // The last shift begins after the last confirmation.
      for (let isLast = false; !isLast;) {
        isLast = isOver
        const node = nodes[shifts.length % nodes.length] as Node
        const { shiftId } = await call(node, 'POST', '/shifts', { agentId, float: 0 }, 201)
        const body = { denominations: {} }
        shifts.push(await call(node, 'POST', `/shifts/${shiftId}/count`, body, 200))
      }
      return shifts
    }

    const [, shifts] = await Promise.all([confirmAll(), countAll()])
    expect(confirmed).toBe(PAYMENTS)
    expect(shifts.length).toBeGreaterThan(2)
    // What was counted is nothing, so each expectation is what was confirmed since the last count.
    const sum = shifts.reduce((total, { count }) => total + count.expected, 0)
    expect(sum).toBe(PAYMENTS * PRICE)
    const held = await cashOf(platform.pool, agentId)
    expect(held).toBe(0)
    const { rows } = await platform.pool.query(COUNTS, [agentId])
    expect(rows).toHaveLength(shifts.length)
    for (const { expected, later } of rows) expect(expected + later).toBe(held)
    await platform.settled()
    expect(await checkInvariants(platform.pool)).toEqual([])
  })
})
