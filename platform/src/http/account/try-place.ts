import type { FastifyRequest } from 'fastify'
import type { TryPlace } from '../../parties/credentials/tries.ts'

/** Where a try comes from, for the person to see. */
export const tryPlaceOf = ({ ip, headers }: FastifyRequest): Omit<TryPlace, 'deviceId'> => ({
  address: ip,
  userAgent: headers['user-agent'] ?? '',
})
