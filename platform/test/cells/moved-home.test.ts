import { afterAll, beforeAll, expect, test } from 'vitest'
import { homesCommand } from '../../src/moves/homes-command.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import {
  newReference,
  startTestPlatform,
  type TestChannel,
  type TestPartner,
  type TestPlatform,
} from '../support/platform.ts'
import { until } from '../support/wait.ts'

let platform: TestPlatform
let server: PartnerServer
let partner: TestPartner
let channel: TestChannel

beforeAll(async () => {
  platform = await startTestPlatform({ cells: 2 })
  server = await startPartner()
  partner = await platform.createPartner(server)
  channel = await platform.createChannel('AGENCY')
})

afterAll(async () => {
  try {
    // What was under way when the partner moved is under a lease that nobody holds any more.
    await platform.clock.advance(60)
    await platform.settled()
    for (const { pool } of platform.stores) expect(await checkInvariants(pool)).toEqual([])
  } finally {
    await platform.stop()
    await server.close()
  }
  expect(server.problems).toEqual([])
})

const moveTo = (cell: string): Promise<void> =>
  homesCommand(
    {
      cells: platform.stores,
      by: { id: null, name: 'test', requestId: null },
      say: () => undefined,
      call: 'wasl homes',
    },
    { verb: 'move', partner: partner.partnerId, cell },
  )

test('a partner that is paid while it moves loses nothing, and is found in its new home', async () => {
  const before = await platform.opened(channel, partner, newReference())
  const paid: string[] = []
  const refused: number[] = []
  let isMoving = true
  const paying = (async () => {
    while (isMoving) {
      const opened = await platform.open(channel, partner, newReference())
      const answer =
        opened.status === 201
          ? await platform.change(channel, 'confirm', opened.body.paymentId)
          : opened
      if (answer.status === 200) paid.push(opened.body.paymentId)
      else refused.push(answer.status)
    }
  })()
  const source = await platform.poolOf(partner)
  await moveTo('north')
  isMoving = false
  await paying
  expect(refused.filter((status) => status !== 503)).toEqual([])
  const target = await platform.poolOf(partner)
  expect(target).not.toBe(source)
  // Opened in the old home, and confirmed in the new one.
  expect((await platform.change(channel, 'confirm', before.paymentId)).status).toBe(200)
  for (const paymentId of [...paid, before.paymentId]) {
    expect((await platform.payment(channel, paymentId)).body.stage).toBe('paid')
  }
  const { rows } = await target.query(
    `select count(*)::int as paid from payments where stage = 'paid' and partner_id = $1`,
    [partner.number],
  )
  expect(rows[0].paid).toBe(paid.length + 1)
})

test('a process that missed a change learns of it when its listener is back', async () => {
  const [control] = platform.stores
  const { paymentId } = await platform.opened(channel, partner, newReference())
  await control?.pool.query('alter table partner_homes disable trigger homes_are_told')
  await moveTo('south')
  await control?.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'wasl listen' and datname = current_database()`,
  )
  await control?.pool.query('alter table partner_homes enable trigger homes_are_told')
  const confirmed = await until('the partner to be found in its new home', async () => {
    const answer = await platform.change(channel, 'confirm', paymentId)
    return answer.status === 200 && answer
  })
  expect(confirmed.body.stage).toBe('paid')
})
