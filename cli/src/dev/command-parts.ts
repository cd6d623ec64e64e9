import type { Command } from 'commander'
import { usage } from '../problem.ts'
import { parseDuration } from './durations.ts'
import type { DevRequest } from './requests.ts'

/** Runs the request of a command and prints the answer. */
export type Answer = (command: Command, request: DevRequest) => Promise<void>

export const withJson = (command: Command): Command => command.option('--json', 'answer with JSON')

export const durationOption = (value: string): number => {
  const durationMs = parseDuration(value)
  if (durationMs !== null) return durationMs
  throw usage(`${JSON.stringify(value)} is not a duration such as 500ms, 12s or 10m.`)
}
