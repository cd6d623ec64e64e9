import type { ErrorCode } from '@wasl/protocol'
import type { FastifyRequest } from 'fastify'

/** Requests whose answer says that a partner did not answer: the platform did (W278). */
const requests = new WeakSet<FastifyRequest>()

export const noteFault = (request: FastifyRequest, code: ErrorCode): void => {
  if (/^PARTNER50\d/.test(code)) requests.add(request)
}

export const isPartnersFault = (request: FastifyRequest | undefined): boolean =>
  request !== undefined && requests.has(request)
