import { programOrSource } from '../../../scripts/bundle/kept.mjs'

/** Looking at the sources takes some milliseconds, and some stories start many processes. */
const KEPT_MS = 1_000

const known = new Map<string, { program: string; untilMs: number }>()

/**
 * What to run for a program of ours in a process of its own: its bundle, which loads in a third of the
 * processor time, or its source while there is no bundle of the present sources. Then one is made.
 */
export const programFor = (source: string): string => {
  const kept = known.get(source)
  if (kept !== undefined && performance.now() < kept.untilMs) return kept.program
  const program = programOrSource(process.execPath, source)
  known.set(source, { program, untilMs: performance.now() + KEPT_MS })
  return program
}
