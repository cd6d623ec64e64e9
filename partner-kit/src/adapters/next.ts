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
 *     const partner = createPartner({ basePath: '/payments', … })
 *     export const { GET, POST } = toRouteHandlers(partner)
 *     export const dynamic = 'force-dynamic'
 *
 * `basePath` is the path of the folder (and of Next's own `basePath`, when it has one). Next.js
 * hands the body over unread.
 */
export function toRouteHandlers(partner: Partner): RouteHandlers {
  const handler: RouteHandler = async (request) =>
    responseOf(await partner.handle(incomingFromRequest(request, ADVICE)))
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
