/** The partner's two endpoints, below /payments. */
import { toRouteHandlers } from '@wasl/partner-kit/next'
import type { RouteHandler, RouteHandlers } from '@wasl/partner-kit/next'
import { createShop } from '../../../shop.ts'

export const dynamic = 'force-dynamic'

// Created at the first request: `next build` loads this file too, without secrets or records.
let partner: RouteHandlers | undefined

const handle: RouteHandler = (request) => {
  partner ??= toRouteHandlers(createShop())
  return partner.GET(request)
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT }
