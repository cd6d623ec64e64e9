import { describeIssues } from '@wasl/protocol'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ApiError } from '../../base/api-error.ts'

/**
 * A body or query, parsed by its schema.
 *
 * @throws ApiError VALIDATION400 with one detail for each error.
 */
export const validate = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ApiError('VALIDATION400', { details: describeIssues(result.error, value) })
}

/**
 * A path parameter, parsed by its schema.
 *
 * @throws ApiError VALIDATION400 with details that name the parameter.
 */
export const validateParameter = <Schema extends z.ZodType>(
  schema: Schema,
  request: FastifyRequest,
  name: string,
): z.output<Schema> => {
  const value = (request.params as Record<string, unknown>)[name]
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const details = describeIssues(result.error, value).map(({ message }) => ({
    path: name,
    message,
  }))
  throw new ApiError('VALIDATION400', { details })
}
