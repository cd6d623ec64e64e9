/** The runner of proofs: what counts, what does not, and where it goes on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readUnits } from './progress.ts'
import { PROOFS, type Proof } from './promises.ts'
import { runProofs, type ProofDeps } from './run-proofs.ts'
import type { Ran } from './run-unit.ts'
import { proofsReference, standings, statusTable } from './tables.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasl-proofs-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const proofNamed = (name: string): Proof => PROOFS.find((proof) => proof.name === name) as Proof

const HELD: Ran = { exitCode: 0, output: '', others: 0.02, stolen: 0, seconds: 60 }

/** What the programs print when nothing is violated. */
const OUTPUTS: Record<string, string> = {
  kills:
    '50 kill -9 of 2 processes in 1.2 min, 5 of them during a start\n800 calls about 40 subjects judged',
  simulation: '200 seeds in 20.0 s: 4321 operations in 9999 turns, 0 seeds with violations.',
  moves: `moves: 9 done, 1 undone; kills: none
writes refused, moves without a kill: p50 150 ms, p99 1000 ms, longest 1000 ms, of 9
a payment (open and confirm) of the neighbour while nobody moves: p50 9 ms, p99 1900 ms, longest 1900 ms, of 99`,
  upgrade: '1 upgrade and back, from 0123456 to 89abcde with 0088-next',
  'power-cuts': '10 power cuts, 1 of them during a first start',
  failover:
    '4 kills of the leader, default settings of Patroni\noutage: median 9.3 s, longest 15.0 s',
  restore: '2 restores of one database',
  shifts: '250 shifts of the till, seed 7\n1500 payers; 31 pages killed',
  growth: `| growth, month 24 of 24 | 833,334 payments | 2,100 bytes each | | |
| growth, status, p99 | 10,000 payments     | 1.00 ms | 1.00 |                       |
|                     | 20,000,000 payments | 1.20 ms | 1.20 | ≤ 1.5 × as long: met |`,
  hour: '| hour, memory | 60 minutes at 1,000/s | 210 MB | 1.01 | ≤ 1.05 of the second quarter: met |',
  processes: `| processes, one at a time: processor time of a payment | 1 process (floor) | 2.00 ms | 1.00 |  |
|  | 2 processes | 2.20 ms | 1.10 | ≤ 1.15 of 1 process: met |
|  | 4 processes | 2.28 ms | 1.14 | ≤ 1.15 of 1 process: met |`,
  cells: `| cells, 32 at a time: processor time of a payment | 1 cell (floor) | 2.00 ms | 1.00 |  |
|  | 2 cells | 2.28 ms | 1.14 | ≤ 1.1 of 1 cell: **missed** |`,
}

const outputOf = ([file, storm = '', ...args]: readonly string[]): string => {
  if (file?.includes('simulation') === true)
    return storm === '--seed'
      ? 'Seed 131 was replayed 200 times by 16 processes at once, load average 17: it violates nothing, and its state is always abc.'
      : (OUTPUTS['simulation'] ?? '')
  const output = OUTPUTS[storm] ?? ''
  return args.includes('--per-second') ? output.replace('1,000/s', '200/s') : output
}

/** Runs so many units, the answers of which are given; otherwise they hold. */
const runUnits = async (
  proofs: readonly Proof[],
  count: number,
  answers: Partial<Ran>[] = [],
): Promise<{ commands: string[]; isKept: boolean }> => {
  const commands: string[] = []
  const deps: ProofDeps = {
    folder,
    commit: 'abc1234567',
    run: async (command) => {
      commands.push(command.join(' '))
      return { ...HELD, output: outputOf(command), ...answers[commands.length - 1] }
    },
    say: () => undefined,
    now: () => new Date('2026-11-27T12:00:00Z'),
    isTimeOver: () => commands.length >= count,
    onWritten: async () => undefined,
  }
  return { isKept: await runProofs(proofs, deps), commands }
}

const doneOf = (name: string): number | undefined =>
  standings(folder).find(({ proof }) => proof.name === name)?.done

test('a proof goes on where it stopped', async () => {
  const simulation = [proofNamed('simulation')]
  const { commands } = await runUnits(simulation, 2)
  const { commands: later } = await runUnits(simulation, 1)
  expect([...commands, ...later].map((command) => /--from (\d+)/.exec(command)?.[1])).toEqual([
    '1',
    '401',
    '801',
  ])
  expect(doneOf('simulation')).toBe(3 * 4_321)
})

test('a unit does not count when other programs used more than a tenth of the machine', async () => {
  const simulation = [proofNamed('simulation')]
  const { commands, isKept } = await runUnits(simulation, 3, [{ others: 0.11 }, { others: 0.1 }])
  expect(isKept).toBe(true)
  expect(readUnits(folder, 'simulation').map(({ result }) => result)).toEqual([
    'loaded',
    'held',
    'held',
  ])
  expect(readUnits(folder, 'simulation')[0]?.said).toContain('4321 operations')
  // The same seeds again.
  expect(commands[1]).toBe(commands[0])
  expect(doneOf('simulation')).toBe(2 * 4_321)
})

test('what the host takes away counts as load in a measurement only', async () => {
  const loaded = [{ others: 0.05, stolen: 0.06 }]
  for (const name of ['kills', 'processes']) await runUnits([proofNamed(name)], 1, loaded)
  expect(readUnits(folder, 'kills')).toMatchObject([{ result: 'held', load: 0.05, stolen: 0.06 }])
  expect(readUnits(folder, 'processes')).toMatchObject([{ result: 'loaded', load: 0.11 }])
})

test('growth fills a kept database month by month, and repeats a month that did not count', async () => {
  const growth = proofNamed('growth')
  const { commands } = await runUnits([growth], 4, [{}, { others: 0.5 }])
  expect(commands.map((command) => command.split(' growth ')[1])).toEqual(
    [1, 2, 2, 3].map((month) => `--keep .wasl/proofs/growth --month ${month}`),
  )
  // Beyond its goal in the last month: what is missing is that month.
  const missed = (OUTPUTS['growth'] as string).replace(': met', ': **missed**')
  const answers = [...Array.from({ length: 20 }, () => ({})), { output: missed }]
  const { commands: later, isKept } = await runUnits([growth], 30, answers)
  expect(isKept).toBe(false)
  expect(later.at(-1)).toContain('--month 24')
  expect(doneOf('growth')).toBe(23 * 833_334)
})

test('a violation is written with its last words, whatever the load, and its proof stops', async () => {
  const output = 'Seed 7 violates:\n  L1\nRun it again: npm run simulate -- --seed 7'
  const failed = [{ exitCode: 1, output, others: 0.6 }]
  const { commands, isKept } = await runUnits([proofNamed('simulation')], 5, failed)
  expect(isKept).toBe(false)
  expect(commands).toHaveLength(1)
  const [unit] = readUnits(folder, 'simulation')
  expect(unit).toMatchObject({ result: 'violated', count: 0, said: output })
  expect(statusTable(standings(folder))).toContain('2026-11-27 at abc1234567')
})

test('a unit that says no count is a failure, not a success', async () => {
  const { isKept } = await runUnits([proofNamed('kills')], 1, [{ output: 'Nothing is violated.' }])
  expect(isKept).toBe(false)
  expect(doneOf('kills')).toBe(0)
})

test('what cannot run here is left out, and the others go on', async () => {
  const proofs = [proofNamed('power-cuts'), proofNamed('moves')]
  const { commands, isKept } = await runUnits(proofs, 3, [{ exitCode: 2, output: 'needs root' }])
  expect(isKept).toBe(true)
  expect(commands.map((command) => command.split(' ')[1])).toEqual(['power-cuts', 'moves', 'moves'])
  expect(readUnits(folder, 'power-cuts')).toEqual([])
})

test('histories are recorded under kills, moves and failover in turn', async () => {
  const judged = '800 calls about 40 subjects judged, 3 of them without an answer'
  const answers = Array.from({ length: 4 }, () => ({ output: judged }))
  const { commands } = await runUnits([proofNamed('histories')], 4, answers)
  const storms = ['kills', 'moves', 'failover', 'kills']
  expect(commands.map((command) => command.split(' ')[1])).toEqual(storms)
  expect(doneOf('histories')).toBe(4 * 800)
})

test('the proof that is furthest behind comes next, and none when its goals are reached', async () => {
  const { commands } = await runUnits([proofNamed('failover'), proofNamed('moves')], 30)
  // 20 leader kills by 4, 100 moves by 9.
  expect(commands.filter((command) => command.includes('failover'))).toHaveLength(5)
  expect(commands.filter((command) => command.includes('moves'))).toHaveLength(12)
})

test('each proof is counted from what its program prints', async () => {
  for (const proof of PROOFS) await runUnits([proof], 1)
  for (const { proof, done } of standings(folder))
    expect([proof.name, done > 0]).toEqual([proof.name, true])
})

test('a measurement beyond its goal is a failure', async () => {
  const beyond = (name: string, good: string, bad: string): [Proof, string] => [
    proofNamed(name),
    (OUTPUTS[name === 'whole' ? 'hour' : name] as string).replace(good, bad),
  ]
  const missed: [Proof, string][] = [
    beyond('processes', '1.14', '1.16'),
    [proofNamed('outage'), (OUTPUTS['failover'] as string).replace('15.0', '15.1')],
    [proofNamed('pause'), (OUTPUTS['moves'] as string).replace('p99 1000', 'p99 1001')],
    [proofNamed('pause'), 'writes refused, moves without a kill: none'],
    [proofNamed('steady'), OUTPUTS['hour'] as string],
    beyond('cells', '2 cells', '4 cells'),
    beyond('growth', ': met', ': **missed**'),
    beyond('whole', ': met', ': **missed**'),
  ]
  for (const [proof, output] of missed)
    expect([proof.name, proof.countOf(output)]).toEqual([proof.name, null])
})

test('the reference page says what was reached, and what was not', async () => {
  await runUnits([proofNamed('kills')], 1)
  const page = proofsReference(folder)
  expect(page).toMatch(/\| kills \|.*\| 1,000 kills \| 50 \(5 %\) in 1 units.*\| 2026-11-27 \|/)
  expect(page).toMatch(/\| moves \|.*\| 100 moves \| nothing yet \|/)
})

test('a line that is no JSON is named', () => {
  writeFileSync(join(folder, 'moves.jsonl'), 'broken\n')
  expect(() => readUnits(folder, 'moves')).toThrow('moves.jsonl, line 1: expected JSON')
})
