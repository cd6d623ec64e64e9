import { once } from 'node:events'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { findHome, HOMES_CHANNEL, readToldHome, switchHome } from '../src/cells/homes.ts'
import { useUndoneConnection } from './support/database.ts'

const database = useUndoneConnection()

const insertHome = (cell = 'north') =>
  database.client.query('insert into partner_homes (partner_id, cell) values (1001, $1)', [cell])

const home = (cell: string, epoch: number) => ({ partnerId: 1001, cell, epoch })

describe("a partner's home", () => {
  test('is switched by its epoch, once', async () => {
    await insertHome()
    const seen = home('north', 1)
    expect(await switchHome(asPool(), seen, 'south')).toEqual(home('south', 2))
    expect(await switchHome(asPool(), seen, 'east')).toBeNull()
    expect(await findHome(asPool(), 1001)).toEqual(home('south', 2))
    expect(await findHome(asPool(), 1002)).toBeNull()
  })

  test.for([
    `update partner_homes set cell = 'south'`,
    'update partner_homes set epoch = epoch + 2',
    'update partner_homes set epoch = epoch - 1',
    'update partner_homes set epoch = epoch + 1, partner_id = 1002',
  ])('refuses to be changed by: %s', async (sql) => {
    await insertHome()
    await expect(database.client.query(sql)).rejects.toThrow('by its epoch 1 alone')
  })

  test('is told to every process that listens', async () => {
    await database.client.query(`listen ${HOMES_CHANNEL}`)
    const told = once(database.client, 'notification')
    await insertHome()
    // The test's transaction is undone otherwise, and tells nothing.
    await database.client.query('commit')
    const [{ payload }] = (await told) as [pg.Notification]
    expect(readToldHome(payload ?? '')).toEqual(home('north', 1))
    await database.client.query('delete from partner_homes')
  })

  test('is not read from any other text', () => {
    for (const text of ['', '1001', '1001 north', '1001 north x', '1001 north 1 2']) {
      expect(readToldHome(text)).toBeNull()
    }
  })
})

const asPool = () => database.client as unknown as pg.Pool
