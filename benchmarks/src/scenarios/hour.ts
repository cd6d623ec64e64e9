import pg from 'pg'
import { checkInvariants } from '../../../platform/test/support/invariants.ts'
import { types } from '../../../platform/src/base/database/types.ts'
import { nextMessage, startProgram, type Child } from '../harness/child.ts'
import { startPlatform } from '../harness/platform.ts'
import { residentMib } from '../harness/resident-memory.ts'
import { untilDelivered } from '../harness/until-delivered.ts'
import { atMost, median } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { createCalledPartners, createChannel } from '../seed/called.ts'

/** How much is paid, by how many partners. */
export type Traffic = { partners: number; perSecond: number; minuteSeconds: number }

/** So many partners that none reads more than its 60 statuses a minute. */
const FULL: Traffic = { partners: 1_200, perSecond: 1_000, minuteSeconds: 60 }
const QUICK: Traffic = { partners: 1_200, perSecond: 50, minuteSeconds: 2 }

const CONNECTIONS = 128

const LATE_GOAL = 0.01
const MEMORY_GOAL = 1.05

const NOTE =
  'hour: whole payments at a fixed rate, a minute for each round; `--rounds 60` is an hour. It ends early when payers ' +
  'come faster than they are served. A payment is late after 1 s from the moment when its payer came. Memory is that ' +
  'of the platform alone: the last quarter to the second.'

/** What is still so after an hour. */
export const hour: Scenario = {
  name: 'hour',
  about: 'whole payments at 1,000 a second, a minute for each round: late ones, memory, invariants',
  tools: [],
  isLong: true,
  run: (bench) => runHour(bench, trafficOf(bench)),
}

const trafficOf = ({ quick, perSecond }: Bench): Traffic => {
  const traffic = quick ? QUICK : FULL
  return { ...traffic, perSecond: perSecond ?? traffic.perSecond }
}

type Minute = { late: number; p99Ms: number; megabytes: number; seconds: number }

export const runHour = async (bench: Bench, traffic: Traffic): Promise<Row[]> => {
  const { cleanup, postgres, rounds, log } = bench
  const { perSecond, minuteSeconds } = traffic
  const database = await postgres.createMigrated('bench_hour')
  const sink = startProgram(cleanup, 'sink', { delayMs: 0 })
  const { port } = await nextMessage<{ port: number }>(sink)
  const platform = await startPlatform(cleanup, {
    databaseUrl: database.url,
    profileTo: bench.profileTo,
  })
  const channel = await createChannel(platform)
  const partners = await createCalledPartners(
    platform,
    traffic.partners,
    `http://127.0.0.1:${port}/`,
  )
  const payers = startProgram(cleanup, 'payers', {
    origins: [platform.origin],
    channelKey: channel.apiKey,
    partners,
    concurrency: CONNECTIONS,
  })
  await nextMessage(payers)
  const payments = Math.ceil(perSecond * minuteSeconds)
  const minutes: Minute[] = []
  while (minutes.length < rounds && !isOutrun(minutes.at(-1), minuteSeconds)) {
    const minute = await payMinute(payers, platform.child, payments, perSecond)
    minutes.push(minute)
    const { late, p99Ms, megabytes } = minute
    log(
      `minute ${minutes.length}: ${late} late, p99 ${p99Ms.toFixed(0)} ms, ${megabytes.toFixed(0)} MB`,
    )
  }
  await untilDelivered(database.url)
  const violations = await violationsIn(database.url)
  for (const violation of violations.slice(0, VIOLATIONS_SHOWN)) log(violation)
  for (const child of [payers, platform.child, sink]) await child.stop()
  await database.drop()
  return rowsOf(minutes, perSecond, payments, violations.length)
}

const VIOLATIONS_SHOWN = 10

/**
 * Whether the payers of a minute came so much faster than they were served that the last ones waited for a
 * fifth of it. The queue only becomes longer, so the hour ends.
 */
const isOutrun = (minute: Minute | undefined, minuteSeconds: number): boolean =>
  minute !== undefined && minute.seconds > minuteSeconds * OUTRUN_MIN

const OUTRUN_MIN = 1.2

/** A machine that serves a fifth of the rate is told so. */
const MINUTE_MS_MAX = 360_000

const payMinute = async (
  payers: Child,
  serving: Child,
  payments: number,
  perSecond: number,
): Promise<Minute> => {
  const startedMs = performance.now()
  payers.process.send({ payments, perSecond })
  const { late, p99Ms } = await nextMessage<{ late: number; p99Ms: number }>(payers, MINUTE_MS_MAX)
  const seconds = (performance.now() - startedMs) / 1_000
  return { late, p99Ms, megabytes: residentMib(serving.process.pid), seconds }
}

const violationsIn = async (url: string): Promise<string[]> => {
  const pool = new pg.Pool({ connectionString: url, types })
  try {
    return await checkInvariants(pool)
  } finally {
    await pool.end()
  }
}

/** The median of a quarter; of all when there are fewer minutes than quarters. */
const quarter = (minutes: readonly Minute[], place: 2 | 4): number => {
  const size = Math.floor(minutes.length / 4)
  const its = size === 0 ? minutes : minutes.slice(size * (place - 1), size * place)
  return median(its.map(({ megabytes }) => megabytes))
}

const rowsOf = (
  minutes: readonly Minute[],
  perSecond: number,
  each: number,
  violations: number,
): Row[] => {
  const contestant = `${minutes.length} minutes at ${perSecond.toLocaleString('en-US')}/s`
  const late = minutes.reduce((sum, minute) => sum + minute.late, 0) / (each * minutes.length)
  const slowest = Math.max(...minutes.map(({ seconds }) => seconds))
  const memory = quarter(minutes, 4) / quarter(minutes, 2)
  return [
    {
      scenario: 'hour, payments over 1 s',
      contestant,
      result: `${(late * 100).toFixed(2)} %`,
      ratio: null,
      goal: atMost('1 %', LATE_GOAL, late),
      note: NOTE,
    },
    {
      scenario: 'hour, served in the slowest minute',
      contestant,
      result: `${Math.round(each / slowest)}/s`,
      ratio: null,
      goal: null,
    },
    {
      scenario: 'hour, memory',
      contestant,
      result: `${quarter(minutes, 4).toFixed(0)} MB`,
      ratio: memory,
      goal: atMost(`${MEMORY_GOAL} of the second quarter`, MEMORY_GOAL, memory),
    },
    {
      scenario: 'hour, violated invariants',
      contestant,
      result: String(violations),
      ratio: null,
      goal: atMost('0', 0, violations),
    },
  ]
}
