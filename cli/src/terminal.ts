/** What a command writes: data to the standard output, everything else to the standard error. */
import type { Readable, Writable } from 'node:stream'
import picocolors from 'picocolors'
import { asCalled } from './called.ts'
import type { Environment } from './environment.ts'
import { printable } from './printable.ts'

type Colors = ReturnType<typeof picocolors.createColors>

export type Terminal = {
  /** How this program was called, such as `npx --no-install wasl`. */
  call: string
  /** Replaces `wasl …` in a text by what must be typed here. */
  called(text: string): string
  /** A line of data. */
  out(text?: string): void
  /** A line for people: progress, hints, problems. Its commands are replaced as `called` does. */
  say(text?: string): void
  /** Data as JSON: on many lines for people, on one for a pipe. */
  json(value: unknown): void
  /** For the standard output. */
  paint: Colors
  /** For the standard error. */
  hint: Colors
  /** Whether a person can be asked. */
  isInteractive: boolean
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable & { isTTY?: boolean; columns?: number }
  stderr: Writable & { isTTY?: boolean; columns?: number }
}

type Streams = Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>

export const createTerminal = (
  { stdin, stdout, stderr }: Streams,
  environment: Environment,
  call: string,
): Terminal => ({
  call,
  called: (text) => asCalled(call, text),
  stdin,
  stdout,
  stderr,
  out: (text = '') => void stdout.write(`${printable(text)}\n`),
  say: (text = '') => void stderr.write(`${printable(asCalled(call, text))}\n`),
  json: (value) =>
    void stdout.write(`${printable(JSON.stringify(value, null, stdout.isTTY ? 2 : 0))}\n`),
  paint: picocolors.createColors(wantsColors(stdout, environment)),
  hint: picocolors.createColors(wantsColors(stderr, environment)),
  isInteractive: stdin.isTTY === true && stderr.isTTY === true,
})

/** NO_COLOR and FORCE_COLOR (https://no-color.org), or else whether it is a terminal. */
const wantsColors = (stream: { isTTY?: boolean }, environment: Environment): boolean => {
  if (environment['NO_COLOR'] !== undefined) return false
  if (environment['FORCE_COLOR'] !== undefined) return environment['FORCE_COLOR'] !== '0'
  return stream.isTTY === true && environment['TERM'] !== 'dumb'
}

/** Rows of a name and a value, the names in one column. */
export const columns = (rows: readonly (readonly [name: string, value: string])[]): string[] => {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd())
}
