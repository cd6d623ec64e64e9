import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { replaceChance } from '../../src/base/chance.ts'
import { isDatabaseUnavailable } from '../../src/base/database/errors.ts'
import { simulatedDatabase } from './connections.ts'
import type { World } from './database.ts'
import { PROCESSES, type Step } from './generator.ts'
import { createKeyRing, createMemory, type Context } from './operations/operation.ts'
import { OPERATIONS } from './operations/operations.ts'
import { createAttemptOracle } from './oracles/attempts.ts'
import { createEndings } from './oracles/endings.ts'
import { contradictions } from './oracles/integrity.ts'
import { createPromises } from './oracles/promises.ts'
import { expectSettled, SETTLED_WITHIN_SECONDS } from './oracles/settled.ts'
import { createStatusLog } from './oracles/status-quota.ts'
import { simulatedSend, type PartnerCalls } from './partner-calls.ts'
import { startProcess, type SimulatedProcess } from './process.ts'
import { randomOf } from './random.ts'
import { createScheduler, type Decision } from './scheduler.ts'
import { createVirtualTime, START, type VirtualTime } from './time.ts'

export type Run = {
  /** A sentence each; empty when all oracles agree. */
  violations: string[]
  trace: string[]
  /** Of the trace and of every row that is left. */
  hash: string
  /** Operations that callers began, and turns of statements, transactions and calls. */
  operations: number
  turns: number
}

export type RunOptions = {
  world: World
  stateHash: () => Promise<string>
  /** The state is hashed only where two runs are compared. */
  withHash?: boolean
}

/** A caller waits for at most so many operations of one process. */
const UNDERWAY_MAX = 6

const WELL: Decision = { fate: { kind: 'runs' }, answer: 'well' }

/** Runs these steps from the same beginning, and then asks the oracles. */
export const runSteps = async (seed: number, steps: Step[], options: RunOptions): Promise<Run> => {
  const time = createVirtualTime(seed)
  const putBack = replaceChance(time.chance)
  try {
    await options.world.reset()
    const simulation = createSimulation(seed, time, options)
    await simulation.begin()
    for (const step of steps) {
      await simulation.take(step)
      if (simulation.run.violations.length > 0) break
    }
    if (simulation.run.violations.length === 0) await simulation.end()
    return await simulation.finish()
  } finally {
    putBack()
  }
}

const createSimulation = (seed: number, time: VirtualTime, { world, ...options }: RunOptions) => {
  const run: Run = { violations: [], trace: [], hash: '', operations: 0, turns: 0 }
  const say = (what: string): void => {
    run.trace.push(`${(time.nowMs() / 1000).toFixed(3)} s  ${what}`)
  }
  const report = (violation: string): void => {
    run.violations.push(violation)
    say(`VIOLATION: ${violation}`)
  }
  const scheduler = createScheduler(time)
  const attempts = createAttemptOracle(world.fixture, time.nowMs, report)
  const promises = createPromises(START, time.nowMs, report)
  const endings = createEndings(report)
  const prices = createPrices()
  const setClock = (connection: 'hot' | 'client') => world.setClock(time, connection)
  const log = createLog(report)
  const keys = createKeyRing()
  const statusLog = createStatusLog(report)
  const memory = createMemory()
  const processes: SimulatedProcess[] = []
  let started = 0

  const start = async (index: number): Promise<void> => {
    const owner = { isAlive: true, name: `process ${(started += 1)}` }
    const onExecuted = (_: unknown, statement: { name: string; values: unknown[] }, rows: any[]) =>
      attempts.onExecuted(statement, rows)
    const db = simulatedDatabase({ scheduler, real: world, setClock, onExecuted }, owner)
    const calls: PartnerCalls = { ...attempts, priceOf: prices.next }
    const send = simulatedSend({ scheduler, time, calls }, owner)
    time.enter(owner)
    processes[index] = startProcess({ owner, db, keyring: world.fixture.keyring, send, log })
    await time.quiet()
  }

  /** Starts another process in the place of each that has died. */
  const replaceDead = async (): Promise<void> => {
    for (const [index, { owner }] of processes.entries()) {
      if (owner.isAlive) continue
      say(`${owner.name} is dead`)
      await start(index)
    }
  }

  const begin = async (name: keyof typeof OPERATIONS, index: number, ofStep: number) => {
    const process = processes[index] as SimulatedProcess
    if (process.underway >= UNDERWAY_MAX) return
    process.underway += 1
    run.operations += 1
    const number = run.operations
    say(`${process.owner.name} begins ${number}: ${name}`)
    time.enter(process.owner)
    const context: Context = {
      process,
      fixture: world.fixture,
      random: randomOf(ofStep),
      promises,
      endings,
      report,
      nowMs: time.nowMs,
      keys,
      statusLog,
      priceOf: prices.of,
      memory,
    }
    void OPERATIONS[name]
      .run(context)
      .then(
        (said) => say(`  ${number} ends: ${said}`),
        (error: unknown) => {
          say(`  ${number} fails: ${String(error)}`)
          if (!isDatabaseUnavailable(error)) report(`${name} threw ${String(error)}`)
        },
      )
      .finally(() => (process.underway -= 1))
    await time.quiet()
  }

  const turn = async (pick: number, decision: Decision): Promise<boolean> => {
    const ready = scheduler.ready()
    const entry = ready[pick % (ready.length || 1)]
    if (!entry) return false
    run.turns += 1
    if (run.turns % TURNS_PER_MS === 0) time.moveTo(time.nowMs() + 1)
    const said = await scheduler.run(entry, decision)
    say(`  ${entry.owner.name}: ${entry.what}${said && `: ${said}`}`)
    if (said.startsWith('VIOLATION')) report(said)
    await replaceDead()
    return true
  }

  const advance = async (ms: number): Promise<void> => {
    time.moveTo(time.nowMs() + ms)
    say(`the clock is moved by ${ms / 1000} s`)
    while (time.fireNext()) await time.quiet()
  }

  return {
    run,
    async begin() {
      for (let index = 0; index < PROCESSES; index += 1) await start(index)
    },
    async take(step: Step) {
      switch (step.do) {
        case 'start':
          return begin(step.operation, step.process, step.seed)
        case 'proceed':
          return void (await turn(step.pick, step.decision))
        case 'calm':
          for (let count = 0; count < step.turns; count += 1) if (!(await turn(0, WELL))) return
          return
        case 'advance':
          return advance(step.ms)
        case 'kill':
          ;(processes[step.process] as SimulatedProcess).owner.isAlive = false
          return replaceDead()
        case 'chapter':
          memory.chapter = step.number
          return say(`chapter ${step.number}`)
        default:
          return step satisfies never
      }
    },
    /** Nothing breaks any more: whatever is due must come to its end. */
    async end() {
      say('from now on nothing breaks')
      const rest = async (): Promise<void> => {
        for (let turns = 0; await turn(0, WELL); turns += 1) {
          if (turns > TURNS_MAX) return report('the platform does not come to rest')
        }
      }
      for (const ms of SETTLING_MS) {
        await rest()
        if (run.violations.length > 0) return
        await advance(ms)
        await begin('expire locks', 0, seed)
      }
      await rest()
      await begin('expire locks', 1, seed)
      await rest()
      await advance(SETTLED_WITHIN_SECONDS * 1000)
      await rest()
      setClock('client')
      if (run.violations.length > 0) return
      await promises.check(world.client)
      await endings.check(world.client)
      await expectSettled(world.client, report)
      for (const violation of await contradictions(world.client)) report(violation)
    },
    async finish(): Promise<Run> {
      for (const { owner } of processes) owner.isAlive = false
      if (options.withHash === true) {
        run.hash = createHash('sha256')
          .update(run.trace.join('\n'))
          .update(await options.stateHash())
          .digest('hex')
          .slice(0, 16)
      }
      return run
    },
  }
}

export type Simulation = ReturnType<typeof createSimulation>

/** More than a lease; twice, because an event may wait for the one before. */
const SETTLING_MS = [31_000, 31_000, 2_000]

/** A statement takes some of a millisecond. */
const TURNS_PER_MS = 3

const TURNS_MAX = 2_000

/** What each lookup was answered, by the id of the channel's request. */
const createPrices = () => {
  const prices = new Map<string, number>()
  let lookups = 0
  return {
    next(request: { headers: Readonly<Record<string, string>> }): number {
      lookups += 1
      const price = 1_000_00 + (lookups % 7) * 1_234_5
      const requestId = request.headers['x-request-id']
      if (requestId !== undefined) prices.set(requestId, price)
      return price
    },
    of: (requestId: string): number | null => prices.get(requestId) ?? null,
  }
}

/** A process's log: an error that is not of a broken connection is a violation. */
const createLog = (report: (violation: string) => void): Logger => {
  const note = ({ err }: { err?: Error }, message: string): void => {
    if (err !== undefined && !isDatabaseUnavailable(err)) report(`${message}: ${err.message}`)
  }
  const quiet = () => undefined
  return { info: quiet, debug: quiet, trace: quiet, warn: note, error: note } as unknown as Logger
}
