/** Tampering with the audit log, as somebody may who has the whole database and no key of the platform. */
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appendAudit } from '../src/base/audit/append.ts'
import { readConfig } from '../src/base/config/config.ts'
import { createDatabase, type Database } from '../src/base/database/database.ts'
import { types } from '../src/base/database/types.ts'
import { after, periodAt, startOf } from '../src/base/database/period.ts'
import { createLog } from '../src/base/log.ts'
import type { Send } from '../src/base/outbound/outbound-types.ts'
import { createKeyring } from '../src/base/secrets/seal.ts'
import { chainEntries } from '../src/operations/audit-seals/chain.ts'
import { databaseSource } from '../src/operations/audit-seals/database-source.ts'
import {
  ENTRY_COLUMNS,
  entryHash,
  placeHash,
  type AuditEntry,
} from '../src/operations/audit-seals/entry-hash.ts'
import { NO_KEPT_SEALS, readKeptSeals } from '../src/operations/audit-seals/kept-seals.ts'
import { sealHour } from '../src/operations/audit-seals/make-seal.ts'
import { sealDay } from '../src/operations/audit-seals/seal-day.ts'
import { verifyDays } from '../src/operations/audit-seals/verify-days.ts'
import type { SigningKeyStore } from '../src/parties/signing-keys/current.ts'
import { keepSeals, postSeal } from '../src/operations/audit-seals/offer.ts'
import { verifyAudit, type Verdict } from '../src/operations/audit-seals/verify.ts'
import { makePartitions } from '../src/operations/retention/make-partitions.ts'
import { retain } from '../src/operations/retention/retain.ts'
import { startPlatform } from '../src/run/start.ts'
import { clockOf, type Clock } from './support/clock.ts'
import { runCommand } from './support/command.ts'
import { connectTo, createTestDatabase, type TestDatabase } from './support/database.ts'
import { startReceiver, type Receiver } from './support/notified.ts'
import { until } from './support/wait.ts'

const HOUR_MS = 3_600_000
const BY = { id: 'opr_7', name: 'Amina', requestId: null }
const folder = mkdtempSync(join(tmpdir(), 'wasl-seals-'))
const kept = join(folder, 'kept')

let database: TestDatabase
let db: Database
let pool: pg.Pool
let store: SigningKeyStore
/** In a transaction that each test undoes. */
let thief: pg.Client
/** The ids of the entries, by their places. */
let ids: string[]

const note = (by: pg.Pool | pg.ClientBase, subject: string): Promise<void> =>
  appendAudit(by, BY, {
    partnerId: 0,
    action: 'partner.update',
    subject,
    details: { to: { name: 'é', id: 1, '2': [null] }, from: {} },
  })

/** Some minutes after the next full hour. */
const nextHour = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / HOUR_MS) + 1.1) * HOUR_MS)

/** Three hours: the first key and its entry, then two entries each. */
const sealThreeHours = async (of: SigningKeyStore): Promise<Clock> => {
  const clock = clockOf(of.pool)
  // No next hour begins between two questions whether this one is sealed.
  await clock.advanceTo(nextHour(await clock.now()))
  for (const hour of [1, 2, 3]) {
    await note(of.pool, `${hour}a`)
    await note(of.pool, `${hour}b`)
    while (await chainEntries(of.pool));
    expect([await sealHour(of), await sealHour(of)]).toEqual([true, false])
    await clock.advance(3_600)
  }
  while (await chainEntries(of.pool));
  return clock
}

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url)
  pool = db.pool
  store = { pool, keyring: createKeyring(randomBytes(32)) }
  await sealThreeHours(store)
  const { rows } = await pool.query('select audit_id from audit_chain order by number')
  ids = rows.map((row) => row.audit_id)
  mkdirSync(kept)
  await keepSeals(pool, kept)
})

afterAll(async () => {
  await db.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** Not of the platform's pool, which ends a session that is idle in a transaction for seconds. */
const useThief = (): void => {
  beforeEach(async () => {
    thief = await connectTo(database.url, { types })
    await thief.query('begin; set local session_replication_role = replica')
  })

  afterEach(async () => {
    await thief.query('rollback')
    await thief.end()
  })
}

const verify = async (seals: 'kept' | 'only those of the database'): Promise<Verdict> => {
  const source = await databaseSource({ pool: thief as any, others: [], archiveDir: null })
  return verifyAudit(source, seals === 'kept' ? readKeptSeals(kept, '') : NO_KEPT_SEALS)
}

/** Computes the whole chain again from the log as it is now, as only the platform does. */
const chainAgain = async (): Promise<void> => {
  const { rows } = await thief.query<AuditEntry>(
    `select ${ENTRY_COLUMNS} from audit_log log order by audit_id`,
  )
  await thief.query('delete from audit_chain')
  let hash: Buffer = Buffer.alloc(32)
  for (const [index, entry] of rows.entries()) {
    hash = placeHash(hash, entryHash(entry))
    const values = [index + 1, entry.partnerId, entry.auditId, entryHash(entry), hash]
    await thief.query('insert into audit_chain values ($1, $2, $3, $4, $5)', values)
  }
}

const lastId = () => ids.at(-1) as string

describe('the audit log', () => {
  useThief()

  test('is whole when nobody touched it, and every hour is sealed', async () => {
    expect(await verify('kept')).toEqual({
      problem: null,
      entries: ids.length,
      seals: 6,
      unread: 0,
      waiting: 0,
    })
    expect(readdirSync(kept)).toEqual([1, 2, 3].map((n) => `wasl-seal-00000000${n}.json`))
  })

  test('names an entry that was changed', async () => {
    await thief.query(`update audit_log set actor = 'Nobody' where audit_id = $1`, [ids[3]])
    const { problem } = await verify('only those of the database')
    expect(problem).toMatchObject({ what: 'changed', entry: { number: 4, auditId: ids[3] } })
  })

  test('names an entry that was removed', async () => {
    await thief.query('delete from audit_log where audit_id = $1', [ids[2]])
    const { problem } = await verify('only those of the database')
    expect(problem).toMatchObject({ what: 'removed', entry: { number: 3, auditId: ids[2] } })
  })

  test('names an entry that was put in without a place', async () => {
    await note(thief, 'forged')
    await thief.query('delete from audit_unchained')
    const { rows } = await thief.query(`select audit_id from audit_log where subject = 'forged'`)
    const { problem } = await verify('only those of the database')
    expect(problem).toMatchObject({ what: 'put in', entry: { auditId: rows[0].audit_id } })
  })

  test('names an entry that was put in later and says an earlier time', async () => {
    const early = '2020-01-01T00:00:00Z'
    await note(thief, 'forged')
    await thief.query(`update audit_log set at = $1 where subject = 'forged'`, [early])
    const { rows } = await thief.query<AuditEntry>(
      `select ${ENTRY_COLUMNS} from audit_log log where subject = 'forged'`,
    )
    const [entry] = rows as [AuditEntry]
    const head = await thief.query('select number, hash from audit_chain_head')
    const hash = placeHash(head.rows[0].hash, entryHash(entry))
    const values = [ids.length + 1, 0, entry.auditId, entryHash(entry), hash]
    await thief.query('insert into audit_chain values ($1, $2, $3, $4, $5)', values)
    const { problem } = await verify('kept')
    expect(problem).toMatchObject({ what: 'put in', entry: { auditId: entry.auditId } })
  })

  test('names a change although the whole chain was computed again', async () => {
    await thief.query(`update audit_log set subject = 'other' where audit_id = $1`, [ids[3]])
    await chainAgain()
    const alone = await verify('only those of the database')
    expect(alone.problem).toMatchObject({ what: 'changed', entry: null })
    const { problem } = await verify('kept')
    expect(problem).toMatchObject({ what: 'changed', entry: { number: 4, auditId: ids[3] } })
  })

  test('names an entry that was removed, or put in, although the chain was computed again', async () => {
    await thief.query('savepoint whole')
    await thief.query('delete from audit_log where audit_id = $1', [ids[2]])
    await chainAgain()
    expect((await verify('kept')).problem).toMatchObject({
      what: 'removed',
      entry: { number: 3, auditId: ids[2] },
    })
    await thief.query('rollback to whole')
    await note(thief, 'forged')
    const forged = ids[1]?.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    await thief.query(`update audit_log set audit_id = $1 where subject = 'forged'`, [forged])
    await chainAgain()
    const { problem } = await verify('kept')
    expect(problem?.what).toBe('put in')
    expect(problem?.entry?.auditId).toBe(forged)
  })

  test('names the first entry of an end that was cut, or that an older copy lacks', async () => {
    const count = ids.length
    await thief.query('delete from audit_log where audit_id = any($1)', [ids.slice(count - 2)])
    await thief.query('delete from audit_chain where number > $1', [count - 2])
    const alone = await verify('only those of the database')
    expect(alone.problem).toMatchObject({ what: 'removed', entry: null })
    // With its seals too, as a restored copy has it.
    await thief.query('delete from audit_seals where through > $1', [count - 2])
    expect((await verify('only those of the database')).problem).toBe(null)
    const { problem } = await verify('kept')
    expect(problem).toMatchObject({ what: 'removed', entry: { auditId: ids[count - 2] } })
    expect(problem?.sentence).toContain('an older copy restored')
    // It goes on with other entries.
    await note(thief, 'later')
    await chainAgain()
    expect((await verify('kept')).problem).toMatchObject({
      what: 'removed',
      entry: { auditId: ids[count - 2] },
    })
  })

  test('names a seal that was removed, or that another key signed', async () => {
    await thief.query('savepoint whole')
    await thief.query('delete from audit_seals where number = 2')
    expect((await verify('only those of the database')).problem?.sentence).toContain('seal 2')
    await thief.query('rollback to whole')
    await thief.query(`update signing_keys set kid = 'other' where purpose = 'statement'`)
    expect((await verify('kept')).problem?.sentence).toMatch(
      /^seal 1 of the database is signed by the key .+, which is not a key of this platform$/,
    )
    await thief.query('rollback to whole')
    await thief.query(
      `update signing_keys set public_key = decode(repeat('00', 32), 'hex') where purpose = 'statement'`,
    )
    const { problem } = await verify('kept')
    expect([problem?.what, problem?.sentence]).toEqual([
      'seal',
      expect.stringContaining('wrong signature'),
    ])
  })

  test('passes over no entry that commits late, and gives it a later place', async () => {
    const late = await pool.connect()
    await late.query('begin')
    await note(late, 'late')
    await note(pool, 'early')
    await chainEntries(pool)
    await late.query('commit')
    late.release()
    await chainEntries(pool)
    const { rows } = await pool.query(
      `select subject from audit_chain join audit_log using (partner_id, audit_id)
      where number > $1 order by number`,
      [ids.length],
    )
    expect(rows.map(({ subject }) => subject)).toEqual(['early', 'late'])
    expect((await verify('kept')).problem).toBe(null)
  })

  test('gives a place to an entry that arrives with a partner', async () => {
    await note(thief, 'arrived')
    const { rows } = await thief.query('select from audit_unchained')
    expect(rows).toHaveLength(1)
  })
})

describe('the ledger', () => {
  useThief()

  const transfers = (client: pg.ClientBase, dates: string[]) =>
    client.query(
      `insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner,
        credit_kind, credit_owner, amount, actor, at, business_date)
      select 0, new_id(0), 'TEST', 'cash', 'chn_1', 'fees', 'operator', 100, 'platform', wasl_now(),
        unnest($1::date[])`,
      [dates],
    )

  const days = async (seals: 'kept too' | 'only those of the database') => {
    const source = await databaseSource({ pool: thief as any, others: [], archiveDir: null })
    const same = source.seals.map((seal) => ({ file: 'same.json', seal }))
    const keptSeals = seals === 'kept too' ? { ...NO_KEPT_SEALS, seals: same } : NO_KEPT_SEALS
    return verifyDays(thief as any, source, keptSeals)
  }

  beforeAll(async () => {
    const client = await pool.connect()
    await transfers(client, ['2026-01-01', '2026-01-01', '2026-01-02'])
    await client.query(
      `update ledger_state set open_day = '2026-01-03', sealed_through = '2026-01-01'`,
    )
    client.release()
    expect([await sealDay(store), await sealDay(store)]).toEqual([true, false])
    await pool.query(`update ledger_state set sealed_through = '2026-01-02'`)
    expect([await sealDay(store), await sealDay(store)]).toEqual([true, false])
  })

  test('has a seal for each closed day, and is as they say', async () => {
    expect(await days('only those of the database')).toEqual({ problem: null, days: 2 })
    expect(await days('kept too')).toEqual({ problem: null, days: 2 })
  })

  test.for([
    ['update ledger_transfers set amount = amount + 1', 'was changed: 2 were sealed, 2 are there'],
    ['delete from ledger_transfers', 'was removed: 2 were sealed, 0 are there'],
    ['put in', 'was put in: 2 were sealed, 3 are there'],
  ] as const)('names the day of a transfer that was tampered with: %s', async ([sql, said]) => {
    if (sql === 'put in') await transfers(thief, ['2026-01-01'])
    else await thief.query(`${sql} where business_date = '2026-01-01'`)
    expect((await days('only those of the database')).problem).toContain(`on 2026-01-01 ${said}`)
  })

  test('names the day whose hashes were computed again', async () => {
    await thief.query(
      `update ledger_day_hashes set transfers = 7 where business_date = '2026-01-02'`,
    )
    expect((await days('only those of the database')).problem).toMatch(
      /2026-01-02 are not those that seal 5 signed/,
    )
  })
})

test('an hour is sealed once, also after the clock was set back', async () => {
  await pool.query(
    `update audit_seals set sealed_at = wasl_now() + interval '3 hours'
    where number = (select max(number) from audit_seals where kind = 'audit-log')`,
  )
  expect([await sealHour(store), await sealHour(store)]).toEqual([true, false])
})

const audit = (...args: string[]): Promise<{ code: number; said: string }> =>
  auditOf(database, ...args)

const auditOf = async (
  { url }: TestDatabase,
  ...args: string[]
): Promise<{ code: number; said: string }> => {
  const env = { DATABASE_URL: url, WASL_MASTER_KEY: randomBytes(32).toString('base64') }
  const { code, stdout, stderr } = await runCommand('audit', args, env)
  return { code, said: stdout + stderr }
}

test('the command checks a database and an export, and names the entry', async () => {
  const file = join(folder, 'audit.ndjson')
  const [checked, exported] = await Promise.all([
    audit('verify', '--seals', kept),
    audit('export', '--into', file),
  ])
  expect(checked).toEqual({ code: 0, said: expect.stringMatching(/whole.*as 3 kept seals say/s) })
  expect(exported.code).toBe(0)
  const text = readFileSync(file, 'utf8')
  const other = join(folder, 'changed.ndjson')
  writeFileSync(other, text.replace('"3b"', '"9z"'))
  const [whole, changed] = await Promise.all([
    audit('verify', '--export', file, '--seals', kept),
    audit('verify', '--export', other),
  ])
  expect(whole.said).toMatch(/is whole.*as 3 kept seals say/)
  expect(changed).toEqual({
    code: 1,
    said: expect.stringContaining(`An entry was changed: entry ${lastId()}`),
  })
})

describe('a running platform with a folder and an address for seals', () => {
  const masterKey = randomBytes(32)
  const [dir, archives] = [join(folder, 'running'), join(folder, 'archives')]
  let own: TestDatabase
  let ownDb: Database
  let clock: Clock
  let receiver: Receiver

  beforeAll(async () => {
    ;[own, receiver] = await Promise.all([createTestDatabase(), startReceiver()])
    ownDb = createDatabase(own.url)
    await makePartitions(ownDb.pool)
    clock = await sealThreeHours({ pool: ownDb.pool, keyring: createKeyring(masterKey) })
    await clock.stop()
  })

  afterAll(async () => {
    await Promise.all([ownDb.close(), receiver.close()])
    await own.drop()
  })

  const start = async () => {
    const logs: string[] = []
    const settings = {
      PORT: '0',
      DATABASE_URL: own.url,
      WASL_MASTER_KEY: masterKey.toString('base64'),
      WASL_OPERATOR_KEY: 'an-operator-key-for-tests-0123456789',
      WASL_AUDIT_SEALS_DIR: dir,
      WASL_AUDIT_SEALS_URL: receiver.url,
    }
    const log = createLog('error', { write: (line: string) => void logs.push(line) })
    return { logs, platform: await startPlatform(readConfig(settings), log) }
  }

  const files = (): string[] => (existsSync(dir) ? readdirSync(dir).toSorted() : [])
  const seals = async (): Promise<number[]> => {
    const { rows } = await ownDb.pool.query('select number from audit_seals order by number')
    return rows.map(({ number }) => Number(number))
  }
  const posted = (): any[] => receiver.received.map(({ body }) => JSON.parse(String(body)))

  test('writes each once, and posts each in order although the address was broken', async () => {
    receiver.answer(500)
    const broken = await start()
    await until('the address to refuse', () =>
      broken.logs.some((line) => line.includes('the seal 1 of the audit log was not taken')),
    )
    await until('the folder, and a seal of the platform’s own', async () => {
      return files().length >= 3 && (await seals()).length === 4
    })
    await broken.platform.stop()
    expect(posted()).toEqual([])
    const written = new Map(files().map((file) => [file, statSync(join(dir, file)).ino]))

    receiver.answer(200)
    const { platform, logs } = await start()
    await until('every seal to leave', () => posted().length >= 4 && files().length >= 4)
    await platform.stop()
    expect(logs).toEqual([])
    expect(posted().map(({ event, data }) => [event, data.number])).toEqual(
      [1, 2, 3, 4].map((number) => ['audit.seal', number]),
    )
    expect(posted().map(({ data }) => data)).toEqual(
      files().map((file) => JSON.parse(readFileSync(join(dir, file), 'utf8'))),
    )
    for (const [file, ino] of written)
      expect([file, statSync(join(dir, file)).ino]).toEqual([file, ino])
  })

  test('posts no later seal while another process posts the oldest one', async () => {
    await ownDb.pool.query('update audit_seals set sent_at = null')
    const client = await ownDb.pool.connect()
    await client.query('begin')
    // As another process has it while it takes the lease.
    await client.query(
      `update audit_seals set leased_until = wasl_now() + interval '1 minute' where number = 1`,
    )
    let sent = 0
    const send: Send = async () => {
      sent += 1
      return { ok: false, reason: 'connection', message: 'posted', durationMs: 0 }
    }
    const posting = postSeal(ownDb.pool, send, receiver.url).catch((error: Error) => error)
    await until('the other process to wait, or to post', async () => {
      const { rowCount } = await ownDb.pool.query(
        `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return sent > 0 || rowCount === 1
    })
    await client.query('commit')
    client.release()
    expect([await posting, sent]).toEqual([false, 0])
  })

  test('has its archived months checked from the folder of exports', async () => {
    const { pool: ownPool } = ownDb
    mkdirSync(dir, { recursive: true })
    await keepSeals(ownPool, dir)
    const month = periodAt(await clock.now(), 'month')
    await clock.advanceTo(startOf(after(month, 2)))
    await makePartitions(ownPool)
    const keptFrom = { payments: null, attempts: '2020-01-01', books: null }
    await retain(ownPool, {
      by: BY,
      keptFrom: { ...keptFrom, auditLog: after(month, 1) },
      exportDir: archives,
    })
    while (await chainEntries(ownPool));
    const check = async (archiveDir: string | null): Promise<Verdict> => {
      const source = await databaseSource({ pool: ownPool, others: [], archiveDir })
      return verifyAudit(source, readKeptSeals(dir, ''))
    }
    const { rows } = await ownPool.query('select count(*)::int as count from audit_log')
    const whole = await check(archives)
    expect(whole).toMatchObject({ problem: null, unread: 0 })
    const unread = whole.entries - rows[0].count
    expect(unread).toBeGreaterThan(6)
    expect(await check(null)).toMatchObject({ problem: null, unread })
    const said = await auditOf(own, 'verify', '--seals', dir, '--archives', archives)
    expect(said).toEqual({ code: 0, said: expect.stringMatching(/is whole.*kept seals say\.\n$/s) })

    const textOf = (name: string): string =>
      gunzipSync(readFileSync(join(archives, name))).toString()
    // A month may have ended between the hours, and then there are two archives.
    const isOfEntry = (name: string): boolean =>
      name.endsWith('.gz') && textOf(name).includes('"2b"')
    const file = readdirSync(archives).find(isOfEntry) ?? ''
    const text = textOf(file)
    const other = join(folder, 'other-archives')
    mkdirSync(other)
    const withFile = async (content: string): Promise<Verdict> => {
      writeFileSync(join(other, file), gzipSync(content))
      return check(other)
    }
    const line = text.split('\n').find((one) => one.includes('"2b"')) ?? ''
    const auditId = JSON.parse(line).audit_id
    expect((await withFile(text.replace('"2b"', '"9z"'))).problem).toMatchObject({
      what: 'changed',
      entry: { auditId },
    })
    expect((await withFile(text.replace(`${line}\n`, ''))).problem).toMatchObject({
      what: 'removed',
      entry: { auditId },
    })
  })
})
