/** `@wasl/partner-kit/fastify`: the partner as a plugin of Fastify. */
import type { IncomingMessage } from 'node:http'
import { incomingFromNode, pathnameOf } from '../node-adapter.ts'
import type { Partner } from '../partner.ts'
import { mountedPath } from './mounted-path.ts'

/** The parts of a Fastify instance, its requests and replies that the plugin uses. */
export type FastifyScope = {
  prefix: string
  removeAllContentTypeParsers: () => void
  addContentTypeParser: (
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null) => void) => void,
  ) => unknown
  all: (
    url: string,
    handler: (request: FastifyIncoming, reply: FastifyOutgoing) => Promise<unknown>,
  ) => unknown
}

export type FastifyIncoming = { raw: IncomingMessage }

export type FastifyOutgoing = {
  code: (status: number) => FastifyOutgoing
  headers: (headers: Record<string, string>) => FastifyOutgoing
  send: (body: string) => unknown
}

export type FastifyPartnerPlugin = (
  scope: FastifyScope,
  options: unknown,
  done: (error?: Error) => void,
) => void

const ADVICE =
  'In Fastify, register toFastifyPlugin(partner) in a scope without preParsing hooks, middleware or ' +
  'plugins that read the body, or use fastify-raw-body with encoding: false.'

/**
 * The partner as a plugin, at the path of its API URL:
 *
 *     app.register(toFastifyPlugin(partner), { prefix: '/payments' })
 *
 * The plugin removes Fastify's body parsers in its own scope only, because the signature covers the raw
 * bytes. The rest of the application keeps its parsers.
 */
export const toFastifyPlugin =
  (partner: Partner): FastifyPartnerPlugin =>
  (scope, _options, done) => {
    const { prefix } = scope
    scope.removeAllContentTypeParsers()
    // Accepts any type without reading it: the core reads the bytes after it checked the API secret.
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    scope.all('/*', async ({ raw }, reply) => {
      const whole = pathnameOf(raw.url ?? '/')
      const within = whole.startsWith(`${prefix}/`) ? whole.slice(prefix.length) : whole
      const pathname = mountedPath(partner, within, whole)
      const answer = await partner.handle(incomingFromNode(raw, pathname, ADVICE))
      return reply.code(answer.status).headers(answer.headers).send(answer.body)
    })
    done()
  }
