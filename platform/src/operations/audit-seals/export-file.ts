/**
 * The audit log in a file, to be checked without the database: one JSON object in each line, the keys and
 * seals first, then each place with its entry.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditEntry } from './entry-hash.ts'
import type { SealKey } from './seal.ts'
import type { AuditSource, Place } from './verify.ts'

/** In a file, bytes are hexadecimal. */
type PlaceLine = Omit<Place, 'entryHash' | 'hash'> & { entryHash: string; hash: string }

type Line =
  | { kind: 'audit-export'; cell: string; keys: readonly SealKey[] }
  | { kind: 'seal'; seal: string }
  | ({ kind: 'place'; isElsewhere: boolean; hasArrived: boolean } & PlaceLine)

/** @returns how many places the file has. @throws Error when the file exists. */
export const writeExport = async (
  source: AuditSource,
  cell: string,
  file: string,
): Promise<number> => {
  let places = 0
  const lines = async function* (): AsyncGenerator<string> {
    yield textOf({ kind: 'audit-export', cell, keys: source.keys })
    for (const seal of source.seals) yield textOf({ kind: 'seal', seal })
    for await (const place of source.places()) {
      places += 1
      yield textOf({
        kind: 'place',
        ...place,
        entryHash: place.entryHash.toString('hex'),
        hash: place.hash.toString('hex'),
        isElsewhere: place.entry === null && (await source.elsewhere(place)) !== null,
        hasArrived: place.entry !== null && (await source.arrived(place)),
      })
    }
  }
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(Readable.from(lines()), out)
  return places
}

const textOf = (line: Line): string => `${JSON.stringify(line)}\n`

/** @throws Error when the file is no export. */
export const openExport = async (file: string): Promise<{ cell: string; source: AuditSource }> => {
  const [head] = await firstLines(file)
  if (head?.kind !== 'audit-export') {
    throw new Error(`expected an export of the audit log in ${file}, as "audit export" writes it`)
  }
  const seals: string[] = []
  const ids = new Set<string>()
  const flags = new Map<number, Pick<PlaceFlags, 'isElsewhere' | 'hasArrived'>>()
  for await (const line of linesOf(file)) {
    if (line.kind === 'seal') seals.push(line.seal)
    if (line.kind !== 'place') continue
    ids.add(line.auditId)
    const { isElsewhere, hasArrived } = line
    if (isElsewhere || hasArrived) flags.set(line.number, { isElsewhere, hasArrived })
  }
  const source: AuditSource = {
    keys: head.keys,
    seals,
    waiting: 0,
    places: () => placesOf(file),
    unplaced: async (): Promise<AuditEntry[]> => [],
    hasPlace: async ({ auditId }) => ids.has(auditId),
    elsewhere: async ({ number }) => (flags.get(number)?.isElsewhere === true ? 'unread' : null),
    arrived: async ({ number }) => flags.get(number)?.hasArrived === true,
  }
  return { cell: head.cell, source }
}

type PlaceFlags = Extract<Line, { kind: 'place' }>

const placesOf = async function* (file: string): AsyncGenerator<Place> {
  for await (const line of linesOf(file)) {
    if (line.kind !== 'place') continue
    const { number, partnerId, auditId, entry } = line
    const [entryHash, hash] = [Buffer.from(line.entryHash, 'hex'), Buffer.from(line.hash, 'hex')]
    yield { number, partnerId, auditId, entry, entryHash, hash }
  }
}

const firstLines = async (file: string): Promise<Line[]> => {
  for await (const line of linesOf(file)) return [line]
  return []
}

const linesOf = async function* (file: string): AsyncGenerator<Line> {
  let number = 0
  for await (const text of createInterface({ input: createReadStream(file) })) {
    number += 1
    try {
      yield JSON.parse(text) as Line
    } catch (error) {
      throw new Error(`line ${number} of ${file} is no JSON object`, { cause: error })
    }
  }
}
