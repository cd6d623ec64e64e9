import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectTo, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { until } from '../../../test/support/wait.ts'
import { createDatabase, type Database } from '../../base/database/database.ts'
import { randomUUID } from '../../base/chance.ts'
import { createLead, type Lead, type Work } from './lead.ts'

let database: TestDatabase
let db: Database
let leads: Lead[] = []

const log = pino({ level: 'silent' })

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDatabase(database.url)
})

afterEach(async () => {
  await Promise.all(leads.map((lead) => lead.stop()))
  leads = []
  await db.pool.query('delete from work_leases')
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Short enough that a test sees the end of a lease. */
const SHORT = { askMs: 50, leaseSeconds: 2 }

type Member = { lead: Lead; processId: string; told: string[] }

const join = (works: Work[] = ['dispatch', 'periodic']): Member => {
  const processId = randomUUID()
  const lead = createLead({ connection: db.notes, processId, works, ...SHORT, log })
  const told: string[] = []
  lead.watch('periodic', { begin: () => told.push('begin'), end: () => told.push('end') })
  leads.push(lead)
  lead.start()
  return { lead, processId, told }
}

const holderOf = async (work: Work): Promise<string | undefined> => {
  const { rows } = await db.pool.query<{ holder: string }>(
    'select holder from work_leases where work = $1',
    [work],
  )
  return rows[0]?.holder
}

test('one of several processes leads, and the next one when it stops', async () => {
  const members = [join(), join(), join()]
  const leader = await until('a leader', () => members.find(({ lead }) => lead.holds('periodic')))
  const { rows } = await db.pool.query('select from work_leases where holder <> $1', [
    leader.processId,
  ])
  expect(rows).toHaveLength(0)
  expect(leader.told).toEqual(['begin'])
  await leader.lead.stop()
  expect(leader.told).toEqual(['begin', 'end'])
  const rest = members.filter((member) => member !== leader)
  const next = await until('the next one', () => rest.find(({ lead }) => lead.holds('periodic')))
  expect(await holderOf('periodic')).toBe(next.processId)
  expect(rest.filter(({ told }) => told.length > 0)).toEqual([next])
})

test('a leader that stops gives its leases up at once', async () => {
  const { lead } = join()
  await until('a leader', () => lead.holds('periodic') && lead.holds('dispatch'))
  await lead.stop()
  expect((await db.pool.query('select from work_leases')).rows).toHaveLength(0)
})

test('a process leads only what it can do', async () => {
  const sender = join(['dispatch'])
  await until('the sender to lead', () => sender.lead.holds('dispatch'))
  expect(await holderOf('periodic')).toBeUndefined()
  const all = join()
  await until('the other work to have a leader', () => all.lead.holds('periodic'))
  expect(all.lead.holds('dispatch')).toBe(false)
})

/** The lease of a process that is gone. */
const leave = async (after: string): Promise<void> => {
  await db.pool.query(
    `insert into work_leases values ('periodic', gen_random_uuid(), wasl_now() + interval '${after}')`,
  )
}

test('a leader that died is followed when its lease has ended', async () => {
  await leave('1 s')
  const { lead, told } = join()
  await until('the other work', () => lead.holds('dispatch'))
  expect(told).toEqual([])
  await until('the work of the dead', () => lead.holds('periodic'))
  expect(told).toEqual(['begin'])
})

test('a lease taken before the clock went back does not stop the work', async () => {
  await leave('1 year')
  const { lead, processId } = join()
  await until('the work', () => lead.holds('periodic'))
  expect(await holderOf('periodic')).toBe(processId)
})

test('leases that nobody can read do not stop the work', async () => {
  await leave('1 s')
  const other = await connectTo(database.url)
  await other.query('begin; lock table work_leases')
  const members = [join(), join()]
  const isBusy = ({ lead }: Member) => lead.holds('periodic') && lead.holds('dispatch')
  await until('every process to work', () => members.every(isBusy))
  await other.query('rollback')
  await other.end()
  await until('one process to lead again', () => members.filter(isBusy).length < 2)
  expect(members.some(({ lead }) => lead.holds('periodic'))).toBe(true)
})

test('a process that does not lead writes nothing when it asks', async () => {
  const first = join()
  await until('a leader', () => first.lead.holds('periodic'))
  await db.pool.query(`update work_leases set leased_until = wasl_now() + interval '9 s'`)
  await first.lead.stop()
  await leave('3 s')
  await db.pool.query(
    `insert into work_leases values ('dispatch', gen_random_uuid(), wasl_now() + interval '3 s')`,
  )
  const versions = async () =>
    (await db.pool.query(`select xmin::text, xmax::text from work_leases order by work`)).rows
  const before = await versions()
  let asked = 0
  const connection = {
    ...db.notes,
    query: async (statement: Parameters<typeof db.notes.query>[0]) => {
      const rows = await db.notes.query(statement)
      asked += 1
      return rows
    },
  } as Database['notes']
  const lead = createLead({
    connection,
    processId: randomUUID(),
    works: ['dispatch', 'periodic'],
    ...SHORT,
    log,
  })
  leads.push(lead)
  lead.start()
  await until('two questions', () => asked >= 2)
  expect(await versions()).toEqual(before)
})
