import { fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'
import { startServer } from './database.ts'

const ROOT = join(import.meta.dirname, '../../..')

const PLANT = join(ROOT, 'scripts/planted-faults/plant.mjs')

/** A defence that is taken out of the code, in memory alone, to see whether the simulation notices. */
export type Fault = z.output<typeof faultSchema>

const faultSchema = z.strictObject({
  name: z.string().min(1),
  about: z.enum(['stages', 'leases', 'retries', 'ledger', 'qr codes', 'money', 'custody']),
  file: z.string().min(1),
  /** Text that occurs exactly once in the file. */
  find: z.string().min(1),
  replace: z.string(),
})

export const readFaults = (): Fault[] =>
  z.array(faultSchema).parse(parse(readFileSync(join(import.meta.dirname, 'faults.yaml'), 'utf8')))

/** Why a fault cannot be planted; null when it can. */
export const obstacle = ({ file, find, replace }: Fault): string | null => {
  if (!existsSync(join(ROOT, file))) return `the file ${file} does not exist`
  if (find === replace) return 'the replacement equals the text that it replaces'
  const count = readFileSync(join(ROOT, file), 'utf8').split(find).length - 1
  return count === 1 ? null : `expected the text once in ${file}, found it ${count} times`
}

export type Verdict = { seed: number; violation: string } | null

type Finding = { fault: Fault; verdict: Verdict; seconds: number; reason: string | null }

/** Plants one fault after the other, and runs seeds until one is violated. Prints a table. */
export const tryFaults = async (words: string[], seeds: number): Promise<void> => {
  const faults = readFaults().filter((fault) =>
    words.every((word) =>
      [fault.name, fault.about, fault.file].some((text) => text.includes(word)),
    ),
  )
  const queue = faults.values()
  const findings: Finding[] = []
  const lanes = Array.from({ length: availableParallelism() }, async () => {
    const server = await startServer()
    for (const fault of queue) {
      const finding = await tryFault(server.url, fault, seeds)
      findings.push(finding)
      console.log(rowOf(finding))
    }
    await server.stop()
  })
  await Promise.all(lanes)
  const caught = findings.filter(({ verdict }) => verdict !== null).length
  const share = Math.round((caught / Math.max(1, findings.length)) * 100)
  console.log(`\n${caught} of ${findings.length} planted faults were caught (${share} %).`)
  if (caught < findings.length * CAUGHT_SHARE_MIN) process.exitCode = 1
}

/** The target of the simulation. */
const CAUGHT_SHARE_MIN = 0.9

const ABOUT_WIDTH = 9
const NAME_WIDTH = 62

const rowOf = ({ fault, verdict, seconds, reason }: Finding): string => {
  const result =
    verdict === null
      ? `MISSED ${reason ?? ''}`
      : `seed ${String(verdict.seed).padStart(3)}, ${seconds.toFixed(0)} s: ${verdict.violation.slice(0, 90)}`
  return `${fault.about.padEnd(ABOUT_WIDTH)} ${fault.name.padEnd(NAME_WIDTH)} ${result}`
}

const tryFault = async (serverUrl: string, fault: Fault, seeds: number): Promise<Finding> => {
  const reason = obstacle(fault)
  if (reason !== null) return { fault, verdict: null, seconds: 0, reason }
  const startMs = performance.now()
  const verdict = await runPlanted(fault, { serverUrl, seeds })
  return { fault, verdict, seconds: (performance.now() - startMs) / 1000, reason: null }
}

/** Longer than 200 seeds take on a busy machine. */
const RUN_MS_MAX = 400_000

const runPlanted = (
  { file, find, replace }: Fault,
  asked: { serverUrl: string; seeds: number },
): Promise<Verdict> =>
  new Promise((resolve) => {
    const hook = pathToFileURL(PLANT)
    const url = pathToFileURL(join(ROOT, file)).href
    hook.search = encodeURIComponent(JSON.stringify({ url, find, replace }))
    const child = fork(new URL('fault-worker.ts', import.meta.url), [JSON.stringify(asked)], {
      execArgv: [`--import=${hook.href}`],
      timeout: RUN_MS_MAX,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let verdict: Verdict = null
    child.on('message', (message) => (verdict = message as Verdict))
    child.on('exit', () => resolve(verdict))
  })
