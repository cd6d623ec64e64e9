/** `@wasl/partner-kit/next`: the partner as route handlers of Next.js (app router). */
import { incomingFromRequest, responseOf } from '../fetch-request.ts'
import type { Partner } from '../partner.ts'

export type RouteHandler = (request: Request) => Promise<Response>

/** A handler for each method of Next.js, so that wrong methods get JSON too. */
export type RouteHandlers = Readonly<
  Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS', RouteHandler>
>

const ADVICE =
  'In Next.js, export the handlers of toRouteHandlers(partner) directly. If you wrap them, do not call ' +
  'request.json() or request.text() first.'

/**
 * The partner's two endpoints as a catch-all route, `app/payments/[...path]/route.ts`:
 *
 *     export const dynamic = 'force-dynamic'
 *     export const { GET, POST } = toRouteHandlers(() =>
 *       createPartner({ basePath: '/payments', … }))
 *
 * Pass a function to create the partner at the first request: `next build` loads the file too, without
 * the secrets. `basePath` is the path of the folder, after Next's own `basePath` if it has one.
 */
export const toRouteHandlers = (partner: Partner | (() => Partner)): RouteHandlers => {
  let created = typeof partner === 'function' ? undefined : partner
  const handler: RouteHandler = async (request) => {
    created ??= (partner as () => Partner)()
    return responseOf(await created.handle(incomingFromRequest(request, ADVICE)))
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
