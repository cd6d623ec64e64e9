import type { FastifyRequest } from 'fastify'

/** The key in a request's header (section 5); undefined when it is missing or was sent twice. */
export const apiKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['x-api-key']
  return typeof key === 'string' ? key : undefined
}
