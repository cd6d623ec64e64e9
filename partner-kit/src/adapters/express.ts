/** `@wasl/partner-kit/express`: the partner in an application of Express 4 or 5. */
import { incomingFromNode, pathnameOf, serveNode } from '../node-adapter.ts'
import type { NodeHandler } from '../node-adapter.ts'
import type { Partner } from '../partner.ts'
import { mountedPath } from './mounted-path.ts'

const ADVICE =
  'In Express, put app.use(path, toExpressHandler(partner)) above app.use(express.json()) and ' +
  'every other body parser.'

/**
 * The partner as a middleware:
 *
 *     app.use('/payments', toExpressHandler(partner))
 *     app.use(express.json())
 *
 * It stands above the body parsers, because the signature covers the raw bytes and it reads them
 * itself. Below one, every webhook is answered with 500, and the log hook is told what to move.
 * (Raw bytes that somebody kept, as express.raw() does, are taken.) Requests outside the partner's
 * paths go on to the next middleware.
 */
export const toExpressHandler =
  (partner: Partner): NodeHandler =>
  (request, response, next) => {
    // Express takes the mount path off `url`, and keeps the whole in `originalUrl`.
    const { originalUrl } = request as { originalUrl?: unknown }
    const within = pathnameOf(request.url ?? '/')
    const whole = typeof originalUrl === 'string' ? pathnameOf(originalUrl) : within
    const pathname = mountedPath(partner, within, whole)
    if (next !== undefined && !partner.owns(pathname)) {
      next()
      return
    }
    serveNode(partner, response, incomingFromNode(request, pathname, ADVICE))
  }
