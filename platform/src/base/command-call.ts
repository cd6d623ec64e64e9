/**
 * The operator's commands, and how a reader types them: `wasl-platform close-day` in a release,
 * `npm run platform:close-day` in a clone of the repository. The release has one case for each of
 * them, package.json one script.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The file of each command in `platform/src/run/commands`, by its name, with what it does. */
export const COMMANDS = {
  audit: { file: 'audit.ts', does: 'checks whether the audit log was tampered with' },
  backup: { file: 'backup.ts', does: 'says how old the last restorable moment is' },
  check: { file: 'check.ts', does: 'checks settings before a process starts with them' },
  'close-day': { file: 'close-day.ts', does: 'closes the days that are over' },
  'erase-labels': { file: 'erase-labels.ts', does: 'erases the labels of a reference' },
  homes: { file: 'homes.ts', does: 'lists where partners live, and moves them' },
  'invite-owner': { file: 'invite-owner.ts', does: 'prints a link by which an owner joins' },
  'rebuild-ledger': { file: 'rebuild-ledger.ts', does: 'recomputes the sums of the ledger' },
  reseal: { file: 'reseal-secrets.ts', does: 'changes the master key' },
  restore: { file: 'restore.ts', does: 'repairs a database that was restored' },
  retain: { file: 'retain.ts', does: 'exports and drops what is old' },
  'sign-out': { file: 'sign-out.ts', does: 'ends the sessions of everybody, or of some' },
} as const

export type CommandName = keyof typeof COMMANDS

/** The folder of the release or of the clone that runs. */
const HOME = join(import.meta.dirname, '../../..')

/** `npm run release` writes this file. */
const isRelease = (): boolean => existsSync(join(HOME, 'release.json'))

/**
 * How the reader of a message types a command: in a release with the program's whole path, because
 * it is on nobody's PATH.
 */
export const commandCall = (name: CommandName, ...args: string[]): string =>
  args.length > 0 || isRelease()
    ? [commandPrefix(name), ...args].join(' ')
    : `npm run platform:${name}`

/** What comes before the arguments of a command. */
export const commandPrefix = (name: CommandName): string =>
  isRelease() ? `${join(HOME, 'bin/wasl-platform')} ${name}` : `npm run platform:${name} --`
