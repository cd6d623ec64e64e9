import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { planted, type Fault } from './fault.ts'

/** A throw-away copy of the working tree, in which code may be broken. */
export type WorkingCopy = {
  folder: string
  /** Runs the callback while the fault is in the copy, and takes it out again. */
  withFault<Result>(fault: Fault, callback: () => Promise<Result>): Promise<Result>
  remove(): void
}

/** Whose packages are the project's own: they must be the copy's, not the checkout's. */
const OWN_SCOPE = '@wasl'

/** Copies what git knows and what it would take in, as it lies on the disk now. */
export const makeWorkingCopy = (root: string): WorkingCopy => {
  const folder = mkdtempSync(join(tmpdir(), `wasl-faults-${process.pid}-`))
  for (const file of filesOf(root)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  linkModules(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    async withFault(fault, callback) {
      const path = join(folder, fault.file)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, planted(text, fault))
      try {
        return await callback()
      } finally {
        writeFileSync(path, text)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

const filesOf = (root: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))

/** The installed packages as they are, in a folder of the copy's own with its own workspaces. */
const linkModules = (from: string, to: string): void => {
  mkdirSync(join(to, OWN_SCOPE), { recursive: true })
  linkEach(from, to)
  for (const name of readdirSync(join(from, OWN_SCOPE))) {
    const workspace = readlinkSync(join(from, OWN_SCOPE, name))
    symlinkSync(workspace, join(to, OWN_SCOPE, name))
    // What a workspace needs in another version than the others lies within it.
    const within = join(workspace, 'node_modules')
    const installed = join(from, OWN_SCOPE, within)
    if (existsSync(installed)) linkEach(installed, join(to, OWN_SCOPE, within))
  }
}

/** One by one, in a folder of the copy's own: what is removed there must not be removed here. */
const linkEach = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const isCache = name.startsWith('.') && name !== '.bin'
    if (!isCache && name !== OWN_SCOPE) symlinkSync(join(from, name), join(to, name))
  }
}
