import type { FastifyInstance } from 'fastify'
import { isIPv6 } from 'node:net'
import type { Config } from '../../base/config/config.ts'

/**
 * The public origin of this server, for the URLs in QR codes: `WASL_PUBLIC_URL`, else the address
 * where it listens, which is known only after the start.
 */
export const publicOriginOf =
  ({ server }: FastifyInstance, config: Pick<Config, 'publicUrl' | 'host' | 'port'>) =>
  (): string => {
    if (config.publicUrl !== undefined) return config.publicUrl
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : config.port
    return `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${port}`
  }
