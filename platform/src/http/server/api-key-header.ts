import type { FastifyRequest } from 'fastify'

/** The key that a request shows (section 5); undefined without one, and when it was sent twice. */
export const apiKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['x-api-key']
  return typeof key === 'string' ? key : undefined
}
