/** PHP and Python come from the system. Without them the tests are skipped; in CI they fail. */
import { spawnSync } from 'node:child_process'

export const isMissing = (command: string): boolean => {
  const found = spawnSync(command, ['--version']).status === 0
  if (!found && process.env['CI'] !== undefined) {
    throw new Error(`${command} is missing. CI has to install it: apt-get install php-cli python3.`)
  }
  return !found
}
