/**
 * Checks the chain of the audit log, place by place, against its entries and against the seals: those that
 * the database has, and those that were kept outside, which nobody with the database alone can change.
 * It stops at the first place that is wrong.
 */
import { timeOfId } from '../../base/database/period.ts'
import { entryHash, GENESIS, placeHash, type AuditEntry } from './entry-hash.ts'
import type { KeptPlace, KeptSeals } from './kept-seals.ts'
import { readSeal, sha256Of, type SealKey, type SealPayload } from './seal.ts'

/** A place of the chain, with its entry as the log has it now. */
export type Place = {
  number: number
  partnerId: number
  auditId: string
  entryHash: Buffer
  hash: Buffer
  entry: AuditEntry | null
}

export type AuditSource = {
  keys: readonly SealKey[]
  /** In the order of their numbers. */
  seals: readonly string[]
  places(): AsyncIterable<Place>
  /** Entries without a place, that do not wait for one. */
  unplaced(): Promise<AuditEntry[]>
  /** How many wait for their place. */
  waiting: number
  hasPlace(entry: KeptPlace): Promise<boolean>
  /**
   * The hash of an entry that the log has no more, in its archive or in another cell. Unread when its archive
   * was not given; null when the entry is nowhere.
   */
  elsewhere(place: Place): Promise<Buffer | 'unread' | null>
  /** Whether the place came with a partner from another cell, where it had one before. */
  arrived(place: Place): Promise<boolean>
}

export type Problem = {
  what: 'changed' | 'removed' | 'put in' | 'seal'
  sentence: string
  entry: { number: number | null; partnerId: number; auditId: string } | null
}

export type Verdict = {
  problem: Problem | null
  entries: number
  seals: number
  /** Entries in months whose archive was not given. */
  unread: number
  waiting: number
}

/** How much earlier than a seal an entry after it may be: as long as a transaction may have lasted. */
const LATE_MS = 3_600_000

export const verifyAudit = async (source: AuditSource, kept: KeptSeals): Promise<Verdict> => {
  const verdict = { entries: 0, seals: 0, unread: 0, waiting: source.waiting }
  const seals = checkSeals(source, kept)
  if ('problem' in seals) return { ...verdict, ...seals }
  const walk = new Walk(source, kept, seals.payloads)
  const problem = (await walk.run()) ?? (await unplacedProblem(source))
  const { entries, unread } = walk
  return { ...verdict, problem, entries, unread, seals: seals.payloads.length }
}

type Sealed = { payloads: SealPayload[] } | { problem: Problem }

const sealProblem = (sentence: string): { problem: Problem } => ({
  problem: { what: 'seal', sentence, entry: null },
})

/** The database's seals follow each other; the kept ones have right signatures. */
const checkSeals = (source: AuditSource, kept: KeptSeals): Sealed => {
  const payloads: SealPayload[] = []
  let previous: string | null = null
  for (const seal of source.seals) {
    const { payload, problem } = readSeal(seal, source.keys)
    const name = `seal ${payload.number}`
    if (problem !== null) return sealProblem(`${name} of the database ${problem}`)
    const number = payloads.length + 1
    if (payload.number !== number || payload.previous !== previous) {
      return sealProblem(
        `expected seal ${number} of the database to follow seal ${number - 1}, found ${name}: a seal ` +
          'was removed, or put in',
      )
    }
    payloads.push(payload)
    previous = sha256Of(seal)
  }
  for (const { file, seal } of kept.seals) {
    const { payload, problem } = readSeal(seal, source.keys)
    if (problem !== null) return sealProblem(`the kept ${file} ${problem}`)
    payloads.push(payload)
  }
  return { payloads: payloads.toSorted((a, b) => a.entries - b.entries) }
}

class Walk {
  readonly source: AuditSource
  readonly kept: KeptSeals
  readonly payloads: readonly SealPayload[]
  entries = 0
  unread = 0
  #hash: Buffer = GENESIS
  #nextSeal = 0
  /** The last seal before the place. */
  #sealedAt: string | null = null
  #sealedThrough = 0

  constructor(source: AuditSource, kept: KeptSeals, payloads: readonly SealPayload[]) {
    this.source = source
    this.kept = kept
    this.payloads = payloads
  }

  async run(): Promise<Problem | null> {
    for await (const place of this.source.places()) {
      const problem = this.#sealed() ?? (await this.#placeProblem(place))
      if (problem !== null) return problem
      this.entries += 1
      this.#hash = place.hash
    }
    return this.#sealed() ?? this.#endProblem()
  }

  /** The seals of the chain up to here. */
  #sealed(): Problem | null {
    for (;;) {
      const seal = this.payloads[this.#nextSeal]
      if (seal === undefined || seal.entries !== this.entries) return null
      if (seal.hash !== this.#hash.toString('hex')) {
        return {
          what: 'changed',
          entry: null,
          sentence:
            `the chain up to place ${this.entries} is not what seal ${seal.number} of ` +
            `${seal.sealedAt} signed: one of the places ${this.#sealedThrough + 1} to ` +
            `${this.entries} was changed, and the chain was computed again`,
        }
      }
      this.#sealedAt = seal.sealedAt
      this.#sealedThrough = seal.entries
      this.#nextSeal += 1
    }
  }

  async #placeProblem(place: Place): Promise<Problem | null> {
    const number = this.entries + 1
    const expected = this.kept.places.get(number) ?? null
    if (expected !== null) {
      const problem = await this.#keptProblem(expected, place)
      if (problem !== null) return problem
    }
    if (place.number !== number) return gapProblem(number)
    const now = await this.#hashNow(place)
    if (now === null) return problemOf('removed', place, 'is missing in the log')
    if (now !== 'unread' && !now.equals(place.entryHash)) {
      return problemOf('changed', place, 'is not what it was when it got its place')
    }
    if (!placeHash(this.#hash, place.entryHash).equals(place.hash)) {
      return problemOf('changed', place, 'does not follow from the place before it')
    }
    if (this.#isLate(place) && !(await this.source.arrived(place))) {
      return problemOf('put in', place, `says ${place.entry?.at}, and came after ${this.#sealedAt}`)
    }
    return null
  }

  async #keptProblem(expected: KeptPlace, place: Place): Promise<Problem | null> {
    const isSame = expected.auditId === place.auditId && expected.partnerId === place.partnerId
    if (isSame && expected.hash === place.entryHash.toString('hex')) return null
    const seal = `place ${expected.number} of ${expected.file}`
    if (isSame) return problemOf('changed', place, `is not what ${seal} says`)
    return (await this.source.hasPlace(expected))
      ? problemOf('put in', place, `stands where ${seal} has ${expected.auditId}`)
      : problemOf('removed', expected, `is in ${seal}, and the database has no place of it`)
  }

  async #hashNow(place: Place): Promise<Buffer | 'unread' | null> {
    if (place.entry !== null) return entryHash(place.entry)
    const found = await this.source.elsewhere(place)
    if (found === 'unread') this.unread += 1
    return found
  }

  #isLate({ entry }: Place): boolean {
    if (entry === null || this.#sealedAt === null) return false
    const earliest = Date.parse(this.#sealedAt) - LATE_MS
    return Math.min(Date.parse(entry.at), timeOfId(entry.auditId)) < earliest
  }

  #endProblem(): Problem | null {
    const expected = this.kept.places.get(this.entries + 1)
    if (expected !== undefined) {
      const why = `is in ${expected.file}, and the chain ends before it`
      return problemOf('removed', expected, `${why}: the end was cut, or an older copy restored`)
    }
    const seal = this.payloads.at(-1)
    if (seal === undefined || seal.entries <= this.entries) return null
    return {
      what: 'removed',
      entry: null,
      sentence:
        `the chain ends at place ${this.entries}, and seal ${seal.number} of ${seal.sealedAt} signed ` +
        `${seal.entries} places: the end was cut, or an older copy restored; place ` +
        `${this.entries + 1} is the first one missing`,
    }
  }
}

const unplacedProblem = async (source: AuditSource): Promise<Problem | null> => {
  const [first] = await source.unplaced()
  if (first === undefined) return null
  return problemOf('put in', { ...first, number: null }, 'has no place in the chain')
}

const gapProblem = (number: number): Problem => ({
  what: 'removed',
  entry: null,
  sentence: `place ${number} of the chain is missing`,
})

const problemOf = (
  what: Problem['what'],
  { number, partnerId, auditId }: { number: number | null; partnerId: number; auditId: string },
  why: string,
): Problem => ({
  what,
  entry: { number, partnerId, auditId },
  sentence: `entry ${auditId}${number === null ? '' : `, place ${number},`} ${why}`,
})
