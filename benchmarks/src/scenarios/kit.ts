import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextMessage, startProgram } from '../harness/child.ts'
import { load } from '../harness/wrk.ts'
import { atLeast, median, medianRatio, perSecond } from '../measure.ts'
import { CONTESTANTS, receiverOf, type Contestant } from '../receivers.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'

const CONNECTIONS = 32

/** More than the kit remembers, so that it handles each webhook and calls none a duplicate. */
const DELIVERIES = 20_000

/** Ahead of both peers. */
const GOAL = 1

const PEERS = ['stripe', 'standardwebhooks'] as const satisfies readonly Contestant[]

const NAMES: Readonly<Record<Contestant, string>> = {
  wasl: 'Wasl',
  stripe: 'stripe-node, constructEvent',
  standardwebhooks: 'standardwebhooks, verify',
}

/** A partner's side: a webhook verified, and one received, handled once and acknowledged. */
export const kit: Scenario = {
  name: 'kit',
  about: 'the partner kit verifies a webhook, and answers it over HTTP, beside its peers',
  tools: ['wrk'],
  run: async (bench) => [...(await runVerify(bench)), ...(await runAnswer(bench))],
}

async function runVerify(bench: Bench): Promise<Row[]> {
  const { cleanup, rounds, seconds, measure, log } = bench
  const rates = emptyRates()
  for (let round = 1; round <= rounds; round += 1) {
    for (const contestant of CONTESTANTS) {
      const { rate } = await measure(async () => {
        const program = startProgram(cleanup, 'verify', { contestant, seconds })
        const told = await nextMessage<{ rate: number }>(program, seconds * 10_000)
        await program.stop()
        return told
      })
      rates[contestant].push(rate)
    }
    log(`round ${round}, verify: ${shown(rates)}`)
  }
  return rowsOf('verify a webhook, one process', rates)
}

async function runAnswer(bench: Bench): Promise<Row[]> {
  const { cleanup, rounds, seconds, measure, log } = bench
  const rates = emptyRates()
  const floor: number[] = []
  const answer = async (contestant: Contestant | 'none'): Promise<number> => {
    const program = startProgram(cleanup, 'receiver', { contestant })
    const { port } = await nextMessage<{ port: number }>(program, 10_000)
    const target = {
      origin: `http://127.0.0.1:${port}`,
      requestsFile: writeWebhooks(bench, contestant === 'none' ? 'wasl' : contestant),
      connections: CONNECTIONS,
      script: 'webhooks.lua',
    }
    await load(cleanup, { ...target, seconds: Math.ceil(seconds / 2) })
    const { rate } = await load(cleanup, { ...target, seconds })
    await program.stop()
    return rate
  }
  for (let round = 1; round <= rounds; round += 1) {
    floor.push(await measure(() => answer('none')))
    for (const contestant of CONTESTANTS) {
      rates[contestant].push(await measure(() => answer(contestant)))
    }
    log(`round ${round}, answer: ${perSecond(floor.at(-1) ?? 0)} unverified, ${shown(rates)}`)
  }
  const scenario = `answer a webhook, ${CONNECTIONS} connections`
  const unverified: Row = {
    scenario,
    contestant: 'raw node:http, nothing verified',
    result: perSecond(median(floor)),
    ratio: medianRatio(floor, rates.wasl),
    goal: null,
  }
  return [unverified, ...rowsOf(scenario, rates)]
}

type Rates = Record<Contestant, number[]>

const emptyRates = (): Rates => ({ wasl: [], stripe: [], standardwebhooks: [] })

const shown = (rates: Rates): string =>
  CONTESTANTS.map((name) => `${perSecond(rates[name].at(-1) ?? 0)} ${name}`).join(', ')

/** Ratios are to the peer, because being ahead of each is what is asked. */
const rowsOf = (scenario: string, rates: Rates): Row[] => [
  ...PEERS.map((peer) => ({
    scenario,
    contestant: NAMES[peer],
    result: perSecond(median(rates[peer])),
    ratio: medianRatio(rates[peer], rates.wasl),
    goal: null,
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

/** Signed just now: a signature is as good as its timestamp is new. */
const writeWebhooks = (bench: Bench, contestant: Contestant): string => {
  const { sign } = receiverOf(contestant)
  const lines = Array.from({ length: DELIVERIES }, (_, number) => {
    const { headers, body } = sign(number)
    return [...Object.entries(headers).map(([name, value]) => `${name}=${value}`), body].join('\t')
  })
  const file = join(bench.folder, `webhooks-${contestant}.tsv`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
