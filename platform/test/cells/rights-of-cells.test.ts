/** What keeps cells from starting. Their databases belong to a role with no right but to log in, as the guide makes them. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../src/base/database/migrate.ts'
import { removeCopies } from '../../src/base/database/copies.ts'
import { openCells } from '../../src/run/cells/open-cells.ts'
import { createLog } from '../../src/base/log.ts'
import { createKeyring } from '../../src/base/secrets/seal.ts'
import { connectTo, inDatabase } from '../support/database.ts'

const role = `cells_${randomBytes(4).toString('hex')}`
const names = { north: `${role}_north`, south: `${role}_south` }

const keyring = createKeyring(randomBytes(32))

let superuser: pg.Client

const addressOf = (name: 'north' | 'south') => {
  const url = new URL(inDatabase(inject('databaseServerUrl'), names[name]))
  url.username = role
  url.password = 'theirs'
  return { name, url: url.href }
}

const open = () =>
  openCells({
    addresses: [addressOf('north'), addressOf('south')],
    keyring,
    timeZone: null,
    allowPrivateTargets: true,
    log: createLog('silent'),
  })

const refusal = (): Promise<string> =>
  open().then(
    async (cells) => {
      await cells.close()
      return 'it started'
    },
    (error: Error) => error.message,
  )

beforeAll(async () => {
  superuser = await connectTo(inject('databaseServerUrl'))
  await superuser.query(`create role ${role} login password 'theirs'`)
  for (const name of Object.values(names)) {
    await superuser.query(
      `create database ${name} owner ${role} template template0 encoding 'UTF8'`,
    )
  }
})

afterAll(async () => {
  for (const name of Object.values(names)) {
    await superuser.query(`drop database if exists ${name} with (force)`)
  }
  await superuser.query(`drop role ${role}`)
  await superuser.end()
})

test('the start of cells names each missing right before any migration, and starts with them', async () => {
  const control = await connectTo(inDatabase(inject('databaseServerUrl'), names.north))
  const cell = await connectTo(inDatabase(inject('databaseServerUrl'), names.south))
  expect(await refusal()).toBe(
    `WASL_CELLS: the user ${role} of the control cell north may not replicate, and the other cells ` +
      `copy its small tables as this user. Run as a superuser of that server: alter role ${role} replication.`,
  )
  await superuser.query(`alter role ${role} replication`)
  expect(await refusal()).toBe(
    `WASL_CELLS: the user ${role} of the cell south may not make the subscription that copies the small ` +
      `tables of the control cell. Run as a superuser of that server: grant pg_create_subscription to ${role}.`,
  )
  for (const database of [control, cell]) {
    const { rows } = await database.query(`select to_regclass('public.migrations') as migrations`)
    expect(rows).toEqual([{ migrations: null }])
  }
  await superuser.query(`grant pg_create_subscription to ${role}`)
  await superuser.query(`alter database ${names.south} owner to ${superuser.user}`)
  expect(await refusal()).toContain(`grant create on database ${names.south} to ${role}.`)
  await superuser.query(`alter database ${names.south} owner to ${role}`)
  const cells = await open()
  await cells.close()
  await removeCopies(control, cell, 'south')
  await Promise.all([control.end(), cell.end()])
})

test('no process starts while the repair of one of its cells is half done, and none joins that cell', async () => {
  await superuser.query(`alter role ${role} superuser replication`)
  for (const name of ['north', 'south'] as const) {
    const { url } = addressOf(name)
    await migrate(url, createLog('silent'))
    const database = await connectTo(url)
    try {
      await database.query(
        `insert into restores (restored_to, repaired_at, lock_hours) values (wasl_now(), wasl_now(), 12)`,
      )
      expect(await refusal()).toMatch(
        new RegExp(`^The repair .* has not ended: run .*repair --cell ${name} again, then start`),
      )
      const subscriptions = await database.query(
        `select from pg_subscription join pg_database on subdbid = pg_database.oid
        where datname = current_database()`,
      )
      expect(subscriptions.rowCount).toBe(0)
      await database.query('delete from restores')
    } finally {
      await database.end()
    }
  }
})
