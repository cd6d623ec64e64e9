/** What the words of a bank line name of ours. Pure. */
import { ownerNumberOfId } from '../../base/wire-ids.ts'

/** @property numbers of statements, as `1001-2026-0012`. */
export type BankNames = { partnerId: number; ids: string[]; numbers: string[] }

/** pain.001 gives the bank ids without their hyphens. */
const ID =
  /(?<![0-9a-z])([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})(?![0-9a-z])/gi

/** The statements of channels are of no partner. */
const NUMBER = /(?<![0-9a-z-])(chn)?([0-9]{1,10})-[0-9]{4}-[0-9]{4,9}(?![0-9a-z-])/gi

const NO_PARTNER = 0

/** By partner, because each may live in a database of its own. */
export const namesIn = (words: string): BankNames[] => {
  const found = new Map<number, BankNames>()
  const of = (partnerId: number): BankNames => {
    const names = found.get(partnerId) ?? { partnerId, ids: [], numbers: [] }
    found.set(partnerId, names)
    return names
  }
  for (const [, ...parts] of words.matchAll(ID)) {
    const id = parts.join('-').toLowerCase()
    const owner = ownerNumberOfId(id)
    if (owner !== null) of(owner).ids.push(id)
  }
  for (const [number, channel, owner] of words.matchAll(NUMBER)) {
    of(channel === undefined ? Number(owner) : NO_PARTNER).numbers.push(number.toLowerCase())
  }
  return [...found.values()]
}
