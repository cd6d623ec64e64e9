import { execFile, execFileSync, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makePartitions } from '../src/operations/retention/make-partitions.ts'
import { after, periodAt, startOf } from '../src/base/database/period.ts'
import { connectTo } from './support/database.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { newReference, type Answer } from './support/node.ts'
import { qrCalls } from './support/qr.ts'
import { until } from './support/wait.ts'
import { isWaiting } from './support/waiting.ts'
import { programFor } from './support/program.ts'

const scene = useScene()

const COMMAND = fileURLToPath(new URL('../src/run/commands/retain.ts', import.meta.url))

let folder: string
const folders: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasl-retain-'))
  folders.push(folder)
})

afterAll(() => folders.forEach((each) => rmSync(each, { recursive: true })))

/** What it says when another session reads a table: one of the platform, or of the server, may. */
const HELD_UP = /^The .* are being read .*\n/gm

type Run = { code: number; stdout: string; stderr: string }

const begin = (
  args: string[],
  settings: Record<string, string> = { WASL_KEEP_MONTHS: '12', WASL_EXPORT_DIR: folder },
): { child: ChildProcess; said: () => string; ended: Promise<Run> } => {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: scene.platform.databaseUrl,
    WASL_MASTER_KEY: randomBytes(32).toString('base64'),
    WASL_KEEP_ATTEMPT_DAYS: '36500',
    ...settings,
  }
  let said = ''
  const { promise, resolve } = Promise.withResolvers<Run>()
  const child = execFile(
    process.execPath,
    [programFor(COMMAND), ...args],
    { env },
    (error, stdout, stderr) =>
      resolve({
        code: error === null ? 0 : Number(error.code),
        stdout,
        stderr: stderr.replaceAll(HELD_UP, ''),
      }),
  )
  child.stderr?.on('data', (text) => (said += String(text)))
  return { child, said: () => said, ended: promise }
}

const run = (args: string[] = [], settings?: Record<string, string>): Promise<Run> =>
  begin(args, settings).ended

/** The month that it is now, with partitions of its own. */
const thisMonth = async (): Promise<string> => {
  const month = periodAt(await scene.platform.clock.now(), 'month')
  await makeMonth(month)
  return month
}

/** A table that somebody reads gets its partition later. */
const makeMonth = (month: string): Promise<true> =>
  until('the partitions of the month', async () => {
    await makePartitions(scene.platform.pool)
    return (await partitionsOf(month)).length === TABLES.length
  })

/** The month is old: later by more than it is kept. */
const yearPasses = async (month: string): Promise<void> => {
  await scene.platform.settled()
  await scene.platform.clock.advanceTo(startOf(after(month, 13)))
  await makeMonth(after(month, 13))
  // What an earlier test left locked lapses now, and its month is kept until its partner knows.
  await until('the locks to be released', async () => {
    const { rows } = await scene.platform.pool.query(
      'select from open_locks where lock_expires_at <= wasl_now()',
    )
    return rows.length === 0
  })
  await scene.platform.settled()
}

const paid = async (): Promise<{ reference: string; paymentId: string }> => {
  const { platform, server, partner, channel } = scene
  const payment = await platform.opened(channel, partner, newReference())
  await platform.change(channel, 'confirm', payment.paymentId)
  await server.webhooksArrived(payment.reference, 2)
  await platform.settled()
  return payment
}

/** Pays a refund from the cash that the channel has taken. */
const redeem = async ({ body }: Answer): Promise<void> => {
  const { platform, channel } = scene
  const answer = await platform.call('POST', '/channel/v1/refunds/redeem', {
    key: channel.apiKey,
    body: { code: body.code },
  })
  expect(answer.body).toMatchObject({ status: 'paid' })
}

const partitionsOf = async (month: string): Promise<string[]> => {
  const { rows } = await scene.platform.pool.query<{ name: string }>(
    `select relname::text as name from pg_class where relkind = 'r' and relname ~ $1 order by 1`,
    [`^(payment|refund|webhook_(events|deliveries)).*_${month.replace('-', '')}$`],
  )
  return rows.map(({ name }) => name)
}

const TABLES = [
  'payments',
  'payment_transitions',
  'payment_notes',
  'payment_refusals',
  'refunds',
  'refund_transitions',
  'webhook_events',
  'webhook_deliveries',
]

const filesOf = (month: string): string[] =>
  TABLES.map((table) => `${table}_${month.replace('-', '')}.ndjson.gz`)

/** Others are of the months between, which have partitions and no rows. */
const filesWritten = (month: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.includes(month.replace('-', '')))
    .toSorted()

const linesOf = (file: string): Record<string, unknown>[] =>
  gunzipSync(readFileSync(join(folder, file)))
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

const expectExported = (month: string): void => {
  const files = filesOf(month)
  expect(filesWritten(month)).toEqual(files.flatMap((file) => [file, `${file}.sha256`]).toSorted())
  for (const file of files) {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
    expect(readFileSync(join(folder, `${file}.sha256`), 'utf8')).toBe(`${sum}  ${file}\n`)
  }
}

describe('a month that is older than WASL_KEEP_MONTHS', () => {
  test('is exported and dropped, and the status stays the same', async () => {
    const { platform, partner, channel } = scene
    const month = await thisMonth()
    const kept = await paid()
    const refunded = await paid()
    const partly = await paid()
    await redeem(await platform.refund(refunded.paymentId))
    await redeem(await platform.refund(partly.paymentId, { amount: 100.5 }))
    const released = await platform.opened(channel, partner, newReference())
    await platform.change(channel, 'cancel', released.paymentId)
    const statuses = () =>
      Promise.all(
        [kept, refunded, partly].map(({ reference }) => platform.status(partner, reference)),
      )
    const before = (await statuses()).map(({ body }) => body)
    const listed = async () => {
      const path = '/partner/payments/v1?stage='
      const lists = await Promise.all(
        ['paid', 'refunded'].map((stage) =>
          platform.call('GET', path + stage, { key: partner.apiKey }),
        ),
      )
      return lists.flatMap(({ body }) => body.items)
    }
    const itemsBefore = await listed()
    expect(itemsBefore.map(({ paymentId }) => paymentId)).toEqual([
      kept.paymentId,
      partly.paymentId,
      refunded.paymentId,
    ])
    await yearPasses(month)

    expect(await run()).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        new RegExp(`Dropped the payments of ${month}: \\d+ rows are in payments_\\d{6}.ndjson.gz`),
      ),
    })

    expect(await partitionsOf(month)).toEqual([])
    expectExported(month)
    expect(linesOf(filesOf(month)[0] as string)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ payment_id: kept.paymentId, stage: 'paid' }),
        expect.objectContaining({ payment_id: refunded.paymentId, stage: 'refunded' }),
        expect.objectContaining({ payment_id: released.paymentId, stage: 'released' }),
      ]),
    )
    expect((await statuses()).map(({ body }) => body)).toEqual(before)
    const withoutOpening = (items: object[]) => items.map((item) => ({ ...item, openedAt: null }))
    expect(withoutOpening(await listed())).toEqual(withoutOpening(itemsBefore))
    expect(before.map(({ payment }) => payment?.refundedAmount)).toEqual([0, 599.8, 100.5])
    expect((await platform.pool.query('select from refund_codes')).rowCount).toBe(0)
    expect((await platform.status(partner, released.reference)).body.stage).toBe('not_found')
    for (const { reference } of [kept, refunded]) {
      const again = await platform.open(channel, partner, reference)
      expectRefusal(again, 'REFERENCE409_ALREADY_PAID')
    }
    expectRefusal(await platform.payment(channel, kept.paymentId), 'PAYMENT404_NOT_FOUND')
    expect((await platform.opened(channel, partner, released.reference)).stage).toBe('locked')
    const { items } = await platform.operator(
      `/audit-log?subject=payments_${month.replace('-', '')}`,
    )
    expect(items).toMatchObject([{ action: 'retention.drop', details: { rows: 4 } }])
    expect((await run()).stdout).toContain('Nothing is old enough')
  })

  test('leaves a used single use used, and a released one free', async () => {
    const { platform } = scene
    const month = await thisMonth()
    const qr = qrCalls(scene)
    const [used, free] = [await qr.code(), await qr.code()]
    for (const token of [used, free]) await qr.set(token, [500], { singleUse: true })
    const first = await qr.pay(used)
    await platform.change(scene.channel, 'confirm', first.paymentId)
    const second = await qr.pay(free)
    await platform.change(scene.channel, 'cancel', second.paymentId)
    // A month with an event that is owed, or being delivered, is kept.
    await platform.settled()
    const shown = (token: string) => qr.scan(token)
    const before = await shown(used)
    await yearPasses(month)
    expect((await run()).code).toBe(0)
    expect(await partitionsOf(month)).toEqual([])
    expect(before.used?.paidHere).toMatchObject({ paymentId: first.paymentId })
    // The payment itself went with its month.
    expect(await shown(used)).toEqual({
      ...before,
      used: { usedAt: before.used?.usedAt, paidHere: null },
    })
    expect((await qr.pay(free)).amount).toBe(500)
  })

  test('is kept while a payment is locked, an event is owed, or an event failed', async () => {
    const { platform, partner, channel } = scene
    const month = await thisMonth()
    const { paymentId } = await platform.opened(channel, partner, newReference())
    const isKept = async (reason: string): Promise<void> => {
      const { stdout } = await run()
      expect(stdout).toContain(`Kept the payments of ${month}: ${reason}`)
      expect(await partitionsOf(month)).toHaveLength(TABLES.length)
    }
    await platform.change(channel, 'cancel', paymentId)
    await yearPasses(month)
    // A refund of that month that nobody decided.
    await platform.pool.query(
      `insert into refunds (partner_id, refund_id, status, amount, currency, reason, requested_by,
        requested_at)
      select partner_id, event_id_of(payment_id, 3), 'requested', 1, 'DZD', 'x', 'x', wasl_now()
      from payments where payment_id = $1`,
      [paymentId],
    )
    await isKept('a refund of it is neither paid nor expired')
    await platform.pool.query(`delete from refunds where refund_id = event_id_of($1, 3)`, [
      paymentId,
    ])
    // A lock of that month that nobody could release.
    await platform.pool.query(
      `insert into open_locks select partner_id, event_id_of(payment_id, 9), channel_id, lock_expires_at
      from payments where payment_id = $1`,
      [paymentId],
    )
    await isKept('a payment of it is locked')
    await platform.pool.query('delete from open_locks where payment_id = event_id_of($1, 9)', [
      paymentId,
    ])
    const deliver = (sql: string) =>
      platform.pool.query(
        `update webhook_deliveries set ${sql} where event_id = event_id_of($1, 2)`,
        [paymentId],
      )
    await deliver(`due_at = wasl_now() + interval '1 day', delivered_at = null`)
    await isKept('an event of it is still owed to its partner')
    await deliver('due_at = null, failed_at = wasl_now()')
    await isKept('an event of it failed and was never delivered')
    expect((await run(['--with-failed'])).stdout).toContain(`Dropped the payments of ${month}`)
    expect(await partitionsOf(month)).toEqual([])
  })

  test('is dropped by a later run after a run was killed at any step', async () => {
    const { platform } = scene
    const month = await thisMonth()
    const { reference } = await paid()
    const before = (await platform.status(scene.partner, reference)).body
    await yearPasses(month)
    const files = filesOf(month)
    const [payments, deliveries] = [files[0] as string, files.at(-1) as string]
    const table = payments.replace('.ndjson.gz', '')
    const reader = await connectTo(platform.databaseUrl)
    const kill = async ({ child, ended }: ReturnType<typeof begin>): Promise<void> => {
      child.kill('SIGKILL')
      await ended
    }

    // While it writes the references: somebody holds one.
    await reader.query('begin')
    await reader.query('select from live_references where reference = $1 for update', [reference])
    const writing = begin([])
    await until('the references to be waited for', () =>
      isWaiting(scene.platform, 'update live_references'),
    )
    await kill(writing)
    await reader.query('rollback')

    // While it detaches the month: somebody reads it.
    await reader.query('begin')
    await reader.query(`select count(*) from ${table}`)
    const detaching = begin([])
    await until('the reader to be named', () => detaching.said().includes('are being read'))
    await kill(detaching)
    expect(await partitionsOf(month)).toHaveLength(TABLES.length)
    await reader.query('rollback')

    // While it exports: nobody reads the pipe that stands where its last file is to be.
    const pipe = join(folder, `${deliveries}.part`)
    execFileSync('mkfifo', [pipe])
    const exporting = begin([])
    const others = TABLES.length - 1
    await until('the other files', () => filesWritten(month).length === 2 * others + 1)
    expect((await platform.status(scene.partner, reference)).body).toEqual(before)
    await kill(exporting)
    rmSync(pipe)

    // While it drops: somebody reads a detached table.
    await reader.query('begin')
    await reader.query(`select count(*) from ${table}`)
    const dropping = begin([])
    await until('the drop', () => isWaiting(scene.platform, 'drop table'))
    await kill(dropping)
    await reader.end()
    expect(await partitionsOf(month)).toHaveLength(TABLES.length)

    expect((await run()).code).toBe(0)
    expect(await partitionsOf(month)).toEqual([])
    expectExported(month)
    expect(linesOf(payments)).toMatchObject([{ reference }])
    expect((await platform.status(scene.partner, reference)).body).toEqual(before)
  })

  test('is not dropped when its file is incomplete', async () => {
    const month = await thisMonth()
    await paid()
    await yearPasses(month)
    const [payments] = filesOf(month) as [string]
    const sum = join(folder, `${payments}.sha256`)
    execFileSync('sh', ['-c', `: | gzip > ${payments}; sha256sum ${payments} > ${sum}`], {
      cwd: folder,
    })
    const { code, stderr } = await run()
    expect(code).toBe(1)
    expect(stderr).toMatch(/expected 1 lines in .*, one for each row of payments_\d+, and found 0/)
    expect(await partitionsOf(month)).toHaveLength(TABLES.length)
    rmSync(sum)
    expect((await run()).code).toBe(0)
    expectExported(month)
  })
})

const ATTEMPT_TABLES = ['webhook_attempts', 'webhook_attempt_results'] as const

const makeDay = async (day: string): Promise<void> => {
  for (const table of ATTEMPT_TABLES) {
    await scene.platform.pool.query(
      `create table ${table}_${day.replaceAll('-', '')} partition of ${table}
      for values from ('${day}T00:00:00Z') to ('${after(day, 1)}T00:00:00Z')`,
    )
  }
}

const daysOf2020 = async (): Promise<string[]> => {
  const { rows } = await scene.platform.pool.query<{ relname: string }>(
    `select relname from pg_class where relname ~ '^webhook_attempt.*_2020[0-9]{4}$'
    and relkind = 'r' order by relname`,
  )
  return rows.map(({ relname }) => relname)
}

describe('attempts', () => {
  test('are dropped by the day, after WASL_KEEP_ATTEMPT_DAYS or before a given day', async () => {
    for (const day of ['2020-01-01', '2020-01-02', '2020-01-03']) await makeDay(day)
    expect(await run(['--attempts-before', '2020-01-03'], {})).toEqual({
      code: 0,
      stdout: 'Dropped the attempts of 2020-01-01.\nDropped the attempts of 2020-01-02.\n',
      stderr: '',
    })
    expect(await daysOf2020()).toEqual([
      'webhook_attempt_results_20200103',
      'webhook_attempts_20200103',
    ])
    const { items } = await scene.platform.operator(
      `/audit-log?subject=${encodeURIComponent('attempts of 2020-01-02')}`,
    )
    expect(items).toMatchObject([{ action: 'retention.detach', actor: 'command line' }])
    expect((await run([], { WASL_KEEP_ATTEMPT_DAYS: '90' })).stdout).toContain(
      'Dropped the attempts of 2020-01-03.\n',
    )
  })

  test('are dropped after a dump that reads them, and no webhook waits', async () => {
    const { platform, server, partner, channel } = scene
    await makeDay('2020-03-01')
    const dump = await connectTo(platform.databaseUrl)
    try {
      await dump.query(`set application_name = 'pg_dump'`)
      await dump.query('begin')
      await dump.query('select count(*) from webhook_attempts')
      const running = begin(['--attempts-before', '2020-03-02'], {})
      await until('the command to say what it waits for', () => running.said().includes('pg_dump'))
      // Each delivery writes to both tables. They come within seconds, and the dump does not end.
      for (let count = 1; count <= 3; count += 1) {
        const reference = newReference()
        await platform.opened(channel, partner, reference)
        await server.webhooksArrived(reference, 1)
      }
      await platform.settled()
      expect(await daysOf2020()).toHaveLength(2)
      await dump.query('commit')
      const { code } = await running.ended
      expect(code).toBe(0)
      expect(running.said()).toMatch(
        /^The attempts of 2020-03-01 are being read \(.*pid \d+, pg_dump, since/m,
      )
      expect(await daysOf2020()).toEqual([])
    } finally {
      await dump.end()
    }
  })

  test('of the last days stay, and an invalid day is refused', async () => {
    const recent = await run(['--attempts-before', periodAt(new Date(), 'day')])
    expect([recent.code, recent.stdout]).toEqual([1, ''])
    expect(recent.stderr).toMatch(/expected a day up to \d{4}-\d\d-\d\d, received/)
    for (const day of ['2020-13-01', '2026-02-30', 'yesterday']) {
      const { code, stderr } = await run(['--attempts-before', day])
      expect([code, stderr]).toEqual([1, expect.stringContaining('a day such as 2026-08-01')])
    }
  })
})
