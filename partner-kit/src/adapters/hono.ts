/** `@wasl/partner-kit/hono`: the partner in an application of Hono. */
import { incomingFromRequest, responseOf } from '../fetch-request.ts'
import type { Partner } from '../partner.ts'

/** What the handler uses of Hono's context. */
export type HonoContext = { req: { raw: Request } }

export type HonoPartnerHandler = (
  context: HonoContext,
  next: () => Promise<void>,
) => Promise<Response | void>

const ADVICE =
  'In Hono, put the partner above every middleware that calls c.req.json(), c.req.text() or ' +
  'c.req.parseBody().'

/**
 * The partner as a middleware. The path of the API URL is the partner's `basePath`:
 *
 *     const partner = createPartner({ basePath: '/payments', … })
 *     app.use(toHonoHandler(partner))
 *
 * It stands above whatever reads bodies, because the signature covers the raw bytes. Requests
 * outside the partner's paths go on to what comes next.
 */
export const toHonoHandler =
  (partner: Partner): HonoPartnerHandler =>
  async ({ req }, next) => {
    const incoming = incomingFromRequest(req.raw, ADVICE)
    if (partner.owns(incoming.pathname)) return responseOf(await partner.handle(incoming))
    return next()
  }
