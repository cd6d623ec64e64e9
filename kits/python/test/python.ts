/**
 * The Python of the system, with Debian's packages. Another `python3` may come first on the PATH, without
 * them: /usr/bin/python3 is tried first.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

export const KIT = join(import.meta.dirname, '..')

const PYTHONS = ['/usr/bin/python3', 'python3']

export type Python = { command: string; environment: NodeJS.ProcessEnv }

/** The first Python that has these modules; null without one. */
export const pythonWith = (...modules: readonly string[]): Python | null => {
  const command = PYTHONS.find((one) => has(one, modules))
  return command === undefined ? null : { command, environment: environment() }
}

const has = (command: string, modules: readonly string[]): boolean =>
  spawnSync(command, ['-c', `import ${['sys', ...modules].join(', ')}`]).status === 0

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PYTHONPATH: join(KIT, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
})

/** Why a test is left out without these modules, behind its name. */
export const whyLeftOut = (python: Python | null, modules: readonly string[]): string =>
  python === null
    ? ` (left out: no Python has ${modules.join(', ')}; Debian: ${debianNames(modules)})`
    : ''

const debianNames = (modules: readonly string[]): string =>
  modules.map((name) => `python3-${name}`).join(' ')
