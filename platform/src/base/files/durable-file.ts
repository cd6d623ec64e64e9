import { closeSync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a new file that only its owner can read, and waits until its bytes are on the disk. */
export const writeSynced = (file: string, text: string): void => {
  const handle = openSync(file, 'w', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Errors of file systems that cannot sync a folder, such as some network file systems. */
const NO_FOLDERS = new Set(['EINVAL', 'EBADF', 'ENOTSUP', 'EPERM', 'EISDIR', 'EACCES'])

/**
 * Syncs the folder of a file, so that its new name survives a power cut, where the file system can.
 */
export const syncName = (file: string): void => {
  let folder: number | null = null
  try {
    folder = openSync(dirname(file), 'r')
    fsyncSync(folder)
  } catch (error) {
    if (!NO_FOLDERS.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    if (folder !== null) closeSync(folder)
  }
}
