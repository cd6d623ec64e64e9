import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a new file, for its owner alone, and waits until its bytes are on the disk. */
export const writeSynced = (file: string, text: string): void => {
  const handle = openSync(file, 'w', 0o600)
  try {
    writeFileSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Waits until the disk knows a file by its new name. */
export const syncName = (file: string): void => {
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Puts a file in place whole or not at all, also when the power fails in the middle. */
export const replaceFile = (file: string, text: string): void => {
  const draft = `${file}.${process.pid}`
  writeSynced(draft, text)
  renameSync(draft, file)
  syncName(file)
}
