/** Ids of shifts, variances, cases and recoveries: UUIDs of version 7. */
import { z } from 'zod'
import { named } from './named.ts'

export const shiftIdSchema = z.guid()
export const varianceIdSchema = z.guid()
export const caseIdSchema = z.guid()
export const recoveryIdSchema = z.guid()

named({
  CaseId: caseIdSchema,
  RecoveryId: recoveryIdSchema,
  ShiftId: shiftIdSchema,
  VarianceId: varianceIdSchema,
})
