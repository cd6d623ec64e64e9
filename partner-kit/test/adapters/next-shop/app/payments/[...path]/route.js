// The partner's two endpoints. The test hands its partner over in a global, a new one for each test.
import { toRouteHandlers } from '@wasl/partner-kit/next'

const handle = async (request) => {
  const { partner, readFirst } = globalThis.nextShopUnderTest
  if (readFirst && request.method === 'POST') await request.json()
  return toRouteHandlers(partner).POST(request)
}

export { handle as GET, handle as POST, handle as PUT }
export const dynamic = 'force-dynamic'
