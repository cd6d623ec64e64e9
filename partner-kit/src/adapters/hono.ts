/** `@wasl/partner-kit/hono`: the partner in an application of Hono. */
import { incomingFromRequest, responseOf } from '../fetch-request.ts'
import type { Partner } from '../partner.ts'

/** The parts of Hono's context that the handler uses. */
export type HonoContext = { req: { raw: Request } }

export type HonoPartnerHandler = (
  context: HonoContext,
  next: () => Promise<void>,
) => Promise<Response | void>

const ADVICE =
  'In Hono, put the partner before every middleware that calls c.req.json(), c.req.text() or ' +
  'c.req.parseBody().'

/**
 * The partner as a middleware. Its `basePath` is the path of the API URL:
 *
 *     const partner = createPartner({ basePath: '/payments', … })
 *     app.use(toHonoHandler(partner))
 *
 * Put it before anything that reads bodies: the signature covers the raw bytes. Requests outside the
 * partner's paths continue to the next handler.
 */
export const toHonoHandler =
  (partner: Partner): HonoPartnerHandler =>
  async ({ req }, next) => {
    const incoming = incomingFromRequest(req.raw, ADVICE)
    if (partner.owns(incoming.pathname)) return responseOf(await partner.handle(incoming))
    return next()
  }
