import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A statement of `load/`, without the lines that are for pgbench alone. */
export const loadStatement = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', '..', 'load', name), 'utf8').replaceAll(
    /^\\set .*$/gm,
    '',
  )

/** The floor of `open`, with parameters instead of pgbench's variables: number, partners, channel. */
export const OPEN_STATEMENT = loadStatement('open.sql')
  .replace(':number::', '$1::')
  .replace(':partners::', '$2::')
  .replace(':channel::', '$3::')
