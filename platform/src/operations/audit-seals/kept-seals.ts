/** Seals that were kept outside of the database: a file for each, as the folder and the webhook get them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** A seal with the places that the chain got since the seal before; null when there are too many. */
const sealFile = z.object({
  seal: z.string(),
  cell: z.string(),
  number: z.int().min(1),
  places: z
    .array(
      z.object({
        number: z.int().min(1),
        partnerId: z.int(),
        auditId: z.string(),
        hash: z.string(),
      }),
    )
    .nullable(),
})

export type SealFile = z.output<typeof sealFile>

export type KeptPlace = {
  number: number
  partnerId: number
  auditId: string
  hash: string
  /** The name of the file that has it. */
  file: string
}

export type KeptSeals = {
  seals: { file: string; seal: string }[]
  places: Map<number, KeptPlace>
}

export const NO_KEPT_SEALS: KeptSeals = { seals: [], places: new Map() }

/** A name sorts as its number. */
export const sealFileName = (cell: string, number: number): string =>
  `wasl-seal-${cell === '' ? '' : `${cell}-`}${String(number).padStart(9, '0')}.json`

/**
 * @param folder null when no seals were kept, or none were given.
 * @throws Error when a file is no seal.
 */
export const readKeptSeals = (folder: string | null, cell: string): KeptSeals => {
  if (folder === null) return NO_KEPT_SEALS
  const kept: KeptSeals = { seals: [], places: new Map() }
  for (const file of readdirSync(folder).toSorted()) {
    if (!file.startsWith('wasl-seal-') || !file.endsWith('.json')) continue
    const read = sealFile.safeParse(parsed(join(folder, file)))
    if (!read.success) throw new Error(`expected a seal in ${file}, as the platform writes them`)
    if (read.data.cell !== cell) continue
    kept.seals.push({ file, seal: read.data.seal })
    for (const place of read.data.places ?? []) kept.places.set(place.number, { ...place, file })
  }
  return kept
}

const parsed = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
