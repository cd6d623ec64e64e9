import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import { newReference, type Answer } from '../support/node.ts'
import { startTestPlatform } from '../support/platform.ts'
import type { Node, TestChannel, TestPartner } from '../support/node.ts'
import type { TestPlatform } from '../support/platform.ts'

let platform: TestPlatform
let shop: PartnerServer
let partner: TestPartner
let nodes: Node[]
let channels: TestChannel[]

beforeAll(async () => {
  platform = await startTestPlatform({ lockSeconds: 30 })
  nodes = [platform, await platform.startNode()]
  shop = await startPartner()
  partner = await platform.createPartner(shop)
  channels = await Promise.all(
    (['AGENCY', 'DELIVERY', 'MARKETPLACE'] as const).map((kind) => platform.createChannel(kind)),
  )
  // No lookup takes as long as another, so that they end in any order.
  shop.onLookup((_, count) => ({ delayMs: (count * 7) % 20 }))
})

afterAll(async () => {
  await platform.stop()
  await shop.close()
})

const OPENINGS = 16

/** Sixteen openings of one reference, of three channels, on two nodes; at once by default. */
const openAtOnce = (
  reference: string,
  { headers, everyMs = 0 }: { headers?: Record<string, string>; everyMs?: number } = {},
): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: OPENINGS }, async (_, index) => {
      const node = nodes[index % nodes.length] as Node
      const channel = channels[headers ? 0 : index % channels.length] as TestChannel
      await pause(index * everyMs)
      return node.open(channel, partner, reference, headers)
    }),
  )

const expectOneWinner = (answers: Answer[]): Answer => {
  const [winner, ...more] = answers.filter(({ status }) => status === 201)
  expect(more).toEqual([])
  for (const answer of answers) {
    if (answer === winner) continue
    expect(answer.body).toMatchObject({
      error: 'REFERENCE409_LOCKED',
      lockReleaseTime: winner?.body.lockReleaseTime,
    })
  }
  return winner as Answer
}

const paymentsOf = async (reference: string): Promise<number> => {
  const { rows } = await platform.pool.query<{ count: number }>(
    'select count(*) from payments where reference = $1',
    [reference],
  )
  return rows[0]?.count ?? 0
}

describe('sixteen openings of one reference at once', () => {
  test('open one payment, and the others get its release time', async () => {
    const references = Array.from({ length: 12 }, () => newReference())
    // One after the other: a process calls a partner at most 16 times at once.
    for (const reference of references) expectOneWinner(await openAtOnce(reference))
    expect(await Promise.all(references.map(paymentsOf))).toEqual(references.map(() => 1))
  })

  test('open one payment again when its lock has lapsed, time after time', async () => {
    const reference = newReference()
    const first = expectOneWinner(await openAtOnce(reference))
    let lapse = first.body.lockReleaseTime
    for (let round = 2; round <= 5; round += 1) {
      await platform.clock.advanceTo(lapse)
      const winner = expectOneWinner(await openAtOnce(reference))
      expect(winner.body.paymentId).not.toBe(first.body.paymentId)
      lapse = winner.body.lockReleaseTime
    }
    expect(await paymentsOf(reference)).toBe(5)
  })

  test('that start while the lock lapses open one more payment', async () => {
    const reference = newReference()
    const { body: first } = expectOneWinner(await openAtOnce(reference))
    const lapse = new Date(first.lockReleaseTime)
    await platform.clock.advanceTo(new Date(lapse.getTime() - 20))
    const answers = await openAtOnce(reference, { everyMs: 4 })
    const [opened, ...more] = answers.filter(({ status }) => status === 201)
    expect(more).toEqual([])
    // Who came before the lapse was told of the first lock, and who came after it of the second.
    const known = [first.lockReleaseTime, opened?.body.lockReleaseTime]
    for (const { body } of answers.filter(({ status }) => status !== 201)) {
      expect(body.error).toBe('REFERENCE409_LOCKED')
      expect(known).toContain(body.lockReleaseTime)
    }
    expect(await paymentsOf(reference)).toBe(opened ? 2 : 1)
  })

  test('with one Idempotency-Key are one opening with one answer', async () => {
    const reference = newReference()
    const answers = await openAtOnce(reference, {
      headers: { 'idempotency-key': `storm-${reference}` },
    })
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await paymentsOf(reference)).toBe(1)
  })
})

describe('one Idempotency-Key on two processes at once (D25)', () => {
  const ROUNDS = 20

  const openOnEach = (headers: Record<string, string>, owed: [TestPartner, string][]) =>
    Promise.all(
      owed.map(([owner, reference], index) =>
        (nodes[index] as Node).open(channels[0] as TestChannel, owner, reference, headers),
      ),
    )

  test('belongs to one of two openings of a partner; the other opens nothing', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, second] = [newReference(), newReference()]
      const answers = await openOnEach({ 'idempotency-key': `raced-${first}` }, [
        [partner, first],
        [partner, second],
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
      expect((await paymentsOf(first)) + (await paymentsOf(second))).toBe(1)
    }
  })

  test('may belong to an opening of each of two partners', async () => {
    const other = await platform.createPartner(shop)
    for (let round = 0; round < ROUNDS; round += 1) {
      const reference = newReference()
      const headers = { 'idempotency-key': `shared-${reference}` }
      const both: [TestPartner, string][] = [
        [partner, reference],
        [other, reference],
      ]
      const answers = await openOnEach(headers, both)
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      const again = await openOnEach(headers, both)
      expect(again.map(({ text }) => text)).toEqual(answers.map(({ text }) => text))
    }
  })
})

test('all invariants hold after the storm', async () => {
  await platform.settled()
  expect(await checkInvariants(platform.pool)).toEqual([])
  expect(shop.problems).toEqual([])
})
