import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import { newReference } from '../support/platform.ts'
import { until } from '../support/wait.ts'
import type { PlatformProcess } from './support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'

let storm: Storm

beforeAll(async () => {
  storm = await openStorm()
})

afterAll(() => storm.close())

type Leader = { work: string; address: string }

/** Which process leads what, by the address that each says of itself. */
const readLeaders = async (): Promise<Leader[]> => {
  const { rows } = await storm.installation.pool.query<Leader>(
    `select work, facts ->> 'address' as address
    from work_leases
    join processes on process_id = holder
    where leased_until > wasl_now()
    order by work`,
  )
  return rows
}

const ledBy = async (process: PlatformProcess): Promise<boolean> => {
  const leaders = await readLeaders()
  return (
    leaders.map(({ work }) => work).join() === 'dispatch,periodic' &&
    leaders.every(({ address }) => address === process.origin)
  )
}

test('a leader that is killed is followed: retries become due, and locks lapse', async () => {
  const { installation, shop, partner, channel, platform } = storm
  await until('the first process to lead', () => ledBy(platform))
  const follower = await installation.startProcess()
  // The event waits for its second attempt when the only process that polls dies.
  shop.onWebhook(() => ({ status: 500 }))
  const { paymentId } = await platform.opened(channel, partner, newReference())
  await until('the failed attempt to be recorded', async () => {
    const { rows } = await installation.pool.query(
      'select from webhook_deliveries where step = 1 and leased_until is null',
    )
    return rows.length === 1
  })
  await platform.kill()
  shop.onWebhook(() => undefined)
  const before = shop.requests.length
  await until('the follower to lead', () => ledBy(follower))
  await installation.clock.advance(901)
  await until('the lapsed lock to be released', async () => {
    const { body } = await follower.payment(channel, paymentId)
    return body.stage === 'released'
  })
  await until('both events to be delivered', async () => {
    const { rows } = await installation.pool.query(
      'select from webhook_deliveries where delivered_at is not null',
    )
    return rows.length === 2
  })
  expect(shop.requests.length).toBe(before + 2)
  expect(await checkInvariants(installation.pool)).toEqual([])
})
