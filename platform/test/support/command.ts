import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { programFor } from './program.ts'

export type CommandRun = { code: number; stdout: string; stderr: string }

const COMMANDS = join(import.meta.dirname, '../../src/run/commands')

/**
 * Runs a command of the platform to its end with this environment, and of ours only the path and what tells
 * Node.js how to load code, a planted fault included.
 *
 * @param name of its file in `src/run/commands`.
 */
export const runCommand = (
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<CommandRun> =>
  new Promise((resolve) => {
    const own = { PATH: process.env['PATH'], NODE_OPTIONS: process.env['NODE_OPTIONS'] }
    execFile(
      process.execPath,
      [programFor(join(COMMANDS, `${name}.ts`)), ...args],
      { env: { ...own, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
