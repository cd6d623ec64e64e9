/** Runs units of proofs one at a time until the time is over. */
import { addUnit, readUnits, type Unit } from './progress.ts'
import type { Proof } from './promises.ts'
import type { Ran } from './run-unit.ts'
import { standingOf } from './standing.ts'

/**
 * More than this share of the machine, used by other programs, and a unit does not count. What the host of a
 * virtual machine takes away slows a storm down and makes it no easier; it spoils a measurement.
 */
export const LOAD_MAX = 0.1

/** The end of what a unit printed that does not count, in characters: it has the violations and the seed. */
const SAID_MAX = 6_000

export type ProofDeps = {
  folder: string
  commit: string
  /** Runs one unit alone. */
  run(command: readonly string[]): Promise<Ran>
  say(line: string): void
  now(): Date
  isTimeOver(): boolean
  /** Called when a unit was written. */
  onWritten(): Promise<void>
}

/** A storm that lacks a tool or a right of root ends with it. */
const CANNOT_RUN = 2

/** @returns whether nothing was violated. */
export const runProofs = async (proofs: readonly Proof[], deps: ProofDeps): Promise<boolean> => {
  const left = new Set(proofs)
  let isKept = true
  while (!deps.isTimeOver()) {
    const proof = furthestBehind([...left], deps.folder)
    if (proof === null) break
    const before = readUnits(deps.folder, proof.name)
    const command = proof.command(before)
    deps.say(`${proof.name}: ${command.join(' ')}`)
    const ran = await deps.run(command)
    if (ran.exitCode === CANNOT_RUN) {
      deps.say(`${proof.name} cannot run here:\n${ran.output.trim()}`)
      left.delete(proof)
      continue
    }
    const unit = unitOf(proof, command, ran, deps)
    addUnit(deps.folder, proof.name, unit)
    await deps.onWritten()
    deps.say(sentenceOf(unit))
    if (unit.result === 'violated') {
      isKept = false
      left.delete(proof)
    }
  }
  return isKept
}

/** Of those that have not reached their goals, the one that has the smallest share of them. */
const furthestBehind = (proofs: readonly Proof[], folder: string): Proof | null => {
  const open = proofs
    .map((proof) => ({ proof, share: shareOf(proof, folder) }))
    .filter(({ share }) => share < 1)
    .toSorted((a, b) => a.share - b.share)
  return open[0]?.proof ?? null
}

const shareOf = (proof: Proof, folder: string): number =>
  standingOf(proof, readUnits(folder, proof.name)).done / proof.goal

const unitOf = (
  { countOf, isMeasurement }: Proof,
  command: readonly string[],
  { exitCode, output, others, stolen, seconds }: Ran,
  { commit, now }: Pick<ProofDeps, 'commit' | 'now'>,
): Unit => {
  const count = countOf(output)
  const load = others + (isMeasurement === true ? stolen : 0)
  const isViolated = exitCode !== 0 || count === null
  const result = isViolated ? 'violated' : load > LOAD_MAX ? 'loaded' : 'held'
  return {
    at: now().toISOString(),
    commit,
    command: command.join(' '),
    count: result === 'held' ? (count ?? 0) : 0,
    result,
    load: Number(load.toFixed(4)),
    stolen: Number(stolen.toFixed(4)),
    seconds: Number(seconds.toFixed(1)),
    ...(result !== 'held' && { said: output.slice(-SAID_MAX) }),
  }
}

const sentenceOf = ({ result, load, stolen = 0, count, seconds }: Unit): string => {
  const share = `load ${percentOf(load)}, taken away by the host ${percentOf(stolen)}`
  const took = `${seconds.toFixed(0)} s`
  switch (result) {
    case 'held':
      return `  held in ${took}: ${count} more; ${share}`
    case 'loaded':
      return `  not counted: ${share}; a load of at most ${percentOf(LOAD_MAX)} is allowed`
    case 'violated':
      return `  VIOLATED after ${took}: its last words are in the file of the proof`
    default:
      return result satisfies never
  }
}

const percentOf = (share: number): string => `${(share * 100).toFixed(1)} %`
