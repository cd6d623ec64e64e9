import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and its missing parents. Other users may pass through them, but not list them.
 *
 * Node's `recursive` option never returns where the folder exists but every file in it is answered
 * with "no such file", as below /proc.
 *
 * @throws Error of the file system when the folder does not exist afterwards.
 */
export const makeFolder = (path: string): void => {
  if (isFolder(path)) return
  try {
    mkdirSync(path, { mode: 0o711 })
  } catch (error) {
    // Another process made it first.
    if (isFolder(path)) return
    const parent = dirname(path)
    const isParentMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && !isFolder(parent)
    if (!isParentMissing || parent === path) throw error
    makeFolder(parent)
    makeFolder(path)
  }
}

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
