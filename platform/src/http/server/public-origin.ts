import type { FastifyInstance } from 'fastify'
import { isIPv6 } from 'node:net'
import type { Config } from '../../config.ts'

/**
 * The origin under which payers reach this server, for the QR codes that carry it: `WASL_PUBLIC_URL`,
 * else where it listens, which is known only once it does.
 */
export const publicOriginOf =
  ({ server }: FastifyInstance, config: Pick<Config, 'publicUrl' | 'host' | 'port'>) =>
  (): string => {
    if (config.publicUrl !== undefined) return config.publicUrl
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : config.port
    return `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${port}`
  }
