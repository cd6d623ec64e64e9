/** `@wasl/partner-kit/next`: the partner as route handlers of Next.js (app router). */
import { incomingFromRequest, responseOf } from '../fetch-request.ts'
import type { Partner } from '../partner.ts'

export type RouteHandler = (request: Request) => Promise<Response>

/** A handler for each method that Next.js knows, so that wrong ones are answered in JSON too. */
export type RouteHandlers = Readonly<
  Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS', RouteHandler>
>

const ADVICE =
  'In Next.js, export what toRouteHandlers(partner) returns as it is; where you wrap it, do not ' +
  'call request.json() or request.text() before.'

/**
 * The partner's two endpoints as a catch-all route, `app/payments/[...path]/route.ts`:
 *
 *     export const dynamic = 'force-dynamic'
 *     export const { GET, POST } = toRouteHandlers(() =>
 *       createPartner({ basePath: '/payments', … }))
 *
 * Given a function, it makes the partner at the first request: `next build` loads the file too, and
 * there are no secrets then. `basePath` is the path of the folder (and of Next's own `basePath`,
 * when it has one). Next.js hands the body over unread.
 */
export const toRouteHandlers = (partner: Partner | (() => Partner)): RouteHandlers => {
  let made = typeof partner === 'function' ? undefined : partner
  const handler: RouteHandler = async (request) => {
    made ??= (partner as () => Partner)()
    return responseOf(await made.handle(incomingFromRequest(request, ADVICE)))
  }
  return {
    GET: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
    HEAD: handler,
    OPTIONS: handler,
  }
}
