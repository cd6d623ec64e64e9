/** What runs: processes, the database, tasks. */
import { z } from 'zod'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

export const systemTask = z.object({
  task: z.string(),
  ageSeconds: z.number().meta({ description: 'Since it last succeeded, or since the start.' }),
  pauseSeconds: z.number().meta({ description: 'The pause between two runs.' }),
})

/**
 * What a process does of the platform's work: it serves the APIs and screens, delivers webhooks, or runs
 * the tasks of the clock (W168).
 */
export const PROCESS_ROLES = ['api', 'dispatch', 'periodic'] as const

export type ProcessRole = (typeof PROCESS_ROLES)[number]

export const systemProcess = z.object({
  processId: z.guid(),
  address: z.string(),
  roles: z
    .array(z.enum(PROCESS_ROLES))
    .meta({ description: 'The part of the work that it does (W168).' }),
  version: z.string(),
  commit: z.string().nullable(),
  node: z.string(),
  startedAt: timeSchema,
  seenAt: timeSchema.meta({ description: 'A process writes this every 10 seconds.' }),
  isAlive: z.boolean(),
  connections: z.int().meta({ description: 'Open connections of callers.' }),
  databaseConnectionsMax: z.int().meta({
    description: 'The most connections that it keeps to one database, because of its roles.',
  }),
  memoryBytes: z.int(),
  breakersOpen: z.int().meta({ description: 'Partners whose lookups are stopped for a moment.' }),
  tasks: z.array(systemTask),
})

export const systemTable = z.object({
  table: z.string(),
  partitions: z.int(),
  bytes: z.int(),
})

export const systemDatabase = z.object({
  version: z.string(),
  bytes: z.int(),
  connections: z.int(),
  connectionsMax: z.int(),
  oldestTransactionSeconds: z.number(),
  standbys: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      isSynchronous: z.boolean(),
      lagSeconds: z.number().nullable(),
    }),
  ),
  migrations: z.int(),
  lastMigration: z.string().nullable(),
  tables: z.array(systemTable).meta({ description: 'The largest first.' }),
})

/** A database in which partners live whole (W170). */
export const systemCell = z.object({
  cell: z.string().meta({ description: 'Its name, as in WASL_CELLS.' }),
  database: systemDatabase
    .nullable()
    .meta({ description: 'Null while the cell does not answer, or until it is joined.' }),
})

export const SYSTEM_CONDITIONS = [
  'cell-away',
  'role-missing',
  'process-silent',
  'task-late',
  'versions-differ',
  'no-standby',
  'standby-late',
  'transaction-old',
  'connections-short',
  'connections-promised',
  'day-open',
  'deliveries-failed',
  'delivery-overdue',
  'integrity-violated',
] as const

export const systemCondition = z.object({
  condition: z.enum(SYSTEM_CONDITIONS),
  severity: z.enum(['act', 'watch']),
  subject: z.string().nullable().meta({ description: 'What it is about, such as a task.' }),
  value: z.number().nullable().meta({ description: 'A number of things, or of seconds.' }),
  cell: z.string().nullable().meta({ description: 'In which cell; null with one database.' }),
})

export const systemReport = z.object({
  at: timeSchema,
  processes: z.array(systemProcess),
  database: systemDatabase.meta({ description: 'With several cells, that of the control cell.' }),
  cells: z.array(systemCell).meta({
    description: 'The control cell first; empty with one database.',
  }),
  conditions: z
    .array(systemCondition)
    .meta({ description: 'What needs attention now; empty when all is well.' }),
})

named({
  SystemCell: systemCell,
  SystemCondition: systemCondition,
  SystemDatabase: systemDatabase,
  SystemProcess: systemProcess,
  SystemReport: systemReport,
})

export type SystemReport = z.infer<typeof systemReport>
export type SystemProcess = z.infer<typeof systemProcess>
export type SystemDatabase = z.infer<typeof systemDatabase>
export type SystemCell = z.infer<typeof systemCell>
export type SystemCondition = z.infer<typeof systemCondition>
