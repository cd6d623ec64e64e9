/**
 * Shifts of the till's own code against a platform: its queue, clocks that are wrong by up to a day, a network
 * that is cut at any call, pages that are killed at any step, two devices of one agent, and devices that are
 * cleared. At the end of each shift the drawer is counted: every dinar is in one book, and nobody is stuck.
 */
import { randomInt } from 'node:crypto'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import { migrate } from '../../../platform/src/base/database/migrate.ts'
import { randomOf, type Random } from '../../../platform/test/simulation/random.ts'
import { bringToAnEnd } from '../../../platform/test/storms/support/bring-to-an-end.ts'
import { openInstallation, type Installation } from '../../../platform/test/support/installation.ts'
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import { makeAgent } from '../../../platform/test/support/custody.ts'
import { fewAtOnce } from '../../../platform/test/support/few-at-once.ts'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import { startPartner, type PartnerServer } from '../../../platform/test/support/partner.ts'
import { signInAgain, signInAs } from '../../../platform/test/support/people.ts'
import type { TestChannel, TestPartner } from '../../../platform/test/support/node.ts'
import { notesOf } from '../../../platform/test/support/till.ts'
import { countOption, SILENT, type LongStorm, type Verdict } from '../storm.ts'
import { endDouble, overIn, problemsOf, readBooked } from './books.ts'
import { workShift, type Counter, type Worked } from './shift.ts'

const SHIFTS = 10_000

/** Shifts that are worked at a time. */
const TOGETHER = 4

/** Short, so that a year of lapsed locks is no year of closed days. */
const LOCK_SECONDS = 60

const SAY_EVERY = 50

export const shifts: LongStorm = {
  name: 'shifts',
  options: { count: { type: 'string' }, seed: { type: 'string' } },
  tools: {},
  async run(scene) {
    const server = await startEmbeddedPostgres({ dataDir: scene.folder, log: SILENT })
    scene.atEnd(() => server.stop())
    await migrate(server.url, SILENT)
    const counters = await openCounters(server.url)
    scene.atEnd(() => counters.close())
    const count = countOption(scene.options, 'count', SHIFTS)
    const seed = countOption(scene.options, 'seed', randomInt(1, 1_000_000))
    scene.say(`seed ${seed}`)
    return workShifts(counters, { count, seed, say: scene.say })
  },
}

export type Counters = {
  installation: Installation
  platform: PlatformProcess
  shop: PartnerServer
  partner: TestPartner
  channel: TestChannel
  rival: TestChannel
  aheadMs: number
  close(): Promise<void>
}

/** @param databaseUrl a migrated database. */
export const openCounters = async (databaseUrl: string): Promise<Counters> => {
  const installation = await openInstallation(databaseUrl, {
    WASL_LOCK_SECONDS: String(LOCK_SECONDS),
  })
  const [shop, platform] = await Promise.all([startPartner(), installation.startProcess()])
  return {
    installation,
    platform,
    shop,
    partner: await installation.createPartner(platform, shop),
    channel: await installation.createChannel(platform),
    rival: await installation.createChannel(platform),
    aheadMs: 0,
    async close() {
      await installation.close()
      await shop.close()
    },
  }
}

type Sum = Omit<Worked, 'payers' | 'stuck'> & {
  shifts: number
  payers: number
  forgotten: number
  /** Cases that a person ended because their cash was in another payment. */
  ended: number
}

export const workShifts = async (
  counters: Counters,
  { count, seed, say }: { count: number; seed: number; say(line: string): void },
): Promise<Verdict> => {
  const sum: Sum = {
    shifts: 0,
    payers: 0,
    twice: 0,
    ended: 0,
    forgotten: 0,
    killed: 0,
    cleared: 0,
    cut: 0,
  }
  const found = await fewAtOnce(count, TOGETHER, async (turn) => {
    const number = turn + 1
    const wrong = await oneShift(counters, randomOf(seed * 1_000_003 + number), sum)
    if (sum.shifts % SAY_EVERY === 0) say(`${sum.shifts} shifts`)
    return wrong.map((one) => `Shift ${number} of seed ${seed}: ${one}`)
  })
  const violations = [...found.flat(), ...(await judgeAll(counters))]
  const { shifts: done, payers, twice, ended, forgotten, killed, cleared, cut } = sum
  return {
    figures: [
      `${done} shifts of the till, seed ${seed}`,
      `${payers} payers; ${killed} pages killed, ${cut} calls or answers cut, ${cleared} devices cleared, ` +
        `${forgotten} payments found only by the count`,
      `${twice} said to be taken on both devices; ${ended} cases ended by a person`,
    ],
    violations,
  }
}

const judgeAll = async ({ installation, platform, channel }: Counters): Promise<string[]> => {
  const people = { call: platform.call, channelKey: channel.apiKey }
  const { stuck } = await bringToAnEnd(installation, people)
  return [...stuck, ...(await checkInvariants(installation.pool))]
}

const oneShift = async (counters: Counters, random: Random, sum: Sum): Promise<string[]> => {
  const { installation, platform, channel } = counters
  const { pool } = installation
  const agentId = await makeAgent(pool, channel)
  const post = (path: string, body?: unknown) =>
    platform.call('POST', `/channel/v1${path}`, {
      key: channel.apiKey,
      ...(body !== undefined && { body }),
    })
  const started = await post('/shifts', { agentId, float: 0 })
  const { shiftId } = started.body
  const desk = { pool, origin: platform.origin, call: platform.call }
  const { channelId } = channel
  const person = await signInAs(desk, { side: 'channel', role: 'agent', channelId, agentId })
  const second = await signInAgain(desk, person.userId)
  const counter = counterOf(counters, [person.headers, second.headers])
  const worked = await workShift(counter, random)
  for (const payer of worked.payers) {
    if (payer.isOfTwoPayments) sum.ended += await endDouble(counters, payer, agentId)
  }
  const booked = await readBooked(counters, worked.payers)
  const found = [...worked.stuck, ...worked.payers.flatMap((payer) => problemsOf(payer, booked))]
  const drawer = worked.payers.reduce((all, { cash }) => all + cash, 0)
  const missing = worked.payers.filter(({ reference }) => !booked.has(reference))
  const over = overIn(worked.payers, booked)
  const counted = await post(`/shifts/${shiftId}/count`, { denominations: notesOf(drawer) })
  const difference = counted.body.count?.difference
  if (difference !== over) {
    found.push(`the drawer has ${over} that no record has, and the count found ${counted.text}`)
  }
  if (counted.body.count?.varianceId) {
    const path = `/operator/v1/variances/${counted.body.count.varianceId}/decide`
    const body = { outcome: 'over_short', reason: 'A device was cleared.' }
    const decided = await platform.call('POST', path, { key: installation.operatorKey, body })
    if (decided.status !== 200) found.push(`its variance was not decided: ${decided.text}`)
  }
  const closed = await post(`/shifts/${shiftId}/close`)
  if (closed.status !== 200) found.push(`it was not closed: ${closed.text}`)
  sum.shifts += 1
  sum.payers += worked.payers.length
  sum.forgotten += missing.length
  for (const what of ['twice', 'killed', 'cleared', 'cut'] as const) sum[what] += worked[what]
  return found
}

let references = 0

const counterOf = (counters: Counters, sessions: readonly Record<string, string>[]): Counter => {
  const { installation, platform, shop, partner, rival } = counters
  return {
    origin: platform.origin,
    partnerId: partner.partnerId,
    sessions,
    owe(price) {
      references += 1
      const reference = `BILL-${references}`
      shop.prices.set(reference, price)
      return reference
    },
    changePrice: (reference, price) => void shop.prices.set(reference, price),
    async passLocks() {
      counters.aheadMs += (LOCK_SECONDS + 1) * 1_000
      await installation.clock.advance(LOCK_SECONDS + 1)
    },
    async payElsewhere(reference) {
      const opened = await platform.open(rival, partner, reference)
      if (opened.status === 201) await platform.change(rival, 'confirm', opened.body.paymentId)
    },
    aheadMs: () => counters.aheadMs,
  }
}
