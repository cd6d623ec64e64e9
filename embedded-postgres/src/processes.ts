import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs'

/**
 * A process by its id and its start time, written `4711/8315291`: ids are reused, the pair is not.
 * The unit of the time depends on the system.
 */
export type ProcessIdentity = string

export const identityOf = (pid: number): ProcessIdentity | null => {
  const startedAt = startTimeOf(pid)
  return startedAt === null ? null : `${pid}/${startedAt}`
}

export const isAlive = (identity: ProcessIdentity): boolean =>
  identityOf(pidOf(identity)) === identity

export const pidOf = (identity: ProcessIdentity): number => Number(identity.split('/')[0])

/** The working folder of a process, or null when the system does not tell it. */
export const workingFolderOf = (pid: number): string | null => {
  try {
    if (hasProc()) return linkOf(pid, 'cwd')
    const lines = run('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn']).split('\n')
    return lines.find((line) => line.startsWith('n'))?.slice(1) ?? null
  } catch {
    return null
  }
}

/**
 * In most containers root lacks the right to trace another user's process. That user itself has it.
 */
const linkOf = (pid: number, name: string): string => {
  const link = `/proc/${pid}/${name}`
  try {
    return readlinkSync(link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES' || process.getuid?.() !== 0) throw error
    const { uid, gid } = statSync(`/proc/${pid}`)
    return run('readlink', ['-n', link], { uid, gid })
  }
}

const startTimeOf = (pid: number): string | null => {
  const [state, startedAt] = hasProc() ? fromProc(pid) : fromPs(pid)
  // A zombie has ended; its parent has not collected its status yet.
  return startedAt === undefined || state === 'Z' || state === 'X' ? null : startedAt
}

const hasProc = (): boolean => existsSync('/proc/self/stat')

/** The fields after the command name, which may itself contain spaces and parentheses. */
const fromProc = (pid: number): (string | undefined)[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [fields[0], fields[19]]
  } catch {
    return []
  }
}

const fromPs = (pid: number): (string | undefined)[] => {
  try {
    const line = run('ps', ['-o', 'state=,lstart=', '-p', String(pid)]).trim()
    return [line[0], line.slice(line.indexOf(' ')).trim().replaceAll(/\s+/g, '-')]
  } catch {
    return []
  }
}

const run = (command: string, args: string[], as: { uid?: number; gid?: number } = {}): string =>
  execFileSync(command, args, { ...as, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
