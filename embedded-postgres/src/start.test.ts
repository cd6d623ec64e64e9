import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start.ts'
import { freePort } from './free-port.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { ANOTHER_FOLDER } from './problem.ts'
import { identityOf } from './processes.ts'

const isRoot = process.getuid?.() === 0
const isLinux = process.platform === 'linux'
const PROGRAM = join(import.meta.dirname, '../test/server-process.ts')

const query = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const eventually = async <Value>(ask: () => Value | Promise<Value>): Promise<Value> => {
  for (const deadline = Date.now() + 60_000; ; await sleep(20)) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

const expectEnded = (pid: number) => eventually(() => expect(identityOf(pid)).toBeNull())

describe('the embedded PostgreSQL', () => {
  let root: string
  let made: string
  let said: string[]
  const running: EmbeddedPostgres[] = []
  const processes: ChildProcess[] = []
  const log = {
    info: () => undefined,
    warn: (message: string) => void said.push(message),
    error: (message: string) => void said.push(message),
  }

  /** A data directory that has been used before, because making a new one takes a second. */
  const copyOfMade = (name: string): string => {
    const dataDir = join(root, name)
    execFileSync('cp', ['-a', made, dataDir])
    said = []
    return dataDir
  }

  const start = async (
    dataDir: string,
    options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {},
  ): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({ dataDir, log, fast: true, ...options })
    running.push(server)
    return server
  }

  const startElsewhere = async (
    dataDir: string,
  ): Promise<{ child: ChildProcess; url: string; pid: number }> => {
    const child = spawn(process.execPath, [PROGRAM, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
    processes.push(child)
    let complaint = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    return new Promise((resolve, reject) => {
      child.stdout?.once('data', (line: Buffer) => {
        resolve({ child, ...(JSON.parse(line.toString()) as { url: string; pid: number }) })
      })
      child.once('close', () => reject(new Error(complaint)))
    })
  }

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), `wasl-test-${process.pid}-embedded-`))
    chmodSync(root, 0o755)
    made = join(root, 'made')
    mkdirSync(made)
    said = []
    const server = await startEmbeddedPostgres({ dataDir: made, log, fast: true })
    await query(server.url, 'create table kept as select 42 as answer')
    await server.stop()
  })

  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.stop()))
    for (const child of processes.splice(0)) child.kill('SIGKILL')
  })

  afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))

  test('keeps its rows from one start to the next', async () => {
    const dataDir = copyOfMade('again')
    const server = await start(dataDir)
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('is PostgreSQL 18 in UTF-8, waits for the disk and listens on loopback alone', async () => {
    const server = await start(copyOfMade('settings'), { fast: false })
    const [settings] = await query(
      server.url,
      `select current_setting('server_version_num')::integer / 10000 as major,
        current_setting('server_encoding') as encoding,
        current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit,
        current_setting('full_page_writes') as pages,
        current_setting('listen_addresses') as addresses,
        current_setting('shared_buffers') as buffers,
        lower('ÉÀ') as lower`,
    )
    expect(settings).toEqual({
      major: 18,
      encoding: 'UTF8',
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      addresses: '127.0.0.1',
      buffers: '128MB',
      lower: 'éà',
    })
  })

  test('needs a password on the socket and on the network, in a file for its owner alone', async () => {
    const dataDir = copyOfMade('password')
    const server = await start(dataDir)
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
    const wrong = new URL(server.url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    wrong.search = ''
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    const overNetwork = new URL(server.url)
    overNetwork.search = ''
    expect(await query(overNetwork.href, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.each(['lost', 'empty'])(
    'gets a new password when the file with the old one is %s',
    async (state) => {
      const dataDir = copyOfMade(`${state}-password`)
      const file = join(dataDir, 'postgres-password')
      if (state === 'lost') rmSync(file)
      else writeFileSync(file, '')
      const server = await start(dataDir)
      expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
      expect(said).toEqual([expect.stringContaining('is missing or empty')])
    },
  )

  test.runIf(isLinux)('hides our environment from the server', async () => {
    const dataDir = copyOfMade('environment')
    const server = await start(dataDir)
    // As the server's user: in many containers root may not read it.
    const environment = execFileSync('cat', [`/proc/${server.pid()}/environ`], {
      ...(isRoot && ownerOf(join(dataDir, 'postgres'))),
      encoding: 'utf8',
    })
    expect(environment).toContain('LC_ALL=C')
    expect(environment).not.toContain('VITEST')
  })

  test('refuses a data directory that a live Wasl uses, and leaves that one alone', async () => {
    const dataDir = copyOfMade('shared')
    const { child, url, pid } = await startElsewhere(dataDir)
    await expect(start(dataDir)).rejects.toThrow(
      `Another Wasl (process ${child.pid}) is using the data directory`,
    )
    await expect(start(dataDir)).rejects.toThrow(ANOTHER_FOLDER)
    expect(await query(url, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(identityOf(pid)).not.toBeNull()
  })

  test('is made once when two start at once on an empty folder', async () => {
    const dataDir = join(root, 'race')
    mkdirSync(dataDir)
    const [first, second] = await Promise.allSettled([
      startElsewhere(dataDir),
      startElsewhere(dataDir),
    ])
    const outcomes = [first, second].map(({ status }) => status).toSorted()
    expect(outcomes).toEqual(['fulfilled', 'rejected'])
    const loser = first.status === 'rejected' ? first : second
    expect(loser).toMatchObject({ reason: { message: expect.stringContaining('Another Wasl') } })
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres-password'])
    const winner = first.status === 'fulfilled' ? first : second
    if (winner.status === 'rejected') throw winner.reason
    expect(await query(winner.value.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('goes on with the password of a start that died before it kept it', async () => {
    const dataDir = copyOfMade('half-way')
    const file = join(dataDir, 'postgres-password')
    rmSync(file)
    writeFileSync(`${file}.next`, 'proposed\n', { mode: 0o600 })
    const server = await start(dataDir)
    expect(new URL(server.url).password).toBe('proposed')
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres-password'])
  })

  test('ends soon after the process that started it was killed', async () => {
    const { child, pid } = await startElsewhere(copyOfMade('killed'))
    child.kill('SIGKILL')
    await expectEnded(pid)
  })

  test.runIf(isLinux)(
    'is stopped by the next start when its process and its guardian were killed',
    async () => {
      const dataDir = copyOfMade('orphan')
      const { child, url, pid } = await startElsewhere(dataDir)
      await query(url, 'insert into kept values (43)')
      killGuardianOf(pid)
      const died = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await died
      expect(identityOf(pid)).not.toBeNull()
      const server = await start(dataDir)
      expect(identityOf(pid)).toBeNull()
      expect(said).toEqual([expect.stringContaining('left behind by a Wasl that died')])
      expect(await query(server.url, 'select answer from kept')).toHaveLength(2)
    },
  )

  test('starts at once after a kill, while the old server is still ending', async () => {
    const dataDir = copyOfMade('at-once')
    const { child, url } = await startElsewhere(dataDir)
    await query(url, 'insert into kept values (43)')
    const died = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await died
    const server = await start(dataDir)
    expect(await query(server.url, 'select answer from kept')).toHaveLength(2)
  })

  test('ignores the file of a dead server whose process id another process has now', async () => {
    const dataDir = copyOfMade('stale')
    const stranger = spawn('sleep', ['60'], {
      ...(isRoot && ownerOf(join(dataDir, 'postgres'))),
      cwd: '/',
    })
    processes.push(stranger)
    const lines = [stranger.pid, '/elsewhere', 1_700_000_000, 5432, '', '127.0.0.1', '', 'ready']
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`)
    const server = await start(dataDir)
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('starts again at the same address when it ends by itself', async () => {
    const server = await start(copyOfMade('crash'))
    const before = server.pid()
    process.kill(before, 'SIGKILL')
    // It is known as ended only a moment after its process is.
    await expect.poll(() => server.pid()).not.toBe(before)
    const rows = await eventually(() => query(server.url, 'select answer from kept'))
    expect(rows).toEqual([{ answer: 42 }])
    expect(said.join('\n')).toContain('PostgreSQL ended by itself')
  })

  test('takes another port when the chosen one is taken', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => {
      holder.listen(0, '127.0.0.1', resolve)
    })
    const { port: taken } = holder.address() as AddressInfo
    let asked = 0
    const free = await freePort()
    const choosePort = () => Promise.resolve(++asked === 1 ? taken : free)
    const server = await start(copyOfMade('port'), { choosePort })
    expect(new URL(server.url).port).toBe(String(free))
    expect(asked).toBe(2)
    holder.close()
  })

  test('refuses the data directory of another PostgreSQL, and says what to do', async () => {
    const dataDir = copyOfMade('version')
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 17, .* carries Postgr/)
  })

  test('has no socket where its path would be too long', async () => {
    const dataDir = copyOfMade('long-'.padEnd(100, 'x'))
    const server = await start(dataDir)
    expect(new URL(server.url).search).toBe('')
    expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  })

  test('makes the cluster again after a start that died while making it', async () => {
    const dataDir = join(root, 'half')
    mkdirSync(join(dataDir, 'postgres.draft-999999999', 'base'), { recursive: true })
    const server = await start(dataDir)
    expect(await query(server.url, 'select current_database() as name')).toEqual([{ name: 'wasl' }])
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres-password'])
  })

  test('refuses a data directory that is not there', async () => {
    await expect(start(join(root, 'nowhere'))).rejects.toThrow(
      /^The folder .*nowhere cannot be used/,
    )
  })

  test('stops at once with connections open, and stopping twice does no harm', async () => {
    const server = await start(copyOfMade('stop'))
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => undefined)
    await client.connect()
    await server.stop()
    await server.stop()
    expect(readPostmasterFile(join(root, 'stop', 'postgres'))).toBeNull()
  })

  test.runIf(isRoot && isLinux)(
    'runs below a folder that is closed to every user but root',
    async () => {
      const closed = join(root, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      execFileSync('cp', ['-a', made, join(closed, 'data')])
      const server = await start(join(closed, 'data'))
      expect(await query(server.url, 'select answer from kept')).toEqual([{ answer: 42 }])
      mkdirSync(join(closed, 'fresh'))
      const fresh = await start(join(closed, 'fresh'))
      expect(await query(fresh.url, 'select current_user as name')).toEqual([{ name: 'wasl' }])
      await expect(start(join(closed, 'data'))).rejects.toThrow('Another Wasl')
    },
  )

  test.runIf(isRoot)('never runs as root', async () => {
    const dataDir = copyOfMade('user')
    await start(dataDir)
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
    expect(statSync(join(dataDir, 'postgres-password')).uid).toBe(0)
  })
})

const ownerOf = (folder: string): { uid: number; gid: number } => {
  const { uid, gid } = statSync(folder)
  return { uid, gid }
}

const killGuardianOf = (pid: number): void => {
  const guardian = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((name) => commandLineOf(name).endsWith(`wasl-guardian\0${pid}\0`))
  process.kill(Number(guardian), 'SIGKILL')
}

const commandLineOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
