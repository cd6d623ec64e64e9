import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { workingFolderOf, type ProcessIdentity } from './processes.ts'

/** What a running PostgreSQL writes into `postmaster.pid`. */
export type PostmasterFile = {
  pid: number
  /** Empty at first; then `starting`, `ready` or `stopping`. */
  status: string
}

export const readPostmasterFile = (folder: string): PostmasterFile | null => {
  const lines = readLines(join(folder, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  return { pid, status: lines[7]?.trim() ?? '' }
}

/**
 * The Wasl that started the server, from the command line that the server writes to
 * `postmaster.opts` before it writes a status.
 */
export const readOwner = (folder: string): ProcessIdentity | null =>
  OWNER.exec(readLines(join(folder, 'postmaster.opts'))[0] ?? '')?.[1] ?? null

/** The setting that names the owner. PostgreSQL accepts any setting with a dot in its name. */
export const ownerSetting = (owner: ProcessIdentity): string => `wasl.owner=${owner}`

const OWNER = /"wasl\.owner=([^"]+)"/

/**
 * Whether a process is the server of this data directory. Its id alone does not tell: after a crash
 * of the machine any process may have it. A server's working folder is its data directory.
 *
 * @returns null when the process is gone or its working folder cannot be read.
 */
export const isServerOf = (pid: number, folder: string): boolean | null => {
  const workingFolder = workingFolderOf(pid)
  return workingFolder === null ? null : workingFolder === realpathSync(folder)
}

const readLines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
