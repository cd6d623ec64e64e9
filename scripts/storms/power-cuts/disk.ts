/** A disk in a file, whose power can be cut. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../../platform/test/support/wait.ts'

const BYTES = 2 * 1024 ** 3

/** Ends the file system at once. What was not written yet is gone, as is the journal in memory. */
const SHUT_DOWN = `
  open(my $folder, "<", $ARGV[0]) or die "$!\\n";
  my $without_log_flush = pack("L", 2);
  my $EXT4_IOC_SHUTDOWN = 0x8004587D;
  ioctl($folder, $EXT4_IOC_SHUTDOWN, $without_log_flush) or die "$!\\n";`

export type Disk = {
  /** Where its files are. */
  folder: string
  /** Nothing reaches the disk from now on. Kills every process that has a file on it. */
  cutPower(): Promise<void>
  /** The file system as it is found after the cut, its journal applied. */
  powerUp(): void
  remove(): Promise<void>
}

/** An ext4 file system on a loop device. Needs root. */
export const makeDisk = (home: string, name: string): Disk => {
  const image = join(home, `${name}.img`)
  const folder = join(home, name)
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, BYTES)
  run('mkfs.ext4', '-q', image)
  const powerUp = (): void => run('mount', '-o', 'loop', image, folder)
  // A process that was not on the disk yet may start another one that is.
  const unmount = async (): Promise<void> => {
    await until('the disk to be free', () => killUsers(folder) === 0 && succeeds('umount', folder))
  }
  powerUp()
  return {
    folder,
    powerUp,
    async cutPower() {
      run('perl', '-e', SHUT_DOWN, folder)
      await unmount()
    },
    async remove() {
      await unmount()
      rmSync(image)
    },
  }
}

const run = (command: string, ...args: string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** @returns how many processes had something on this disk. */
const killUsers = (folder: string): number => {
  const users = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && uses(name, folder))
  for (const pid of users) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  return users.length
}

const uses = (pid: string, folder: string): boolean =>
  [`/proc/${pid}/cwd`, ...openFiles(pid)].some((link) => {
    try {
      const path = readlinkSync(link)
      return path === folder || path.startsWith(`${folder}/`)
    } catch {
      return false
    }
  })

const openFiles = (pid: string): string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => `/proc/${pid}/fd/${name}`)
  } catch {
    return []
  }
}
