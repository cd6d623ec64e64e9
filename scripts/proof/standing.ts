/** What the units of a proof add up to. */
import type { Unit } from './progress.ts'
import type { Proof } from './promises.ts'

export type Standing = {
  proof: Proof
  done: number
  units: number
  /** Units that did not count, because other programs used the machine. */
  loaded: number
  commits: string[]
  /** The days of the first and the last unit that counts; null before the first. */
  days: [first: string, last: string] | null
  seconds: number
  /** The largest share of the machine that other programs used, of the units that count. */
  loadMax: number
  lastFailure: Unit | null
  /** The command of the last unit that counts. */
  command: string | null
}

export const standingOf = (proof: Proof, units: readonly Unit[]): Standing => {
  const held = units.filter(({ result }) => result === 'held')
  const [first, last] = [held[0], held.at(-1)]
  return {
    proof,
    done: held.reduce((sum, { count }) => sum + count, 0),
    units: held.length,
    loaded: units.filter(({ result }) => result === 'loaded').length,
    commits: [...new Set(held.map(({ commit }) => commit))],
    days: first && last ? [first.at.slice(0, 10), last.at.slice(0, 10)] : null,
    seconds: held.reduce((sum, unit) => sum + unit.seconds, 0),
    loadMax: Math.max(0, ...held.map(({ load }) => load)),
    lastFailure: units.findLast(({ result }) => result === 'violated') ?? null,
    command: last?.command ?? null,
  }
}

export const number = (value: number): string => value.toLocaleString('en-US')

export const percent = (share: number): string => `${(share * 100).toFixed(share < 0.01 ? 2 : 0)} %`

/** At most so many commits are named; the file has all. */
const COMMITS_MAX = 3

export const commitsOf = ({ commits }: Standing): string => {
  if (commits.length === 0) return 'none'
  const named = commits.slice(-COMMITS_MAX).join(', ')
  return commits.length > COMMITS_MAX ? `${commits.length}, the last ${named}` : named
}

export const failureOf = ({ lastFailure }: Standing): string =>
  lastFailure === null ? 'none' : `${lastFailure.at.slice(0, 10)} at ${lastFailure.commit}`
