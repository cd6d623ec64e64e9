/** PHP and Python come from the system. Without them the tests are skipped; in CI they fail. */
import { spawnSync } from 'node:child_process'

/** The kit needs sodium, and the example's records need SQLite. */
const PROBES: Record<string, string[]> = {
  php: ['-r', 'exit(extension_loaded("pdo_sqlite") && extension_loaded("sodium") ? 0 : 1);'],
}

/** Whether Debian's own Python lacks one of these packages. */
export const lacksModules = (modules: readonly string[]): boolean =>
  modules.length > 0 &&
  spawnSync('/usr/bin/python3', ['-c', `import ${modules.join(', ')}`]).status !== 0

export const isMissing = (command: string): boolean => {
  const found = spawnSync(command, PROBES[command] ?? ['--version']).status === 0
  if (!found && process.env['CI'] !== undefined) {
    const packages = 'php-cli php-sqlite3 python3'
    throw new Error(`${command} is missing. CI has to install it: apt-get install ${packages}.`)
  }
  return !found
}
