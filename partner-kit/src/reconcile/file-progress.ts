import { open, readFile, rename, rm } from 'node:fs/promises'
import type { ReconcileStore } from './store.ts'

/**
 * Keeps the progress in a file: what is there is always one whole bookmark, whenever the process is
 * killed, because a new one is written beside it and takes its place in one step.
 *
 * @param path of the file; its folder must exist. It holds references and amounts, so only this
 *   user may read it.
 * @throws TypeError when the path is empty.
 */
export const fileProgress = (path: string): ReconcileStore => {
  if (typeof path !== 'string' || path === '') {
    throw new TypeError(`fileProgress: path: expected the path of a file, received nothing`)
  }
  const beside = `${path}.new`
  return {
    async load() {
      const text = await readIfThere(path)
      if (text === null) return null
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw new Error(`fileProgress: ${path} holds no JSON. Delete it to start over.`)
      }
    },
    async save(bookmark) {
      const file = await open(beside, 'w', 0o600)
      try {
        await file.writeFile(`${JSON.stringify(bookmark)}\n`)
        // Without this, a power cut could leave the new name with nothing behind it.
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside, path)
    },
    async clear() {
      await rm(path, { force: true })
      await rm(beside, { force: true })
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
