/** Packages of Python come from the system. Without them the tests are skipped. */
import { spawnSync } from 'node:child_process'

/** Whether Debian's own Python lacks one of these packages. */
export const lacksModules = (modules: readonly string[]): boolean =>
  modules.length > 0 &&
  spawnSync('/usr/bin/python3', ['-c', `import ${modules.join(', ')}`]).status !== 0
