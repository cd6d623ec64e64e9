import { open, readFile, rename, rm } from 'node:fs/promises'
import type { ReconcileStore } from './store.ts'

/**
 * Keeps the progress in a file. The file is always complete, even if the process is killed: a new
 * version is written to a second file and renamed.
 *
 * @param path of the file, in an existing folder. It contains references and amounts, so only this
 *   user can read it.
 * @throws TypeError when the path is empty.
 */
export const fileProgress = (path: string): ReconcileStore => {
  if (typeof path !== 'string' || path === '') {
    throw new TypeError(`fileProgress: path: expected the path of a file, received nothing`)
  }
  const newPath = `${path}.new`
  return {
    async load() {
      const text = await readIfThere(path)
      if (text === null) return null
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw new Error(`fileProgress: ${path} is not JSON. Delete it to start over.`)
      }
    },
    async save(bookmark) {
      const file = await open(newPath, 'w', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(bookmark)}\n`)
        // Otherwise a power cut could leave an empty file under the new name.
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(newPath, path)
    },
    async clear() {
      await rm(path, { force: true })
      await rm(newPath, { force: true })
    },
  }
}

const readIfThere = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
