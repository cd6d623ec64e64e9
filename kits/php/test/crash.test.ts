/** kill -9 of the PHP process while it handles, and between handling and answering. */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { sign } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasMariadb, startMariadb } from '../../../partner-kit/test/sql/mariadb.ts'
import type { Mariadb } from '../../../partner-kit/test/sql/mariadb.ts'
import { createTestDatabase } from '../../../platform/test/support/database.ts'
import { serve } from './serve.ts'
import { hasExtension, leftOut } from './tools.ts'

const API_SECRET = 'wasl_sec_crash_000000000000000000000000001'
const HMAC_SECRET = 'wasl_hmac_crash_00000000000000000000000001'

type Database = { dsn: string; user: string; close: () => Promise<unknown> }

const openSqlite = async (): Promise<Database> => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-php-crash-'))
  const close = async () => rmSync(folder, { recursive: true, force: true })
  return { dsn: `sqlite:${join(folder, 'shop.sqlite')}`, user: '', close }
}

const openMariadb = async (): Promise<Database> => {
  const server: Mariadb = await startMariadb()
  const dsn = `mysql:unix_socket=${server.socket};dbname=kit`
  return { dsn, user: userInfo().username, close: () => server.close() }
}

const openPostgres = async (): Promise<Database> => {
  const database = await createTestDatabase()
  const { hostname, port, pathname, username, password, searchParams } = new URL(database.url)
  const host = searchParams.get('host') ?? hostname
  const dsn = `pgsql:host=${host};port=${port || '5432'};dbname=${pathname.slice(1)}`
  const secret = password === '' ? '' : `;password=${decodeURIComponent(password)}`
  return { dsn: dsn + secret, user: decodeURIComponent(username), close: () => database.drop() }
}

const DATABASES = [
  { name: 'SQLite', driver: 'pdo_sqlite', isThere: true, open: openSqlite },
  { name: 'MariaDB', driver: 'pdo_mysql', isThere: hasMariadb, open: openMariadb },
  { name: 'PostgreSQL', driver: 'pdo_pgsql', isThere: true, open: openPostgres },
]

/** Runs PHP with the kit loaded and the connection in `$pdo`. */
const inPhp = ({ dsn, user }: Database, code: string): string => {
  const autoload = join(import.meta.dirname, '..', 'autoload.php')
  const connect = `require '${autoload}'; $pdo = new PDO(getenv('DSN'), getenv('DB_USER') ?: null);`
  const env = { ...process.env, DSN: dsn, DB_USER: user }
  const { stdout, stderr, status } = spawnSync('php', ['-r', connect + code], {
    encoding: 'utf8',
    env,
  })
  if (status !== 0) throw new Error(stdout + stderr)
  return stdout
}

describe.each(DATABASES)('a PHP process that is killed, on $name', (database) => {
  const isThere = database.isThere && hasExtension(database.driver) && hasExtension('posix')
  leftOut(
    isThere,
    `kill -9 of a PHP shop on ${database.name}: the database or PHP's driver is missing`,
  )
  let opened: Database
  let folder: string

  beforeAll(async () => {
    if (!isThere) return
    folder = mkdtempSync(join(tmpdir(), 'wasl-php-flag-'))
    opened = await database.open()
    const table = '$pdo->exec(Wasl\\PartnerKit\\Dedupe\\PdoDedupe::createTable($pdo));'
    inPhp(opened, `${table} $pdo->exec('create table parcels (reference varchar(200))');`)
  })

  afterAll(async () => {
    if (!isThere) return
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const parcels = (reference: string): number =>
    Number(
      inPhp(
        opened,
        `echo $pdo->query("select count(*) from parcels where reference = '${reference}'")->fetchColumn();`,
      ),
    )

  /** Delivers an event to a process that dies at this place, and again to a new one. */
  const deliverTwice = async (place: string, store: string): Promise<number[]> => {
    const reference = `INV-${randomUUID()}`
    const body = JSON.stringify({
      event: 'payment.success',
      data: {
        reference,
        paymentId: randomUUID(),
        channel: 'AGENCY',
        amount: 599.8,
        currency: 'DZD',
        paidAt: '2026-11-21T09:00:00.000Z',
      },
    })
    const flag = join(folder, reference)
    writeFileSync(`${flag}-${place}`, '')
    const environment = {
      API_SECRET,
      HMAC_SECRET,
      DSN: opened.dsn,
      DB_USER: opened.user,
      FLAG: flag,
      STORE: store,
    }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const server = await serve('crash.php', environment)
      statuses.push(await deliver(server.origin, body))
      await server.kill()
    }
    return [...statuses, parcels(reference)]
  }

  test.skipIf(!isThere)('while it handles: handled once, by the next attempt', async () => {
    expect(await deliverTwice('handling', 'pdo')).toEqual([0, 200, 200, 1])
  })

  test.skipIf(!isThere)('between handling and answering: handled once', async () => {
    expect(await deliverTwice('answering', 'pdo')).toEqual([0, 200, 200, 1])
  })

  test.skipIf(!isThere)('without a store in the database the parcel is sent again', async () => {
    const [first, second, third, sent = 0] = await deliverTwice('answering', 'none')
    expect([first, second, third]).toEqual([0, 200, 200])
    expect(sent).toBeGreaterThan(1)
  })
})

/** The status; 0 when the connection was dropped. */
const deliver = async (origin: string, body: string): Promise<number> => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  try {
    const { status } = await fetch(`${origin}/webhooks/platform`, {
      method: 'POST',
      body,
      headers: {
        authorization: `Bearer ${API_SECRET}`,
        'x-timestamp': timestamp,
        'x-signature': sign(Buffer.from(body), timestamp, HMAC_SECRET),
      },
    })
    return status
  } catch {
    return 0
  }
}
