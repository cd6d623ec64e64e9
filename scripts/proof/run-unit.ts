/** Runs one unit of a proof, and tells how much of the machine was used beside it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import {
  loadBetween,
  processorTime,
  type Load,
} from '../../benchmarks/src/harness/processor-time.ts'
import { isOnPath } from '../on-path.ts'

const ROOT = join(import.meta.dirname, '../..')

export type Ran = Load & {
  exitCode: number
  output: string
  seconds: number
}

/** What one unit may print, in characters: only the end is read. */
const OUTPUT_MAX = 1_000_000

export const hasAdopter = isOnPath('tini')

/**
 * A server whose parent was killed, or that detached itself, is adopted by the first process of the machine,
 * and would be taken for another program. Below tini, where it is installed, it stays ours.
 */
const adopting = (command: readonly string[]): readonly string[] =>
  hasAdopter ? ['tini', '-s', '--', ...command] : command

/** A program of this repository with its arguments. */
export const runUnit = ([program = '', ...args]: readonly string[]): Promise<Ran> =>
  run([process.execPath, join(ROOT, 'scripts/run.mjs'), join(ROOT, program), ...args])

export const run = async (command: readonly string[]): Promise<Ran> => {
  const [before, startMs] = [processorTime(), performance.now()]
  const [file = '', ...args] = adopting(command)
  const child = spawn(file, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_MAX)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  const seconds = (performance.now() - startMs) / 1_000
  // The file of a proof is committed: nobody needs to know where it ran.
  output = output.replaceAll(`file://${ROOT}/`, '').replaceAll(`${ROOT}/`, '')
  return { exitCode: code ?? 1, output, seconds, ...loadBetween(before, processorTime()) }
}
