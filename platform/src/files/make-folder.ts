import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing. Others may pass through them, but not look.
 *
 * Node's own way, `recursive`, never returns where a folder is there and answers "no such file" for
 * whatever is made in it, as all of /proc does.
 *
 * @throws Error of the file system, when it is not there afterwards.
 */
export const makeFolder = (path: string): void => {
  if (isFolder(path)) return
  try {
    mkdirSync(path, { mode: 0o711 })
  } catch (error) {
    // Somebody else was quicker.
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
