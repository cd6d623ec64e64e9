/**
 * A restore to an earlier moment, as the guide tells it: every payment that a channel was told is paid is
 * either there, or becomes a follow-up as soon as the channel names it. None is silently gone (W285, W286).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BY_COMMAND } from '../../src/run/commands/run-command.ts'
import { beginRepair, repair } from '../../src/operations/restores/repair.ts'
import { runCommand, type CommandRun } from '../support/command.ts'
import { connectTo } from '../support/database.ts'
import { checkInvariants } from '../support/invariants.ts'
import { startPartner, type PartnerServer } from '../support/partner.ts'
import { startArchivedPostgres, type ArchivedPostgres } from './support/archived-postgres.ts'
import { openInstallation, type Installation } from '../support/installation.ts'
import type { PlatformProcess } from '../support/platform-process.ts'

let server: ArchivedPostgres
let shop: PartnerServer
let installation: Installation

beforeAll(async () => {
  server = await startArchivedPostgres()
  shop = await startPartner()
  installation = await openInstallation(server.url)
})

afterAll(async () => {
  await installation.close()
  await shop.close()
  await server.close()
})

/** Neither the check nor the repair needs the master key. */
const command = (name: string, ...args: string[]): Promise<CommandRun> =>
  runCommand(name, args, { DATABASE_URL: server.url })

/** The repair begins, and its process dies after the first step. */
const interruptedRepair = async (): Promise<void> => {
  const client = await connectTo(server.url, { application_name: 'wasl restore' })
  try {
    const options = { lockHours: 12, restoredTo: null }
    const row = await beginRepair(client, options, new Date(Date.now() - 60_000))
    const died = repair(client, row, BY_COMMAND, () => {
      throw new Error('the process died')
    })
    await expect(died).rejects.toThrow('the process died')
  } finally {
    await client.end()
  }
}

test('leaves no acknowledged payment without a trace', async () => {
  const first: PlatformProcess = await installation.startProcess()
  const partner = await installation.createPartner(first, shop)
  const channel = await installation.createChannel(first)
  const opened = async (reference: string): Promise<string> =>
    (await first.opened(channel, partner, reference)).paymentId
  const paid = async (reference: string): Promise<string> => {
    const paymentId = await opened(reference)
    expect((await first.change(channel, 'confirm', paymentId)).status).toBe(200)
    return paymentId
  }
  const before = await paid('before the backup')
  await server.backUp()
  const after = await paid('after the backup')
  const open = await opened('open at the moment')
  await shop.webhooksArrived('open at the moment', 1, 'payment.initialized')
  await server.mark('moment')
  // What follows is lost, and the partner and the channel were told of it.
  expect((await first.change(channel, 'confirm', open)).status).toBe(200)
  const lost = await paid('of the lost minutes')
  await shop.webhooksArrived('of the lost minutes', 1, 'payment.success')
  await shop.webhooksArrived('open at the moment', 1, 'payment.success')
  await server.archiveAll()
  const check = await command('backup', 'check')
  expect(check).toMatchObject({ code: 0, stderr: '' })
  expect(check.stdout).toContain('The last restorable moment: ')

  const refused = await command('restore', 'repair')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/^The database is not repaired.*the database serves: .*"wasl/)
  // It looked before it wrote that it begins.
  expect((await installation.pool.query('select from restores')).rowCount).toBe(0)
  expect(await first.stop()).toBe(0)
  await server.restoreTo('moment')

  const told = await command('restore', 'repair', '--dry-run')
  expect(told).toMatchObject({ code: 0, stderr: '' })
  expect(told.stdout).toMatch(/whose locks end later, by 12 hours at least: 1 payments/)
  expect(told.stdout).toContain('Nothing was changed.')
  const { pool } = installation
  const untouched = await pool.query('select from restores')
  expect(untouched.rowCount).toBe(0)
  await interruptedRepair()
  await expect(installation.startProcess()).rejects.toThrow(
    /the repair of this database after a restore began .* and has not ended/i,
  )
  const done = await command('restore', 'repair')
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(done.stdout).toContain('An earlier repair was interrupted; this one goes on with it.')
  expect(done.stdout).toMatch(/1 payments \(done earlier\)/)
  const again = await command('restore', 'repair')
  expect(again.stdout).toMatch(
    /^This database was repaired at .* and nothing happened in it since\.\n$/,
  )

  const second = await installation.startProcess()
  // The channel sends its journal: what it was told is paid.
  const answers = []
  for (const paymentId of [before, after, open, lost]) {
    const body = { amount: 599.8, takenAt: new Date().toISOString() }
    const { status } = await second.change(channel, 'confirm', paymentId, { body })
    answers.push(status === 200 ? (await second.payment(channel, paymentId)).body.stage : status)
  }
  expect(answers).toEqual(['paid', 'paid', 'paid', 404])
  const { items } = await second.operator('/follow-ups?status=open')
  expect(items).toMatchObject([
    { kind: 'restore', paymentId: lost, partnerId: partner.partnerId, openedBy: 'platform' },
  ])
  expect(items[0].words).toContain(
    `${channel.channelId}: POST /channel/v1/payments/:paymentId/confirm`,
  )
  expect(items[0].words).toContain('amount 599.8')
  expect(shop.webhooksOf('open at the moment', 'payment.fail')).toEqual([])
  expect(await checkInvariants(pool)).toEqual([])
  expect(await second.stop()).toBe(0)
})
