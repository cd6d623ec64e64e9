import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTo, createTestDatabase, type TestDatabase } from './database.ts'

describe('a test database', () => {
  let database: TestDatabase
  let client: pg.Client

  beforeAll(async () => {
    database = await createTestDatabase()
    client = await connectTo(database.url)
  })

  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  test('has every table and no partner', async () => {
    const { rows } = await client.query('select count(*)::integer as partners from partners')
    expect(rows).toEqual([{ partners: 0 }])
  })

  test('shares no row with another one', async () => {
    await client.query(`insert into partners (name, api_url) values ('Shop', 'https://shop.test')`)
    const other = await createTestDatabase()
    const otherClient = await connectTo(other.url)
    const { rows } = await otherClient.query('select name from partners')
    await otherClient.end()
    await other.drop()
    expect(rows).toEqual([])
  })

  test('is dropped despite open connections', async () => {
    const other = await createTestDatabase()
    const left = await connectTo(other.url)
    const cut = new Promise((resolve) => {
      left.on('error', resolve)
    })
    await other.drop()
    await expect(cut).resolves.toBeInstanceOf(Error)
  })
})
