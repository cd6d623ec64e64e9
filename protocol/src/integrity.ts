/** The checks of what must always be true (I1 to I10 and L1 to L9). */
import { z } from 'zod'
import { completeThroughSchema } from './ledger.ts'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

export const integrityCheck = z.object({
  name: z.string(),
  result: z.enum(['holds', 'violated', 'not run']).meta({
    description:
      'not run: it, or the checks before it, took too long. Ask again, or run it on a replica.',
  }),
  violations: z
    .array(z.record(z.string(), z.unknown()))
    .meta({ description: 'The first five rows that contradict it.' }),
  askedSince: timeSchema.nullish().meta({
    description:
      'In a large database: besides the newest rows, the older rows since this time were ' +
      'checked, and the next run continues before it. Null: all rows were checked.',
  }),
})

export const integrityReport = z.object({
  checkedAt: timeSchema,
  completeThrough: completeThroughSchema,
  result: z.enum(['holds', 'violated', 'not all run']),
  items: z.array(integrityCheck),
})

/** A report that is kept. */
export const integrityRun = integrityReport.extend({
  runId: z.guid(),
  askedBy: z
    .string()
    .nullable()
    .meta({ description: 'Who asked for it. Null: the platform, once for each sealed day.' }),
  durationMs: z.int(),
})

named({ IntegrityReport: integrityReport, IntegrityRun: integrityRun })

export type IntegrityReport = z.infer<typeof integrityReport>
export type IntegrityRun = z.infer<typeof integrityRun>
