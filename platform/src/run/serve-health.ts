import type { FastifyInstance } from 'fastify'
import { ApiError } from '../base/api-error.ts'
import { createServer } from '../http/server/server.ts'
import { health } from '../http/service/health.ts'
import { createRecordRequest, recordRequests } from '../http/server/record-requests.ts'
import type { PlatformParts, Shared } from './core.ts'
import type { RoutesCell } from './serve-routes.ts'

/** The server of a process without the role `api`: its health and its metrics, and nothing else. */
export const serveHealth = (
  { config, log, hooks = {} }: PlatformParts,
  { metrics, roles }: Shared,
  cells: readonly RoutesCell[],
  isStopping: () => boolean,
): FastifyInstance => {
  const notServed = (): ApiError =>
    new ApiError('SERVER503_UNAVAILABLE', {
      explanation: `This process has the roles ${roles.join(', ')} and serves no API: send this to one with the role api (WASL_ROLES).`,
    })
  const app = createServer({
    log,
    trustProxy: config.trustProxy,
    answerBrokenPath: () => Promise.reject(notServed()),
  })
  hooks.onServer?.(app)
  recordRequests(app, createRecordRequest(metrics, log), () => undefined)
  health(app, { cells, roles, metrics, isStopping })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.url === undefined) done(notServed())
    else done()
  })
  return app
}
