/** What every long storm has: tools that must be there, an end, and a verdict. */
import { mkdtempSync, chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { isOnPath } from '../on-path.ts'

export type Verdict = {
  /** What was measured, a line each. */
  figures: string[]
  /** What is lost, doubled or contradicted, a sentence each; empty when all is well. */
  violations: string[]
}

export type Options = Record<string, string | boolean | undefined>

export type Scene = {
  options: Options
  /** A folder of the storm's own, which other users can enter; removed at the end. */
  folder: string
  /** Tells the person who watches what happens. */
  say(line: string): void
  /** Runs at the end, the last one first, whatever happened. */
  atEnd(close: () => unknown): void
}

export type LongStorm = {
  name: string
  options: NonNullable<ParseArgsConfig['options']>
  /** Programs that must be on the path, with the Debian package that has each. */
  tools: Record<string, string>
  run(scene: Scene): Promise<Verdict>
}

/** What the parts of a storm log: its errors alone. */
export const SILENT = { info: () => undefined, warn: () => undefined, error: console.error }

/** @returns the exit code: 0 when nothing is violated, 1 when something is, 2 when it cannot run. */
export const runStorm = async (storm: LongStorm, args: string[]): Promise<number> => {
  const missing = Object.entries(storm.tools).filter(([tool]) => !isOnPath(tool))
  if (missing.length > 0) {
    const packages = [...new Set(missing.map(([, name]) => name))].join(' ')
    const names = missing.map(([tool]) => tool).join(', ')
    console.error(`${storm.name} needs ${names}. On Debian: apt-get install ${packages}`)
    return 2
  }
  const { values } = parseArgs({ args, options: storm.options })
  const folder = mkdtempSync(join(tmpdir(), `wasl-${storm.name}-`))
  chmodSync(folder, 0o755)
  const ends: (() => unknown)[] = [
    () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  ]
  let closing: Promise<void> | undefined
  const end = (): Promise<void> => (closing ??= closeAll(ends))
  // Who stops a storm finds no server, no disk and no file of it afterwards.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void end().finally(() => process.exit(130)))
  }
  const startMs = performance.now()
  try {
    const verdict = await storm.run({
      options: values as Options,
      folder,
      say: (line) => console.log(`${clock(performance.now() - startMs)}  ${line}`),
      atEnd: (close) => void ends.push(close),
    })
    return report(verdict)
  } finally {
    await end()
  }
}

const closeAll = async (ends: (() => unknown)[]): Promise<void> => {
  for (const close of ends.toReversed()) await close()
}

const report = ({ figures, violations }: Verdict): number => {
  console.log(`\n${figures.join('\n')}`)
  for (const violation of violations.slice(0, 20)) console.log(`VIOLATED: ${violation}`)
  console.log(violations.length === 0 ? 'Nothing is violated.' : `${violations.length} violations.`)
  return violations.length === 0 ? 0 : 1
}

const clock = (elapsedMs: number): string => {
  const seconds = Math.floor(elapsedMs / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** A whole number from 1 that an option gives. */
export const countOption = (options: Options, name: string, otherwise: number): number => {
  const text = options[name]
  if (text === undefined) return otherwise
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) {
    throw new Error(`--${name} is a whole number from 1, not "${String(text)}".`)
  }
  return count
}
