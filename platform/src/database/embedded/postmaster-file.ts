import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { workingFolderOf, type ProcessIdentity } from './processes.ts'

/** What a running PostgreSQL writes into `postmaster.pid`. */
export type PostmasterFile = {
  pid: number
  /** Empty until the server has begun in earnest; then `starting`, `ready` or `stopping`. */
  status: string
}

export const readPostmasterFile = (folder: string): PostmasterFile | null => {
  const lines = readLines(join(folder, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return null
  return { pid, status: lines[7]?.trim() ?? '' }
}

/**
 * The Wasl that started the server, from the command line that the server notes in `postmaster.opts`
 * before its status is no longer empty.
 */
export const readOwner = (folder: string): ProcessIdentity | null =>
  OWNER.exec(readLines(join(folder, 'postmaster.opts'))[0] ?? '')?.[1] ?? null

/** The setting that names the owner. PostgreSQL keeps settings with a dot for whoever made them. */
export const ownerSetting = (owner: ProcessIdentity): string => `wasl.owner=${owner}`

const OWNER = /"wasl\.owner=([^"]+)"/

/**
 * Whether a process is the server of this data directory. Its number alone does not tell: after a
 * crash of the machine it may belong to anything. A server stands in its data directory.
 *
 * @returns null when the process is gone or hides where it stands.
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
