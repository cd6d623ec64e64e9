/**
 * A real MariaDB for the MySQL store, where the system has one (`apt-get install mariadb-server-core
 * mariadb-client-core`, which start no server by themselves). No driver is installed for it: a
 * connection is a client program of its own, and has of mysql2/promise what the store uses.
 */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MysqlConnection } from '../../src/sql/mysql-dedupe.ts'

export const hasMariadb = ['mariadbd', 'mariadb'].every(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** A first start makes its files, on whatever machine this is. */
const START_TIMEOUT_MS = 50_000

export type Mariadb = {
  /** The socket, for clients in other languages. */
  socket: string
  connect: () => TestConnection
  close: () => Promise<void>
}

export type TestConnection = MysqlConnection & { end: () => void }

export const startMariadb = async (): Promise<Mariadb> => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-kit-mariadb-'))
  const { username } = userInfo()
  const data = join(folder, 'data')
  mkdirSync(data)
  const socket = `--socket=${join(folder, 'sock')}`
  // Without rights there is nothing to install, and mariadb-install-db, run as root, would take a folder
  // of its plugins from the system's own server.
  const bare = ['--skip-grant-tables', '--skip-networking']
  const args = ['--no-defaults', `--datadir=${data}`, socket, `--user=${username}`, ...bare]
  const server = spawn('mariadbd', args, { stdio: 'ignore' })
  const client = ['--no-defaults', socket, `--user=${username}`]
  const deadline = performance.now() + START_TIMEOUT_MS
  while (
    spawnSync('mariadb', [...client, '-e', 'create database if not exists kit']).status !== 0
  ) {
    if (server.exitCode !== null) throw new Error(`mariadbd ended with ${server.exitCode}`)
    if (performance.now() > deadline) {
      server.kill('SIGKILL')
      throw new Error(`mariadbd was not ready within ${START_TIMEOUT_MS} ms`)
    }
    await sleep(100)
  }
  return {
    socket: join(folder, 'sock'),
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
const connectionOf = (child: ChildProcessWithoutNullStreams): TestConnection => {
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

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
