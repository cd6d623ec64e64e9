/** PHP and Python come from the system. Without them their tests are left out; in CI they fail. */
import { spawnSync } from 'node:child_process'

type Language = {
  /** What the tests need of it, for people. */
  needs: string
  /** Exits with 0 when everything is there. */
  probe: string[]
  /** For apt-get install. */
  packages: string
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  php: {
    needs: 'php 8 with pdo_sqlite and sodium',
    probe: ['-r', 'exit(extension_loaded("pdo_sqlite") && extension_loaded("sodium") ? 0 : 1);'],
    packages: 'php-cli php-sqlite3',
  },
  python3: { needs: 'python3', probe: ['-c', 'import sqlite3'], packages: 'python3' },
}

const isThere = (command: string): boolean =>
  spawnSync(command, LANGUAGES[command]?.probe ?? ['--version']).status === 0

/**
 * Whether a command is missing, so that its tests are left out.
 *
 * @throws Error in CI, where everything is installed and nothing is excused.
 */
export const isMissing = (command: string): boolean => {
  if (isThere(command)) return false
  if (process.env['CI'] !== undefined) throw new Error(missingText([command]))
  return true
}

/** Prints once in a run what is missing, and how to get it. */
export const tellMissingLanguages = (): void => {
  const missing = Object.keys(LANGUAGES).filter((command) => !isThere(command))
  if (missing.length > 0) console.warn(missingText(missing))
}

/** One sentence for all that is missing. */
export const missingText = (commands: readonly string[]): string => {
  const languages = commands.map((command) => LANGUAGES[command])
  const needs = commands.map((command, index) => languages[index]?.needs ?? command)
  const packages = commands.map((command, index) => languages[index]?.packages ?? command)
  return (
    `Missing: ${needs.join('; ')}. Tests that need it are left out. ` +
    `To run them: apt-get install ${packages.join(' ')}`
  )
}
