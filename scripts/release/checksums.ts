import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The SHA-256 of each file of a folder, as `sha256sum --check` reads them. */
export const checksumsOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
    .map((file) => `${sha256(join(folder, file))}  ${file}\n`)
    .join('')

const sha256 = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex')
