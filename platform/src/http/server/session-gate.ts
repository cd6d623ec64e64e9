import type { Side } from '@wasl/protocol'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../base/database/database.ts'
import { findSession, recordUse, type FoundSession } from '../../parties/people/find-session.ts'
import { TOKEN } from '../../parties/people/session.ts'
import type { AddressLimit, Unauthorized } from './address-limit.ts'
import { ApiError } from '../../base/api-error.ts'
import { createOwnOrigins, expectOwnPage, type OwnOrigins } from './own-page.ts'
import { cookieIn } from './session-cookie.ts'

export type SessionGate = {
  /**
   * The signed-in user of a request; null when it has no session cookie.
   *
   * @param side whose users may call; without one, every user may.
   * @throws ApiError the code when the session has ended or never was, or is of another side; PERSON403_ORIGIN when another
   *   page made the request; VALIDATION400 when it has a key as well.
   */
  admit(request: FastifyRequest, code: Unauthorized, side?: Side): Promise<FoundSession | null>
}

export type SessionGateDeps = {
  db: Pick<Database, 'hot' | 'notes'>
  databaseOf: (partnerId: number) => Pick<Database, 'hot'> | Promise<Pick<Database, 'hot'>>
  addressLimit: AddressLimit
  ownOrigins: () => OwnOrigins
}

const BOTH = {
  path: 'x-api-key',
  message:
    'expected either an API key or the cookie of a session, received both; send the key without the ' +
    'cookie, or sign out first',
}

/** Lets the users of the platform's own pages in by their session (D29). */
const createSessionGate = ({
  db,
  databaseOf,
  addressLimit,
  ownOrigins,
}: SessionGateDeps): SessionGate => ({
  async admit(request, code, side) {
    const { cookie: cookies, 'x-api-key': key } = request.headers
    // Programs send no cookies: their requests end here.
    if (cookies === undefined) return null
    const own = ownOrigins()
    const token = cookieIn(cookies, own.cookie)
    if (token === undefined) return null
    if (key !== undefined) throw new ApiError('VALIDATION400', { details: [BOTH] })
    expectOwnPage(request, own)
    if (!TOKEN.test(token)) throw await addressLimit.refuse(request, code)
    const lookUp = (sent: string) => findSession(db.hot, sent, databaseOf)
    const session = await addressLimit.admitBy(request, code, token, lookUp)
    // A request with an ended session is not a guess, so it does not count against its address.
    const isOfSide = side === undefined || session.side === side
    if (!session.isLive || !isOfSide) throw new ApiError(code)
    if (session.isStale) recordUse(db.notes, token).catch(() => undefined)
    return session
  },
})

/** Who may call the APIs: by a key, or in a session. */
export type Admission = {
  addressLimit: AddressLimit
  sessionGate: SessionGate
  ownOrigins: () => OwnOrigins
}

export const createAdmission = ({
  publicOrigin,
  ...deps
}: Omit<SessionGateDeps, 'ownOrigins'> & { publicOrigin: () => string }): Admission => {
  const ownOrigins = createOwnOrigins(publicOrigin)
  const sessionGate = createSessionGate({ ...deps, ownOrigins })
  return { addressLimit: deps.addressLimit, sessionGate, ownOrigins }
}
