import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { until } from '../../../../test/support/wait.ts'
import { createDatabase, type Database } from '../../../base/database/database.ts'
import type { Listener } from '../../../base/database/listen.ts'
import { createNotifier, listenForWebhooks } from './notify.ts'

let database: TestDatabase
let db: Database
let listener: Listener

const log = pino({ level: 'silent' })

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url)
})

afterAll(async () => {
  await listener.close()
  await db.close()
  await database.drop()
})

test('what is new and what is more than one process can take are told apart', async () => {
  const told: string[] = []
  const wakes = {
    wakeForOthers: () => void told.push('more'),
    wakeForNew: () => void told.push('new'),
  }
  listener = listenForWebhooks(database.url, 'a sender', wakes, log)
  await until('it listens', () => told.length === 1)
  const tell = createNotifier(db.hot, 'a process')
  const tellByItself = createNotifier(db.hot, 'a sender')
  tellByItself('new')
  tellByItself('more')
  tell('new')
  await until('the first word', () => told.length === 2)
  tell('more')
  await until('the second word', () => told.length === 3)
  // A process of the release before says nothing but its number.
  await db.pool.query(`select pg_notify('wasl_webhooks', 'an old process')`)
  await until('the third word', () => told.length === 4)
  expect(told).toEqual(['more', 'new', 'more', 'more'])
})
