import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvariants } from '../support/invariants.ts'
import type { PartnerServer } from '../support/partner.ts'
import type { Answer, TestChannel, TestPartner } from '../support/platform.ts'
import type { Installation } from './support/installation.ts'
import type { PlatformProcess } from './support/platform-process.ts'
import { openStorm, type Storm } from './support/storm.ts'
import {
  deliverAll,
  expectKept,
  expectShopTold,
  nothingTold,
  type Reported,
} from './support/told.ts'

/** `npm run storm -- kills` makes many more. */
const KILLS = 25

/** Processes that run, die and start again independently of each other. */
const SLOTS = 2

/** A process is killed when so many answers were given, or fewer: at no known moment, but soon. */
const ANSWERS_MAX = 24
const WAIT_MS_MAX = 60_000

/** Tills that open and confirm one payment after another, whichever process answers. */
const TILLS = 6

let scene: Storm
let installation: Installation
let shop: PartnerServer
let partner: TestPartner
let channel: TestChannel

beforeAll(async () => {
  scene = await openStorm()
  ;({ installation, shop, partner, channel } = scene)
  // Long enough for a process to die between the partner's answer and its own note of it.
  shop.onWebhook(() => ({ delayMs: 10 }))
  // A process that ends in peace leaves its compiled code for those that will not.
  expect(await scene.platform.stop()).toBe(0)
})

afterAll(() => scene.close())

const stormOfKills = async (): Promise<{ told: Reported; kills: number; cut: number }> => {
  /** The processes that run, and how many requests of tills each has under way. */
  const running = new Map<PlatformProcess, number>()
  const told = nothingTold()
  let kills = 0
  let cut = 0
  let answers = 0
  let isOver = false

  const slot = async (): Promise<void> => {
    while (kills < KILLS) {
      kills += 1
      const process = await installation.startProcess()
      running.set(process, 0)
      const answersMax = answers + randomInt(ANSWERS_MAX)
      const deadline = performance.now() + WAIT_MS_MAX
      while (answers < answersMax && performance.now() < deadline) await pause(1)
      await pause(randomInt(50))
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
    for (let turn = 1; !isOver; turn += 1) {
      const reference = `INV-${number}-${turn}`
      const headers = { 'idempotency-key': reference }
      const opened = await insist((node) => node.open(channel, partner, reference, headers))
      if (!opened) return
      if (opened.status !== 201) {
        told.strange.push(`opening ${reference}: ${opened.status} ${opened.text}`)
        continue
      }
      const { paymentId } = opened.body
      told.opened.set(reference, paymentId)
      const confirmed = await insist((node) => node.change(channel, 'confirm', paymentId))
      if (!confirmed) return
      if (confirmed.status === 200) told.confirmed.add(reference)
      else told.strange.push(`confirm of ${reference}: ${confirmed.status} ${confirmed.text}`)
    }
  }

  const tills = Array.from({ length: TILLS }, (_, number) => till(number + 1))
  await Promise.all(Array.from({ length: SLOTS }, slot))
  isOver = true
  await Promise.all(tills)
  return { told, kills, cut }
}

describe('kill -9 again and again in a storm of confirms', () => {
  let storm: Awaited<ReturnType<typeof stormOfKills>>
  let told: Reported
  let last: PlatformProcess

  beforeAll(async () => {
    storm = await stormOfKills()
    told = storm.told
    last = await installation.startProcess()
  }, 180_000)

  test('interrupt many confirms, and many others succeed', () => {
    expect(storm.kills).toBeGreaterThanOrEqual(KILLS)
    expect(storm.cut).toBeGreaterThan(KILLS / 2)
    expect(told.confirmed.size).toBeGreaterThan(KILLS)
  })

  test('answer only with success', () => {
    expect(told.strange).toEqual([])
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
    expect(last.errors).toEqual([])
  })
})
