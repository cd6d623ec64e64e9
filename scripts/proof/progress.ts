/**
 * How far a proof is: a file of JSON lines in `proofs/`, which is committed. So a proof goes on where it
 * stopped, also on another machine.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Unit = {
  /** When it ended: ISO 8601, UTC. */
  at: string
  /** Of the code that was proved; with `+` when it had changes that were not committed. */
  commit: string
  command: string
  /** 0 unless it held. */
  count: number
  /**
   * - `held`: it counts.
   * - `violated`: something that was promised is not so, whatever else ran on the machine.
   * - `loaded`: other programs used too much of the machine, so it does not count.
   */
  result: 'held' | 'violated' | 'loaded'
  /**
   * The share of the machine that other programs used, from 0 to 1; of a measurement, with what the host took
   * away. Lines without `stolen` have both in it.
   */
  load: number
  /** The share of the machine that the host of a virtual machine took away. */
  stolen?: number
  seconds: number
  /** What it printed last; not of a unit that counts. */
  said?: string
}

const fileOf = (folder: string, proof: string): string => join(folder, `${proof}.jsonl`)

export const readUnits = (folder: string, proof: string): Unit[] => {
  const file = fileOf(folder, proof)
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      try {
        return JSON.parse(line) as Unit
      } catch {
        throw new Error(`${file}, line ${index + 1}: expected JSON, received ${line.slice(0, 80)}`)
      }
    })
}

/** One line, written at once: a proof that is killed loses the unit under way and nothing else. */
export const addUnit = (folder: string, proof: string, unit: Unit): void => {
  mkdirSync(folder, { recursive: true })
  appendFileSync(fileOf(folder, proof), `${JSON.stringify(unit)}\n`)
}
