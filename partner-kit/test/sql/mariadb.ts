/**
 * A real MariaDB for the MySQL store, where the system has one (`apt-get install mariadb-server`).
 * No driver is installed for it: a connection is a client program of its own, and has of
 * mysql2/promise what the store uses.
 */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MysqlConnection } from '../../src/sql/mysql-dedupe.ts'

export const hasMariadb = ['mariadbd', 'mariadb', 'mariadb-install-db'].every(
  (program) => spawnSync(program, ['--version']).status === 0,
)

export type Mariadb = { connect: () => TestConnection; close: () => Promise<void> }

export type TestConnection = MysqlConnection & { end: () => void }

export async function startMariadb(): Promise<Mariadb> {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-kit-mariadb-'))
  const { username } = userInfo()
  const data = `--datadir=${join(folder, 'data')}`
  const socket = `--socket=${join(folder, 'sock')}`
  const made = spawnSync('mariadb-install-db', ['--no-defaults', data, `--user=${username}`], {
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`mariadb-install-db: ${made.stderr}`)
  const args = ['--no-defaults', data, socket, `--user=${username}`, '--skip-networking']
  const server = spawn('mariadbd', args, { stdio: 'ignore' })
  const client = ['--no-defaults', socket, `--user=${username}`]
  while (
    spawnSync('mariadb', [...client, '-e', 'create database if not exists kit']).status !== 0
  ) {
    if (server.exitCode !== null) throw new Error(`mariadbd ended with ${server.exitCode}`)
    await sleep(100)
  }
  return {
    connect: () => connectionOf(spawn('mariadb', [...client, '--batch', '--force', '-n', 'kit'])),
    close: async () => {
      const ended = once(server, 'exit')
      server.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Statements one after the other; behind each, how many rows it changed: -1 when it failed. */
function connectionOf(child: ChildProcessWithoutNullStreams): TestConnection {
  const waiting: ((rows: number) => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    const rows = /^rows=(-?\d+)$/.exec(line)?.[1]
    if (rows !== undefined) waiting.shift()?.(Number(rows))
  })
  child.stderr.resume()
  const run = (statement: string): Promise<number> => {
    const answered = new Promise<number>((resolve) => {
      waiting.push(resolve)
    })
    child.stdin.write(`${statement};\nselect concat('rows=', row_count()) as '';\n`)
    return answered
  }
  const end = (): void => {
    child.stdin.end()
  }
  return {
    beginTransaction: () => run('begin'),
    commit: () => run('commit'),
    rollback: () => run('rollback'),
    execute: async (statement, values) => {
      const bound = values.map(quoted).join(', ')
      const using = values.length === 0 ? '' : ` using ${bound}`
      const affectedRows = await run(`execute immediate ${quoted(statement)}${using}`)
      if (affectedRows < 0) throw new Error(`MariaDB refused: ${statement}`)
      return [{ affectedRows }]
    },
    release: () => {},
    destroy: () => {
      child.kill('SIGKILL')
    },
    end,
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
