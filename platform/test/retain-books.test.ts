/** Old months of the books: what is left of them, what keeps them, and runs that are killed. */
import { execFile, execFileSync, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDays } from '../src/ledger/close-day.ts'
import { withTransaction } from '../src/base/database/with-transaction.ts'
import { BOOKS_INTEGRITY } from '../src/operations/integrity/ledger.ts'
import { onlyCell } from '../src/cells/every-cell.ts'
import type { Database } from '../src/base/database/database.ts'
import { listBalances } from '../src/ledger/list-balances.ts'
import { rebuildLedger } from '../src/ledger/rebuild.ts'
import { rollUp } from '../src/ledger/roll-up.ts'
import { createLog } from '../src/base/log.ts'
import { addUpBooks, replaceBooks } from '../src/operations/retention/archive-books.ts'
import { createPartitionDropper } from '../src/operations/retention/drop-old-partitions.ts'
import { makePartitions } from '../src/operations/retention/make-partitions.ts'
import { after, lowestIdAt, periodAt, startOf } from '../src/base/database/period.ts'
import { openBooks, type Books } from './support/books.ts'
import { connectTo } from './support/database.ts'
import { post } from './support/ledger.ts'
import { KEEP_ALL } from './support/platform.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { openTill, type Till } from './support/till.ts'
import { CLOSING_PATIENCE_MS, until } from './support/wait.ts'
import { isWaiting } from './support/waiting.ts'
import { programFor } from './support/program.ts'

const scene = useScene()

const COMMAND = fileURLToPath(new URL('../src/run/commands/retain.ts', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'wasl-books-'))

/** The month of the books that is archived, which has only this file's transfers. */
let month: string
let books: Books
let till: Till
let statementId: string
let agentId: string
let manifest: string

type Run = { code: number; stdout: string; stderr: string }

const begin = (
  settings: Record<string, string> = {},
): { child: ChildProcess; said: () => string; ended: Promise<Run> } => {
  const env = {
    PATH: process.env['PATH'],
    // Plants a fault in it, when one is planted here.
    NODE_OPTIONS: process.env['NODE_OPTIONS'] ?? '',
    DATABASE_URL: scene.platform.databaseUrl,
    WASL_MASTER_KEY: randomBytes(32).toString('base64'),
    WASL_KEEP_ATTEMPT_DAYS: '36500',
    WASL_KEEP_BOOKS_MONTHS: '12',
    WASL_EXPORT_DIR: folder,
    ...settings,
  }
  let said = ''
  const { promise, resolve } = Promise.withResolvers<Run>()
  const child = execFile(
    process.execPath,
    [programFor(COMMAND)],
    { env },
    (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
  )
  child.stderr?.on('data', (text) => (said += String(text)))
  return { child, said: () => said, ended: promise }
}

const run = (settings?: Record<string, string>): Promise<Run> => begin(settings).ended

const partition = (): string => `ledger_transfers_${month.replace('-', '')}`

const isThere = async (table = partition()): Promise<boolean> =>
  (await scene.platform.pool.query('select to_regclass($1) is not null as is', [table])).rows[0].is

const ok = async (answering: Promise<{ status: number; text: string; body: any }>) => {
  const { status, text, body } = await answering
  expect([status < 300, text]).toEqual([true, text])
  return body
}

/** A day at a counter with a float, a shortage, a handover, a bag, and a refund that is paid. */
const dayAtCounter = async (): Promise<void> => {
  const { channelId } = till.channel
  await books.amina('POST', '/floats', { channelId, amount: 5_000, from: 'channel' })
  agentId = await till.agent()
  const { shiftId } = await ok(till.call('POST', '/shifts', { agentId, float: 5_000 }))
  const paymentId = await till.collect(agentId, 10_000)
  const refund = { amount: 1_000, reason: 'The payer returned a part.' }
  const { code } = await books.amina('POST', `/payments/${paymentId}/refunds`, refund, {
    'idempotency-key': paymentId,
  })
  await ok(till.call('POST', '/refunds/redeem', { code, paidBy: agentId }))
  const { count } = await ok(till.count(shiftId, 13_800))
  const decision = { outcome: 'agent_receivable', reason: 'Karim admits it.' }
  await books.amina('POST', `/variances/${count.varianceId}/decide`, decision)
  await ok(till.call('POST', `/shifts/${shiftId}/close`))
  const offer = { from: agentId, to: till.safe, amount: 13_800 }
  const { handoverId, code: word } = await ok(till.call('POST', '/handovers', offer))
  const receipt = { code: word, counted: 13_800 }
  await ok(till.call('POST', `/handovers/${handoverId}/receive`, receipt))
  const bag = { from: till.safe, amount: 8_800 }
  const { depositId } = await ok(till.call('POST', '/deposits', bag))
  const slip = { slip: { number: 'S-1' } }
  await ok(till.call('POST', `/deposits/${depositId}/deposited`, slip))
  await books.amina('POST', `/deposits/${depositId}/bank`, { amount: 8_800 })
}

/** Each account that has something, with what it has. */
const balances = async (): Promise<Record<string, number>> => {
  const all = { kind: null, owner: null, at: null }
  const rows = await listBalances(
    onlyCell({ operatorLists: scene.platform.pool } as Database),
    all,
    { limit: 10_000, after: null },
  )
  return Object.fromEntries(
    rows
      .map(({ kind, owner, debits, credits }) => [`${kind} of ${owner}`, debits - credits] as const)
      .filter(([, balance]) => balance !== 0),
  )
}

const violations = async (): Promise<string[]> => {
  const found: string[] = []
  for (const [name, sql] of Object.entries(BOOKS_INTEGRITY)) {
    const { rows } = await scene.platform.pool.query(sql)
    found.push(...rows.map((row) => `${name}: ${JSON.stringify(row)}`))
  }
  return found
}

type Opening = { partner_id: number; account: string; amount: number; date: string }

/** An account that has transfers of several partners has one for each. */
const expectOnce = (all: Opening[]): void =>
  expect(new Set(all.map((each) => `${each.partner_id}: ${each.account}`)).size).toBe(all.length)

const openings = async (): Promise<Opening[]> => {
  const { rows } = await scene.platform.pool.query(
    `select debit_kind || ' of ' || debit_owner || ', ' || credit_kind || ' of ' || credit_owner
      as account, amount, business_date::text as date, partner_id
    from ledger_transfers
    where code = 'OPENING'
    order by partner_id, line`,
  )
  return rows
}

const ask = (path: string) =>
  scene.platform.call('GET', `/partner/statements/v1/${path}`, { key: scene.partner.apiKey })

/** Karim has approved the statement, here or in a test before. */
const approved = async (): Promise<void> => {
  const { net, status } = await books.amina('GET', `/statements/${statementId}`)
  if (status !== 'approved')
    await books.karim('POST', `/statements/${statementId}/approve`, { net })
}

/** The month is archived, here or in a test before. */
const archived = async (): Promise<void> => {
  await approved()
  if (!(await isThere())) return
  const ended = await run()
  expect({ isThere: await isThere(), ended }).toEqual({ isThere: false, ended })
}

beforeAll(async () => {
  const { platform, partner } = scene
  books = await openBooks(platform)
  month = after(periodAt(await platform.clock.now(), 'month'), 1)
  await platform.clock.advanceTo(`${month}-05T11:00:00Z`)
  await makePartitions(platform.pool)
  await books.agreeWith(partner, { basisPoints: 150, vatBasisPoints: 1_900 })
  till = await openTill({ ...scene, partner })
  await books.nextDay()
  await dayAtCounter()
  await books.nextDay()
  const closed = { until: `${month}-06` }
  ;({ statementId } = await books.amina(
    'POST',
    `/partners/${partner.partnerId}/statements`,
    closed,
  ))
  manifest = await until('the manifest', async () => {
    const { status, text } = await ask(`${statementId}/manifest`)
    return status === 200 && text
  })
  await platform.settled()
  await platform.clock.advanceTo(startOf(after(month, 13)))
  await makePartitions(platform.pool)
  await until(
    'the days to be closed',
    async () => (await closeDays(platform.pool)).state === 'sealed',
    CLOSING_PATIENCE_MS,
  )
})

afterAll(() => rmSync(folder, { recursive: true }))

describe('a month of the books', () => {
  const expectKept = async (reason: string): Promise<void> => {
    const { stdout } = await run()
    expect(stdout).toContain(`Kept the books of ${month}: ${reason}`)
    expect(await isThere()).toBe(true)
    expect(await openings()).toEqual([])
  }

  test('is kept while a statement of it is not approved', async () => {
    const owner = scene.partner.partnerId
    await expectKept(`no approved statement of ${owner} covers its business date ${month}-06`)
  })

  test('is kept while a refund of it is not paid', async () => {
    const { pool } = scene.platform
    await approved()
    await pool.query(
      `insert into refunds (partner_id, refund_id, status, amount, currency, reason, requested_by,
        requested_at)
      select partner_id, event_id_of(payment_id, 9), 'requested', 1, 'DZD', 'x', 'x', wasl_now()
      from payments`,
    )
    await expectKept('a refund of it is neither paid nor expired')
    await pool.query('delete from refunds where event_ordinal(refund_id) = 9')
  })

  test('is kept while one of its accounts is open', async () => {
    const { pool } = scene.platform
    await approved()
    const total = (sign: number) =>
      pool.query(
        `update ledger_totals set debits = debits + $1 where kind = 'in_transit' and partner_id = 0`,
        [sign],
      )
    await total(1)
    await expectKept('the account in_transit of ')
    await total(-1)
  })

  test('is kept while it is not old, and without a folder', async () => {
    const { stdout } = await run({ WASL_KEEP_BOOKS_MONTHS: '13' })
    expect(stdout).not.toContain(month)
    const folderless = await run({ WASL_EXPORT_DIR: '' })
    expect(folderless.stderr).toContain('WASL_KEEP_BOOKS_MONTHS: expected WASL_EXPORT_DIR')
  })

  test('is kept by a platform without a folder, which says so once', async () => {
    const { pool } = scene.platform
    const said: unknown[][] = []
    const log = createLog('silent')
    log.warn = (...words: unknown[]) => void said.push(words)
    const config = { ...KEEP_ALL, keepBooksMonths: 12 }
    const drop = createPartitionDropper(pool, config, log)
    for (let times = 1; times <= 2; times += 1) await drop(() => false)
    expect(said).toEqual([
      [{ keepBooksMonths: 12 }, expect.stringContaining('WASL_EXPORT_DIR is not set')],
    ])
    expect([await isThere(), await openings()]).toEqual([true, []])
  })

  test('leaves one OPENING for each account, however often the run is killed', async () => {
    const { platform } = scene
    await approved()
    expect(await violations()).toEqual([])
    const [balancesBefore, trialBefore] = [await balances(), await books.balances()]
    const rows = Number(
      (await platform.pool.query(`select count(*) as count from ${partition()}`)).rows[0].count,
    )
    const reader = await connectTo(platform.databaseUrl)
    const same = async (): Promise<void> => {
      expect(await balances()).toEqual(balancesBefore)
      expect(await books.balances()).toEqual(trialBefore)
      expect(await violations()).toEqual([])
    }
    const kill = async ({ child, ended }: ReturnType<typeof begin>): Promise<void> => {
      child.kill('SIGKILL')
      await ended
      await same()
    }

    // While it adds the month up: somebody holds where it notes the sums.
    await platform.pool.query('delete from ledger_archives where archived_at is null')
    await reader.query('begin; lock table ledger_archive_sums in share mode')
    const adding = begin()
    await until('the sums', () => isWaiting(scene.platform, 'delete from ledger_archive_sums'))
    adding.child.kill('SIGKILL')
    await adding.ended
    await reader.query('rollback')
    await same()

    // After the OPENINGs were written, while it detaches: somebody reads the month.
    await reader.query('begin')
    await reader.query(`select count(*) from ${partition()}`)
    const detaching = begin()
    await until('the reader to be named', () => detaching.said().includes('are being read'))
    expect(await openings()).toEqual([])
    await kill(detaching)
    await reader.query('rollback')
    expect(await openings()).toEqual([])

    // While it exports: nobody reads the pipe that stands where the file is to be.
    const pipe = join(folder, `${partition()}.ndjson.gz.part`)
    execFileSync('mkfifo', [pipe])
    const exporting = begin()
    await until('the month to be detached', async () => (await openings()).length > 0)
    await kill(exporting)
    rmSync(pipe)
    const written = await openings()

    // While it drops: somebody reads the detached table.
    await reader.query('begin')
    await reader.query(`select count(*) from ${partition()}`)
    const dropping = begin()
    await until('the drop', () => isWaiting(scene.platform, 'drop table'))
    await kill(dropping)
    await reader.end()
    expect(await isThere()).toBe(true)

    const last = await run()
    expect([last.code, last.stderr]).toEqual([0, ''])
    expect(last.stdout).toContain(`Dropped the books of ${month}: ${rows} rows are in`)
    expect(await isThere()).toBe(false)
    expect(await openings()).toEqual(written)
    expect(new Set(written.map(({ date }) => date)).size).toBe(1)
    expectOnce(written)
    await same()
    expectExported(rows)
  })

  test('is archived once: a second run changes nothing', async () => {
    await archived()
    const [before, first] = [await balances(), await openings()]
    expect((await run()).stdout).toContain('Nothing is old enough')
    expect([await balances(), await openings()]).toEqual([before, first])
  })

  test('has no documents any more that were not kept; its manifest stays', async () => {
    await archived()
    for (const query of ['', '?format=csv', '?format=xlsx', '?format=pdf&lang=fr'])
      expectRefusal(await ask(statementId + query), 'STATEMENT410_LINES_DROPPED')
    expect((await ask(`${statementId}/manifest`)).text).toBe(manifest)
    const { body } = await scene.platform.call('GET', '/partner/payments/v1?stage=paid', {
      key: scene.partner.apiKey,
    })
    expect(body.items).toMatchObject([{ businessDate: `${month}-06`, amount: 10_000 }])
  })

  test('counts the same after the ledger was rebuilt, and with what comes later', async () => {
    const { pool } = scene.platform
    await archived()
    await until('the roll-up', async () => (await rollUp(pool)) === 'complete', CLOSING_PATIENCE_MS)
    expect(await violations()).toEqual([])
    const before = await balances()
    await rebuildLedger(pool, { id: null, name: 'test', requestId: null })
    expect(await balances()).toEqual(before)
    await books.amina('POST', `/agents/${agentId}/recoveries`, { amount: 200, paidTo: 'bank' })
    const { payoutId } = await books.amina('POST', `/statements/${statementId}/payouts`, {})
    await books.karim('POST', `/payouts/${payoutId}/approve`)
    await books.amina('POST', `/payouts/${payoutId}/instruct`, {})
    const { amount } = await books.amina('POST', `/payouts/${payoutId}/paid`, {})
    const payable = `partner_payable of ${scene.partner.partnerId}`
    expect((await balances())[payable] ?? 0).toBe((before[payable] ?? 0) + Math.round(amount * 100))
    expect(await violations()).toEqual([])
  })

  test('is kept while its newest transfer is recent, and archived with the OPENING before it', async () => {
    const { pool } = scene.platform
    await archived()
    const next = after(month, 1)
    const toStartOf = async (period: string): Promise<void> => {
      await scene.platform.clock.advanceTo(startOf(period))
      await makePartitions(pool)
      await until(
        'the closing',
        async () => (await closeDays(pool)).state === 'sealed',
        CLOSING_PATIENCE_MS,
      )
    }
    const first = await openings()
    await toStartOf(after(next, 13))
    expect(await addUpBooks(pool, next, after(next, 1))).toBeNull()
    // The bank sends its bill for something of long ago.
    await post(pool, {
      partnerId: 0,
      sourceId: lowestIdAt(startOf(next)),
      code: 'BANK_FEE',
      debit: { kind: 'bank_charges', owner: 'operator' },
      credit: { kind: 'bank', owner: 'clients' },
      amount: 100,
      actor: 'platform',
    })
    const replace = () => withTransaction(pool, (tx) => replaceBooks(tx, next, after(next, 1)))
    expect(await replace()).toBe('transfers of it are not rolled up yet')
    await until('the roll-up', async () => (await rollUp(pool)) === 'complete', CLOSING_PATIENCE_MS)
    expect(await replace()).toBe('transfers of it are not rolled up yet')
    const { stdout } = await run()
    expect(stdout).toContain(
      `Kept the books of ${next}: a transfer of it is of ${after(next, 13)}-01`,
    )
    await toStartOf(after(next, 26))
    const before = await balances()
    expect((await run()).stdout).toContain(
      `Dropped the books of ${next}: ${first.length + 1} rows are in`,
    )
    const second = await openings()
    expect(second.filter(({ date }) => date <= `${next}-01`)).toEqual([])
    expectOnce(second)
    expect(await balances()).toEqual(before)
    expect(await violations()).toEqual([])
  })
})

const expectExported = (rows: number): void => {
  const file = `${partition()}.ndjson.gz`
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([file, `${file}.sha256`]))
  const content = readFileSync(join(folder, file))
  const sum = createHash('sha256').update(content).digest('hex')
  expect(readFileSync(join(folder, `${file}.sha256`), 'utf8')).toBe(`${sum}  ${file}\n`)
  const lines = gunzipSync(content).toString().trimEnd().split('\n')
  expect(lines).toHaveLength(rows)
  expect(lines.map((line) => JSON.parse(line).code)).toContain('COLLECT')
}
