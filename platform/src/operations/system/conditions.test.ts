import type { SystemDatabase, SystemProcess } from '@wasl/protocol'
import { expect, test } from 'vitest'
import { conditionsOf } from './conditions.ts'

const process: SystemProcess = {
  processId: '4f1c3f0e-8f0b-4c57-9a43-2b8a3c0f6d11',
  address: 'http://10.0.0.5:8080',
  roles: ['api', 'dispatch', 'periodic'],
  version: '0.1.0',
  commit: null,
  node: '24.4.1',
  startedAt: '2026-11-20T22:10:00.000Z',
  seenAt: '2026-11-21T08:59:54.000Z',
  isAlive: true,
  connections: 3,
  databaseConnectionsMax: 30,
  memoryBytes: 1,
  breakersOpen: 0,
  tasks: [{ task: 'close days', ageSeconds: 2, pauseSeconds: 5 }],
}

const database: SystemDatabase = {
  version: '18.0',
  bytes: 1,
  connections: 10,
  connectionsMax: 100,
  oldestTransactionSeconds: 0,
  standbys: [{ name: 'one', state: 'streaming', isSynchronous: true, lagSeconds: 0.1 }],
  migrations: 20,
  lastMigration: '0020-ops',
  tables: [],
}

const facts = { unclosed_seconds: 0, failed: 0, overdue_seconds: 0, integrity: 'holds' } as const

const late = { ...process, tasks: [{ task: 'close days', ageSeconds: 400, pauseSeconds: 5 }] }

const halfOfIt: SystemProcess = { ...process, roles: ['api', 'periodic'] }

test('nothing needs somebody when all is well', () => {
  expect(conditionsOf([process], database, facts)).toEqual([])
})

test.for([
  ['task-late', [late], database, facts],
  ['process-silent', [process, { ...process, isAlive: false }], database, facts],
  ['role-missing', [halfOfIt], database, facts],
  ['versions-differ', [process, { ...process, version: '0.2.0' }], database, facts],
  ['no-standby', [process], { ...database, standbys: [] }, facts],
  ['transaction-old', [process], { ...database, oldestTransactionSeconds: 301 }, facts],
  ['connections-promised', [process, { ...process, databaseConnectionsMax: 71 }], database, facts],
  ['connections-short', [process], { ...database, connections: 91 }, facts],
  ['day-open', [process], database, { ...facts, unclosed_seconds: 3_601 }],
  ['deliveries-failed', [process], database, { ...facts, failed: 1 }],
  ['delivery-overdue', [process], database, { ...facts, overdue_seconds: 61 }],
  ['integrity-violated', [process], database, { ...facts, integrity: 'violated' as const }],
] as const)('says %s', ([condition, processes, state, truth]) => {
  const found = conditionsOf([...processes], { ...state, standbys: [...state.standbys] }, truth)
  expect(found).toMatchObject([{ condition }])
})

test('names each role that no living process has', () => {
  const api = { ...process, roles: ['api' as const] }
  const dead = { ...process, isAlive: false }
  expect(conditionsOf([api, dead], database, facts)).toMatchObject([
    { condition: 'role-missing', severity: 'act', subject: 'dispatch' },
    { condition: 'role-missing', severity: 'act', subject: 'periodic' },
    { condition: 'process-silent' },
  ])
})

test('says nothing of roles before any process has said that it lives', () => {
  expect(conditionsOf([], database, facts)).toEqual([])
})

test('a task is late only when it is late in every process', () => {
  expect(conditionsOf([late, process], database, facts)).toEqual([])
})
