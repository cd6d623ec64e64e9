import { hmacKey } from '@wasl/protocol'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { OutboundResult } from '../../../base/outbound/outbound-types.ts'
import type { AttemptDeps } from './make-attempt.ts'
import type { PlannedClaim } from './claim-plan.ts'
import type { ClaimedDelivery } from '../queue/claim.ts'
import { createSender } from './sender.ts'
import type { AttemptResult } from '../queue/record.ts'

const delivery = (number: number): ClaimedDelivery => ({
  partner_id: 1001,
  event_id: `event ${number}`,
  attempt: 1,
  step: 0,
  body: '{}',
  revision: 1,
  created_seconds: 0,
})

const target = {
  webhookUrl: 'http://shop.example/webhooks/platform',
  apiSecret: 'wasl_sec_0123456789',
  hmacKey: hmacKey('wasl_hmac_0123456789'),
}

const acknowledged: OutboundResult = {
  ok: true,
  status: 200,
  headers: { 'content-type': 'application/json', 'retry-after': undefined },
  body: Buffer.from('{"success":true}'),
  durationMs: 5,
}

/** A partner that answers, and a database that writes down, when they are told to. */
const createHouse = (targets: { get(): Promise<unknown> } = { get: async () => target }) => {
  const answers: (() => void)[] = []
  const writes: (() => void)[] = []
  const recorded: AttemptResult[] = []
  let rooms = 0
  const deps = {
    targets,
    send: () => new Promise<OutboundResult>((resolve) => answers.push(() => resolve(acknowledged))),
    record: (result: AttemptResult) =>
      new Promise<void>((resolve) =>
        writes.push(() => {
          recorded.push(result)
          resolve()
        }),
      ),
    log: pino({ level: 'silent' }),
  } as unknown as AttemptDeps
  const sender = createSender(deps, () => (rooms += 1))
  const each = async (acts: (() => void)[]): Promise<void> => {
    for (const act of acts.splice(0)) act()
    await turn()
  }
  return {
    sender,
    recorded,
    rooms: () => rooms,
    sent: () => answers.length,
    answerAll: () => each(answers),
    writeAll: () => each(writes),
  }
}

/** A claim that took all that there was. */
const REQUEST: PlannedClaim = { limit: 512, partnerLimit: 512, free: new Map() }

const deliveries = (count: number): ClaimedDelivery[] =>
  Array.from({ length: count }, (_, n) => delivery(n))

/** What has been set going runs to its next wait. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

const isDone = async (work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(() => true),
    new Promise<false>((resolve) => setTimeout(resolve, 5, false)),
  ])

describe('the sender', () => {
  test('sends as many deliveries as the partner has places, and the others as it answers', async () => {
    const { sender, sent, answerAll, recorded, rooms } = createHouse()
    sender.send(REQUEST, deliveries(16))
    await turn()
    // Those that wait for a place take none from other partners.
    expect([sent(), sender.underway()]).toEqual([8, 8])
    expect(rooms()).toBe(0)
    await answerAll()
    // Nothing is written down yet, and the places are free already.
    expect([sent(), recorded.length]).toEqual([8, 0])
    expect(rooms()).toBeGreaterThan(0)
  })

  test('keeps the place for a moment when the settings cannot be read, and claims no more', async () => {
    const { sender, rooms } = createHouse({ get: () => Promise.reject(new Error('no key')) })
    sender.send(REQUEST, deliveries(3))
    await turn()
    expect([rooms(), sender.underway()]).toEqual([0, 3])
    await expect.poll(sender.underway).toBe(0)
    expect(rooms()).toBeGreaterThan(0)
  })

  test('sends what was claimed when the settings can be read a moment later', async () => {
    let readings = 0
    const { sender, sent } = createHouse({
      get: () =>
        (readings += 1) < 3 ? Promise.reject(new Error('away')) : Promise.resolve(target),
    })
    sender.send(REQUEST, deliveries(1))
    await expect.poll(sent).toBe(1)
    expect(readings).toBe(3)
  })

  test('sends nothing more when it stops while the settings cannot be read', async () => {
    let isAway = true
    const { sender, sent } = createHouse({
      get: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(target)),
    })
    sender.send(REQUEST, deliveries(1))
    await turn()
    isAway = false
    await sender.stop()
    expect(sent()).toBe(0)
  })

  test('counts an attempt as under way until its result is recorded', async () => {
    const { sender, answerAll, writeAll } = createHouse()
    sender.send(REQUEST, deliveries(3))
    await turn()
    await answerAll()
    expect(sender.underway()).toBe(3)
    await writeAll()
    expect(sender.underway()).toBe(0)
  })

  test('stops when everything is recorded, and not before', async () => {
    const { sender, answerAll, writeAll, recorded } = createHouse()
    sender.send(REQUEST, deliveries(10))
    await turn()
    const stopped = sender.stop()
    await writeAll()
    expect(recorded.map(({ outcome }) => outcome)).toEqual(['not_sent', 'not_sent'])
    expect(await isDone(stopped)).toBe(false)
    await answerAll()
    expect(await isDone(stopped)).toBe(false)
    await writeAll()
    expect(await isDone(stopped)).toBe(true)
    expect(recorded.filter(({ outcome }) => outcome === 'acknowledged')).toHaveLength(8)
  })
})
