import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { formatRefundCode } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GUESSES_MAX } from '../../src/payments/refunds/guesses.ts'
import { judge, type Judgement } from '../histories/check-histories.ts'
import { createRecorder } from '../histories/history.ts'
import { giveCash, makeAgent, safeOf } from '../support/custody.ts'
import { checkInvariants } from '../support/invariants.ts'
import type { PartnerServer } from '../support/partner.ts'
import { AFTER_LOST_MS, isLookupLost } from '../support/node.ts'
import type { Answer, TestChannel, TestPartner } from '../support/node.ts'
import { makeQrCode } from '../support/qr.ts'
import { bringToAnEnd } from './support/bring-to-an-end.ts'
import type { Installation } from '../support/installation.ts'
import { faultsOf, type PlatformProcess } from '../support/platform-process.ts'
import { startQuarrels } from './support/quarrels.ts'
import { recordedCalls, recordEvents } from './support/recorded-calls.ts'
import { openStorm, type Storm } from './support/storm.ts'
import {
  deliverAll,
  expectKept,
  expectShopTold,
  nothingTold,
  type Reported,
} from './support/told.ts'

/** `npm run storm -- kills` makes many more. */
const KILLS = 20

/** Processes that run, die and start again independently of each other. */
const SLOTS = 2

/** A process is killed when so many answers were given, or fewer: at no known moment, but soon. */
const ANSWERS_MAX = 24
const WAIT_MS_MAX = 60_000

/** Tills that open and confirm one payment after another, whichever process answers. */
const TILLS = 6

/** Others that ask for the same references, and contradict each other. */
const RIVALS = 2

const CODES = 12

/** Centimes that the agent and the safe begin with. */
const CASH = 100_000_00

const recorder = createRecorder()

let scene: Storm
let installation: Installation
let shop: PartnerServer
let partner: TestPartner
let channel: TestChannel

beforeAll(async () => {
  scene = await openStorm()
  ;({ installation, shop, partner, channel } = scene)
  // Long enough for a process to die between the partner's answer and its own note of it.
  // References of QR codes are made by the platform, and nobody asks for them.
  recordEvents(recorder, shop, { delayMs: 10, isRecorded: (one) => !one.startsWith('QR-') })
  // A process that ends in peace leaves its compiled code for those that will not.
  expect(await scene.platform.stop()).toBe(0)
})

afterAll(() => scene.close())

/** What the storm's callers quarrel about. */
const KINDS = ['payment', 'code', 'bag', 'handover', 'refund']

/** Whether a call of each kind was answered: under kills, few may be. */
const areAllAnswered = (): boolean =>
  KINDS.every((kind) =>
    recorder.calls.some(({ subject, answer }) => answer !== null && subject.startsWith(`${kind} `)),
  )

const stormOfKills = async (): Promise<{ told: Reported; kills: number; cut: number }> => {
  /** The processes that run, and how many requests of tills each has under way. */
  const running = new Map<PlatformProcess, number>()
  const told = nothingTold()
  let kills = 0
  let cut = 0
  let answers = 0
  let isOver = false

  const slot = async (): Promise<void> => {
    while (kills < KILLS || !areAllAnswered()) {
      kills += 1
      const process = await installation.startProcess()
      running.set(process, 0)
      const answersMax = answers + randomInt(ANSWERS_MAX)
      const deadline = performance.now() + WAIT_MS_MAX
      while (answers < answersMax && performance.now() < deadline) await pause(1)
      await pause(randomInt(50))
      // Enough were killed: this one lives until what is missing was answered.
      while (kills > KILLS && !areAllAnswered() && performance.now() < deadline) await pause(50)
      // In the middle of a request, however seldom there is one.
      while (running.get(process) === 0 && performance.now() < deadline) await pause(1)
      running.delete(process)
      await process.kill()
    }
  }

  /** Asks one process after another until one answers: a till does not know which is alive. */
  const insist = async (
    ask: (node: PlatformProcess) => Promise<Answer>,
  ): Promise<Answer | null> => {
    for (;;) {
      const nodes = [...running.keys()]
      const node = nodes[randomInt(Math.max(1, nodes.length))]
      const count = (change: number): void => {
        const underWay = node && running.get(node)
        if (underWay !== undefined) running.set(node as PlatformProcess, underWay + change)
      }
      if (!node && isOver) return null
      try {
        if (node) {
          count(1)
          const answer = await ask(node).finally(() => count(-1))
          answers += 1
          return answer
        }
      } catch {
        cut += 1
      }
      await pause(5)
    }
  }

  const till = async (number: number): Promise<void> => {
    const calls = recordedCalls(recorder, `till ${number}`, scene)
    for (let turn = 1; !isOver; turn += 1) {
      const reference = `INV-${number}-${turn}`
      const opened = await insist(calls.open(reference, reference))
      if (!opened) return
      if (isLookupLost(opened)) {
        await pause(AFTER_LOST_MS)
        continue
      }
      if (opened.status !== 201) {
        told.strange.push(`opening ${reference}: ${opened.status} ${opened.text}`)
        continue
      }
      const { paymentId } = opened.body
      told.opened.set(reference, paymentId)
      const confirmed = await insist(calls.change(reference, 'confirm', paymentId))
      if (!confirmed) return
      if (confirmed.status === 200) told.confirmed.add(reference)
      else told.strange.push(`confirm of ${reference}: ${confirmed.status} ${confirmed.text}`)
    }
  }

  const agent = await makeAgent(installation.pool, channel)
  const safe = safeOf(channel)
  await giveCash(installation.pool, agent, CASH)
  await giveCash(installation.pool, safe, CASH)
  const tokens = await Promise.all(
    Array.from({ length: CODES }, () => makeQrCode(installation.pool, partner)),
  )
  const { operatorKey } = installation
  const quarrel = { recorder, partner, channel, tokens, agent, safe, operatorKey, insist }
  const quarrels = startQuarrels({ ...quarrel, isOver: () => isOver }, RIVALS)
  const tills = Array.from({ length: TILLS }, (_, number) => till(number + 1))
  await Promise.all(Array.from({ length: SLOTS }, slot))
  isOver = true
  await Promise.all([...tills, quarrels])
  return { told, kills, cut }
}

const isSome = (count: number): boolean => count > 0

/** A locked payment, a refund that nobody came for, a bag that is at the bank, and cash on offer. */
const startOneOfEach = async (node: PlatformProcess): Promise<void> => {
  const safe = safeOf(channel)
  const agent = await makeAgent(installation.pool, channel)
  const { paymentId } = await node.opened(channel, partner, 'LEFT-1')
  await node.change(channel, 'confirm', paymentId)
  await node.refund(paymentId, { amount: 100 })
  await node.opened(channel, partner, 'LEFT-2')
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    node.call('POST', `/channel/v1${path}`, { key: channel.apiKey, body, headers })
  await post('/deposits', { from: safe, amount: 10 }, { 'idempotency-key': 'left' })
  await post('/handovers', { from: safe, to: agent, amount: 10 })
}

/** As redemptions that a kill cut off: each stays counted as a guess. */
const guessTooOften = async (node: PlatformProcess): Promise<void> => {
  const code = formatRefundCode({ partner: partner.number, locator: 'ZZZZ', secret: 'ZZZZZZZ' })
  const guess = () =>
    node.call('POST', '/channel/v1/refunds/redeem', { key: channel.apiKey, body: { code } })
  for (let count = 0; count < GUESSES_MAX; count += 1) await guess()
  expect((await guess()).body.error).toBe('REFUND429_TOO_MANY_GUESSES')
}

describe('kill -9 again and again in a storm of confirms', () => {
  let storm: Awaited<ReturnType<typeof stormOfKills>>
  let told: Reported
  let last: PlatformProcess

  beforeAll(async () => {
    storm = await stormOfKills()
    told = storm.told
    last = await installation.startProcess()
  })

  test('interrupt many confirms, and many others succeed', () => {
    expect(storm.kills).toBeGreaterThanOrEqual(KILLS)
    expect(storm.cut).toBeGreaterThan(KILLS / 2)
    expect(told.confirmed.size).toBeGreaterThan(KILLS)
  })

  test('answer only with success', () => {
    expect(told.strange).toEqual([])
  })

  test('answer so that some order of all calls explains every answer', async () => {
    // What is there now belongs to the history too.
    for (const [reference, paymentId] of told.opened) {
      const calls = recordedCalls(recorder, 'reader', scene)
      await calls.read(reference, paymentId)(last)
    }
    const judged: Judgement = judge(recorder.calls, { hasEvents: true })
    expect(judged.violations).toEqual([])
    expect(areAllAnswered()).toBe(true)
    expect(recorder.calls.filter(({ answer }) => answer === null).length).toBeGreaterThan(KILLS / 2)
  })

  test('leave nobody stuck', async () => {
    const { apiKey: channelKey } = channel
    // The storm may have left nothing open: one of each is.
    await startOneOfEach(last)
    await guessTooOften(last)
    const refuseAll = () => last.call('GET', '/nothing')
    const refused = await bringToAnEnd(installation, { channelKey, call: refuseAll })
    const open = Object.values(refused.open).reduce((sum, count) => sum + count, 0)
    expect(refused.open).toEqual({
      payment: expect.toSatisfy(isSome),
      refund: expect.toSatisfy(isSome),
      bag: expect.toSatisfy(isSome),
      handover: expect.toSatisfy(isSome),
      payout: 0,
    })
    expect(refused.stuck).toHaveLength(open)
    expect((await bringToAnEnd(installation, { channelKey, call: last.call })).stuck).toEqual([])
  })

  test('lose nothing that a channel was answered', () => expectKept(installation, told))

  test('lose no event: what a killed process was sending is sent again', async () => {
    await deliverAll(installation)
    expectShopTold(shop, told)
  })

  test('make no event differ from attempt to attempt', () => {
    const bodies = Map.groupBy(
      shop.requests.filter(({ kind }) => kind === 'webhook'),
      ({ headers }) => headers['x-event-id'],
    )
    const attempts = [...bodies.values()]
    for (const [first, ...more] of attempts) {
      for (const again of more) expect(again.body).toEqual(first?.body)
    }
    // Some were sent twice, because a process died before it had written that they were told.
    expect(attempts.some(({ length }) => length > 1)).toBe(true)
    expect(shop.problems).toEqual([])
  })

  test('keep every invariant', async () => {
    expect(await checkInvariants(installation.pool)).toEqual([])
    expect(faultsOf(last)).toEqual([])
  })
})
