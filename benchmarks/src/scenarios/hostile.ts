import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { openChannelHouse, type ChannelHouse } from '../harness/channel-house.ts'
import { nextMessage, startProgram } from '../harness/child.ts'
import { load, writeRequests } from '../harness/wrk.ts'
import { inTurn } from '../in-turn.ts'
import { atMost, median, medianRatio, milliseconds } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { createChannel } from '../seed/called.ts'
import { createQrCodes } from '../seed/qr-codes.ts'

/** The answers of `programs/hostile-partner.ts`. */
const ANSWERS = ['ordinary', 'values', 'keys', 'labels', 'escapes', 'spaces', 'pieces'] as const

/** Concurrent openings at the hostile partner. */
const OPENINGS = 16

/** Few, so that the machine is not saturated: this measures the latency of a scan. */
const CONNECTIONS = 4

/** How long a channel waits after PARTNER503_UNAVAILABLE. Without it, this would measure a flood. */
const REFUSED_MS = 100

const RATIO_MAX = 3
const P99_MS_MAX = 25

const NOTE =
  'hostile: 16 openings at a time at a partner that returns the worst answers within the limits, while another channel scans QR codes over 4 connections.'

/** How much a partner with hostile lookup answers slows down another channel. */
export const hostile: Scenario = {
  name: 'hostile',
  about: "p99 of one channel's scans while another opens payments at a hostile partner",
  tools: ['wrk'],
  isLong: true,
  run: (bench) => runHostile(bench),
}

type Attack = { kind: string; partnerId: number }

const runHostile = async (bench: Bench): Promise<Row[]> => {
  const house = await openChannelHouse(bench, 'bench_hostile', 4)
  const { platform, database, partners, close } = house
  const tokens = await createQrCodes(platform, database.client, partners, 10)
  const scans = await writeRequests(
    join(bench.folder, 'hostile.tsv'),
    tokens.map((token) => ({
      method: 'GET' as const,
      path: `/channel/v1/qr-codes/${token}`,
      key: house.channel.apiKey,
    })),
  )
  const program = startProgram(bench.cleanup, 'hostile-partner', {})
  const { port } = await nextMessage<{ port: number }>(program)
  const attacks = await Promise.all(
    ANSWERS.map(async (kind): Promise<Attack> => {
      const partner = { name: `Hostile ${kind}`, apiUrl: `http://127.0.0.1:${port}/${kind}` }
      const made = await platform.operate<{ partnerId: string }>('POST', '/partners', partner)
      await platform.operate('POST', `/partners/${made.partnerId}/go-live`, {
        reason: 'A benchmark.',
      })
      return { kind, partnerId: Number(made.partnerId.replace('prt_', '')) }
    }),
  )
  const attacker = await createChannel(platform)
  await scanP99(house, scans)

  const p99s = await measureTurns(house, scans, attacks, attacker.apiKey)
  await program.stop()
  await close()
  return rowsOf(attacks, p99s)
}

/** For each turn: the p99 without an attack, then that of each attack, in milliseconds. */
const measureTurns = async (
  house: ChannelHouse,
  scans: string,
  attacks: Attack[],
  key: string,
): Promise<number[][]> => {
  const { bench } = house
  const turns: number[][] = []
  for (let round = 1; round <= bench.rounds; round += 1) {
    const runs = [
      () => scanP99(house, scans),
      ...attacks.map((attack) => () => scanUnderAttack(house, scans, attack, key)),
    ]
    const measured = await bench.measure(() => inTurn(runs, (run) => run()))
    turns.push(measured)
    const names = ['quiet', ...attacks.map(({ kind }) => kind)]
    bench.log(
      `round ${round}: ${names.map((name, index) => `${name} ${milliseconds(measured[index] ?? 0)}`).join(', ')}`,
    )
  }
  return turns
}

const scanP99 = async (
  { bench, platform }: ChannelHouse,
  requestsFile: string,
): Promise<number> => {
  const { p99Ms } = await load(bench.cleanup, {
    origin: platform.origin,
    requestsFile,
    connections: CONNECTIONS,
    seconds: bench.seconds,
  })
  return p99Ms
}

const scanUnderAttack = async (
  house: ChannelHouse,
  scans: string,
  { partnerId }: Attack,
  key: string,
): Promise<number> => {
  let isOver = false
  const opening = async (): Promise<void> => {
    while (!isOver) {
      const { body, statusCode } = await request(`${house.platform.origin}/channel/v1/payments`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ partnerId: `prt_${partnerId}`, reference: `h-${(opened += 1)}` }),
      })
      await body.dump()
      if (statusCode === 503) await sleep(REFUSED_MS)
    }
  }
  const openings = Array.from({ length: OPENINGS }, opening)
  try {
    return await scanP99(house, scans)
  } finally {
    isOver = true
    await Promise.all(openings)
  }
}

let opened = 0

const rowsOf = (attacks: Attack[], turns: number[][]): Row[] => {
  const p99sOf = (column: number): number[] =>
    turns.map((measured) => measured[column] ?? Number.NaN)
  const row = (column: number): Pick<Row, 'scenario' | 'result' | 'ratio'> => ({
    scenario: 'hostile, p99 of a scan',
    result: milliseconds(median(p99sOf(column))),
    ratio: medianRatio(p99sOf(column), p99sOf(0)),
  })
  return [
    { ...row(0), contestant: 'quiet (floor)', goal: null, note: NOTE },
    ...attacks.map(({ kind }, index): Row => {
      const attacked = row(index + 1)
      const p99Ms = median(p99sOf(index + 1))
      const met = (attacked.ratio ?? Infinity) <= RATIO_MAX && p99Ms <= P99_MS_MAX
      const { text } = atMost(`${RATIO_MAX} × the quiet p99, and ${P99_MS_MAX} ms`, 1, 0)
      return { ...attacked, contestant: `answers of ${kind}`, goal: { text, met } }
    }),
  ]
}
