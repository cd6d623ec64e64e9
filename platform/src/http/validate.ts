import { describeIssues } from '@wasl/protocol'
import type { z } from 'zod'
import { ApiError } from './api-error.ts'

/**
 * What the schema makes of a body, a query or the parameters of a path.
 *
 * @throws ApiError VALIDATION400 with one detail for each thing that was wrong.
 */
export const validate = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ApiError('VALIDATION400', { details: describeIssues(result.error, value) })
}
