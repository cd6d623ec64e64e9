import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextMessage, startProgram } from '../harness/child.ts'
import { load } from '../harness/wrk.ts'
import { inTurn } from '../in-turn.ts'
import { atLeast, median, medianRatio, perSecond } from '../measure.ts'
import { CONTESTANTS, receiverOf, type Contestant } from '../receivers.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'

const CONNECTIONS = 32

/**
 * More webhooks than the kit remembers, so that none is a duplicate, even when a turn reaches the end
 * of the list and starts again.
 */
const DELIVERIES = 20_000

/** At least as fast as both peers. */
const GOAL = 1

const NOTE =
  'kit: the ratios are not to a floor. Beside a peer, and beside node:http without verification, the ratio is to Wasl. Beside Wasl it is to the peer that the goal names.'

const PEERS = ['stripe', 'standardwebhooks'] as const satisfies readonly Contestant[]

const NAMES: Readonly<Record<Contestant, string>> = {
  wasl: 'Wasl',
  stripe: 'stripe-node, constructEvent',
  standardwebhooks: 'standardwebhooks, verify',
}

/** The partner's side: verifies a webhook, and receives, handles once and acknowledges one. */
export const kit: Scenario = {
  name: 'kit',
  about: 'the partner kit verifies a webhook, and answers it over HTTP, beside its peers',
  tools: ['wrk'],
  run: async (bench) => [...(await runVerify(bench)), ...(await runAnswer(bench))],
}

const runVerify = async (bench: Bench): Promise<Row[]> => {
  const { cleanup, turns, turnSeconds: seconds, measure, log } = bench
  const rates = emptyRates()
  for (let turn = 1; turn <= turns; turn += 1) {
    const measured = await measure(() =>
      inTurn(CONTESTANTS, async (contestant) => {
        const program = startProgram(cleanup, 'verify', { contestant, seconds })
        const { rate } = await nextMessage<{ rate: number }>(program, seconds * 10_000)
        await program.stop()
        return { into: rates[contestant], rate }
      }),
    )
    for (const { into, rate } of measured) into.push(rate)
    log(`turn ${turn}, verify: ${shown(rates)}`)
  }
  return rowsOf('verify a webhook, one process', rates)
}

const runAnswer = async (bench: Bench): Promise<Row[]> => {
  const { turns, measure, log } = bench
  const rates = emptyRates()
  const floor: number[] = []
  const receivers = await inTurn(['none', ...CONTESTANTS] as const, async (name) => ({
    ...(await startReceiver(bench, name)),
    into: name === 'none' ? floor : rates[name],
  }))
  for (let turn = 1; turn <= turns; turn += 1) {
    const measured = await measure(() =>
      inTurn(receivers, async ({ answer, into }) => ({ into, rate: await answer() })),
    )
    for (const { into, rate } of measured) into.push(rate)
    log(`turn ${turn}, answer: ${perSecond(floor.at(-1) ?? 0)} unverified, ${shown(rates)}`)
  }
  for (const { stop } of receivers) await stop()
  const scenario = `answer a webhook, ${CONNECTIONS} connections`
  const unverified: Row = {
    scenario,
    contestant: 'raw node:http, no verification',
    result: perSecond(median(floor)),
    ratio: medianRatio(floor, rates.wasl),
    goal: null,
    note: NOTE,
  }
  return [unverified, ...rowsOf(scenario, rates)]
}

type RunningReceiver = { answer: () => Promise<number>; stop: () => Promise<void> }

/** Starts a contestant's server and warms it up, because code that has just started is slow. */
const startReceiver = async (
  bench: Bench,
  contestant: Contestant | 'none',
): Promise<RunningReceiver> => {
  const { cleanup, seconds, turnSeconds } = bench
  const program = startProgram(cleanup, 'receiver', { contestant })
  const { port } = await nextMessage<{ port: number }>(program)
  // Each turn uses new numbers, because the kit remembers those of the previous turn.
  let signed = 0
  const sign = (): string => {
    const file = writeWebhooks(bench, contestant === 'none' ? 'wasl' : contestant, signed)
    signed += DELIVERIES
    return file
  }
  const target = {
    origin: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    script: 'webhooks.lua',
  }
  await load(cleanup, { ...target, requestsFile: sign(), seconds })
  return {
    answer: async () =>
      (await load(cleanup, { ...target, requestsFile: sign(), seconds: turnSeconds })).rate,
    stop: () => program.stop(),
  }
}

type Rates = Record<Contestant, number[]>

const emptyRates = (): Rates => ({ wasl: [], stripe: [], standardwebhooks: [] })

const shown = (rates: Rates): string =>
  CONTESTANTS.map((name) => `${perSecond(rates[name].at(-1) ?? 0)} ${name}`).join(', ')

/** Wasl's ratios are to each peer, because the goal is to be at least as fast as each. */
const rowsOf = (scenario: string, rates: Rates): Row[] => [
  ...PEERS.map((peer) => ({
    scenario,
    contestant: NAMES[peer],
    result: perSecond(median(rates[peer])),
    ratio: medianRatio(rates[peer], rates.wasl),
    goal: null,
    note: NOTE,
  })),
  ...PEERS.map((peer) => {
    const ratio = medianRatio(rates.wasl, rates[peer])
    return {
      scenario,
      contestant: `Wasl, to ${peer}`,
      result: perSecond(median(rates.wasl)),
      ratio,
      goal: atLeast(GOAL, ratio, peer),
    }
  }),
]

/** Signed just before the run, because a signature expires with its timestamp. */
const writeWebhooks = (bench: Bench, contestant: Contestant, first: number): string => {
  const { sign } = receiverOf(contestant)
  const lines = Array.from({ length: DELIVERIES }, (_, index) => {
    const { headers, body } = sign(first + index)
    return [...Object.entries(headers).map(([name, value]) => `${name}=${value}`), body].join('\t')
  })
  const file = join(bench.folder, `webhooks-${contestant}.tsv`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
