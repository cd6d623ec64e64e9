import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Already compressed; a second time only costs. */
const PACKED = new Set(['.png', '.woff2'])

export type BuiltFile = {
  type: string
  plain: Buffer
  /** Null where compression gains nothing. */
  gzipped: Buffer | null
  etag: string
}

/** The built files by their path below the folder, with slashes; empty when nothing is built. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>

/** Reads what the build of the screens has written. */
export const readBuiltFiles = async (folder: string): Promise<BuiltFiles> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
    .map((entry) => join(entry.parentPath, entry.name))
  const files = await Promise.all(
    paths.map(async (path) => [relative(folder, path).replaceAll(sep, '/'), await read(path)]),
  )
  return new Map(files as [string, BuiltFile][])
}

const read = async (path: string): Promise<BuiltFile> => {
  const plain = await readFile(path)
  const extension = extname(path)
  return {
    type: TYPES[extension] as string,
    plain,
    gzipped: PACKED.has(extension) ? null : await promisify(gzip)(plain),
    etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
  }
}
