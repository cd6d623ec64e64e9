import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAudit } from '../../src/base/audit/append.ts'
import { after, periodAt, startOf } from '../../src/base/database/period.ts'
import { createKeyring } from '../../src/base/secrets/seal.ts'
import { homesCommand } from '../../src/moves/homes-command.ts'
import { chainEntries } from '../../src/operations/audit-seals/chain.ts'
import { databaseSource } from '../../src/operations/audit-seals/database-source.ts'
import { NO_KEPT_SEALS } from '../../src/operations/audit-seals/kept-seals.ts'
import { sealHour } from '../../src/operations/audit-seals/make-seal.ts'
import { verifyAudit, type Problem } from '../../src/operations/audit-seals/verify.ts'
import { makePartitions } from '../../src/operations/retention/make-partitions.ts'
import { retain } from '../../src/operations/retention/retain.ts'
import { runCommand, type CommandRun } from '../support/command.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import { newReference, type TestChannel, type TestPartner } from '../support/node.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'
import { until } from '../support/wait.ts'

let platform: TestPlatform
let server: PartnerServer
let partner: TestPartner
let channel: TestChannel

beforeAll(async () => {
  platform = await startTestPlatform({ cells: 2 })
  server = await startPartner()
  partner = await platform.createPartner(server)
  channel = await platform.createChannel('AGENCY')
})

afterAll(async () => {
  try {
    // What was under way when the partner moved is under a lease that nobody holds any more.
    await platform.clock.advance(60)
    await platform.settled()
    for (const { pool } of platform.stores) expect(await checkInvariants(pool)).toEqual([])
  } finally {
    await platform.stop()
    await server.close()
  }
  expect(server.problems).toEqual([])
})

const BY = { id: null, name: 'test', requestId: null }

const moveTo = (cell: string): Promise<void> =>
  homesCommand(
    {
      cells: platform.stores,
      by: BY,
      say: () => undefined,
      call: 'wasl homes',
    },
    { verb: 'move', partner: partner.partnerId, cell },
  )

test('a partner that is paid while it moves loses nothing, and is found in its new home', async () => {
  const before = await platform.opened(channel, partner, newReference())
  const paid: string[] = []
  const refused: number[] = []
  let isMoving = true
  const paying = (async () => {
    while (isMoving) {
      const opened = await platform.open(channel, partner, newReference())
      const answer =
        opened.status === 201
          ? await platform.change(channel, 'confirm', opened.body.paymentId)
          : opened
      if (answer.status === 200) paid.push(opened.body.paymentId)
      else refused.push(answer.status)
    }
  })()
  const source = await platform.poolOf(partner)
  await moveTo('north')
  isMoving = false
  await paying
  expect(refused.filter((status) => status !== 503)).toEqual([])
  const target = await platform.poolOf(partner)
  expect(target).not.toBe(source)
  // Opened in the old home, and confirmed in the new one.
  expect((await platform.change(channel, 'confirm', before.paymentId)).status).toBe(200)
  for (const paymentId of [...paid, before.paymentId]) {
    expect((await platform.payment(channel, paymentId)).body.stage).toBe('paid')
  }
  const { rows } = await target.query(
    `select count(*)::int as paid from payments where stage = 'paid' and partner_id = $1`,
    [partner.number],
  )
  expect(rows[0].paid).toBe(paid.length + 1)
})

test('a process that missed a change learns of it when its listener is back', async () => {
  const [control] = platform.stores
  const { paymentId } = await platform.opened(channel, partner, newReference())
  await control?.pool.query('alter table partner_homes disable trigger homes_are_told')
  await moveTo('south')
  await control?.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'wasl listen' and datname = current_database()`,
  )
  await control?.pool.query('alter table partner_homes enable trigger homes_are_told')
  const confirmed = await until('the partner to be found in its new home', async () => {
    const answer = await platform.change(channel, 'confirm', paymentId)
    return answer.status === 200 && answer
  })
  expect(confirmed.body.stage).toBe('paid')
})

const audit = (...args: string[]): Promise<CommandRun> =>
  runCommand('audit', args, {
    WASL_CELLS: platform.stores.map(({ name, url }) => `${name}=${url}`).join(),
    WASL_MASTER_KEY: platform.masterKey.toString('base64'),
  })

const chainAll = async (): Promise<void> => {
  for (const { pool } of platform.stores) {
    // While the platform's own round has the head of the chain, none gets a place here.
    await until('every entry to have its place', async () => {
      await chainEntries(pool)
      const { rowCount } = await pool.query('select from audit_unchained')
      return rowCount === 0
    })
  }
}

/** What is wrong in a log while the chain of another cell is as `sql` leaves it, which is undone. */
const problemWhile = async (of: pg.Pool, other: pg.Pool, sql: string): Promise<Problem | null> => {
  const thief = await other.connect()
  try {
    await thief.query('begin; set local session_replication_role = replica')
    await thief.query(sql)
    const source = await databaseSource({ pool: of, others: [thief as any], archiveDir: null })
    return (await verifyAudit(source, NO_KEPT_SEALS)).problem
  } finally {
    await thief.query('rollback')
    thief.release()
  }
}

test('the audit log of each cell is checked by the chain of the other, and by archives of its own', async () => {
  const [north, south] = platform.stores.map(({ pool }) => pool) as [pg.Pool, pg.Pool]
  const month = periodAt(await platform.clock.now(), 'month')
  for (const pool of [north, south]) await makePartitions(pool)
  // In a month that has a partition, so that it can be archived.
  await platform.clock.advanceTo(startOf(after(month, 1)))
  const noted = { partnerId: partner.number, action: 'partner.update', subject: 'moved' }
  await appendAudit(south, BY, noted)
  for (const pool of [north, south]) await appendAudit(pool, BY, { ...noted, partnerId: 0 })
  await chainAll()
  await platform.clock.advance(7_200)
  for (const pool of [north, south]) {
    await sealHour({ pool, keyring: createKeyring(platform.masterKey) })
  }
  await moveTo('north')
  await chainAll()
  const ofPartner = `where partner_id = ${partner.number}`
  expect(await problemWhile(south, north, '')).toBe(null)
  expect(await problemWhile(north, south, '')).toBe(null)
  // What left the south has its hash in the north; what came late to the north was in the south.
  const changed = `update audit_chain set entry_hash = decode(repeat('00', 32), 'hex') ${ofPartner}`
  const removed = `delete from audit_chain ${ofPartner}`
  expect((await problemWhile(south, north, changed))?.what).toBe('changed')
  expect((await problemWhile(south, north, removed))?.what).toBe('removed')
  expect((await problemWhile(north, south, changed))?.what).toBe('put in')
  expect((await problemWhile(north, south, removed))?.what).toBe('put in')

  const archives = mkdtempSync(join(tmpdir(), 'wasl-archives-'))
  try {
    await platform.clock.advanceTo(startOf(after(month, 3)))
    for (const { name, pool } of platform.stores) {
      await makePartitions(pool)
      const keptFrom = { payments: null, attempts: '2020-01-01', books: null }
      const request = { by: BY, exportDir: join(archives, name) }
      const auditLog = after(month, 2)
      const dropped = await retain(pool, { ...request, keptFrom: { ...keptFrom, auditLog } })
      expect(dropped?.map(({ what }) => what)).toContain(`audit log of ${after(month, 1)}`)
    }
    await chainAll()
    const whole = '\\nThe audit log is whole: \\d+ entries follow each other\\. No kept seals [^.]*'
    const [all, none] = await Promise.all([
      audit('verify', '--archives', archives),
      audit('verify'),
    ])
    expect(all.stderr).toBe('')
    expect(all.stdout).toMatch(
      new RegExp(`^Cell north:${whole}\\.\n(.*\n)?Cell south:${whole}\\.\n`),
    )
    expect(none.stdout.match(/\d+ entries are in archives that were not given/g)).toHaveLength(2)
  } finally {
    rmSync(archives, { recursive: true })
  }
})
