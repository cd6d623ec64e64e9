/** Users who are signed in, made in the database: how they sign in is tested elsewhere. */
import { OWNERS, type ChannelRole, type OperatorRole, type PartnerRole } from '@wasl/protocol'
import { withTransaction } from '../../src/base/database/with-transaction.ts'
import { startSession } from '../../src/parties/people/start-session.ts'
import { agentNumber, channelNumber, partnerNumber, userWireId } from '../../src/base/wire-ids.ts'
import type { Answer, CallOptions } from './node.ts'
import type { TestPlatform } from './platform.ts'

/** Where a user belongs. An agent or courier is an agent of the channel. */
export type NewUser = { name?: string; email?: string; steppedUp?: boolean } & (
  | { side: 'operator'; role?: OperatorRole }
  | { side: 'channel'; role?: ChannelRole; channelId: string; agentId?: string }
  | { side: 'partner'; role?: PartnerRole; partnerId: string }
)

export type SignedIn = {
  userId: string
  name: string
  /** The token in the cookie. */
  token: string
  /** What the browser of this user sends with every request of the platform's own pages. */
  headers: Record<string, string>
  /** A request as such a page makes it. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

let users = 0

/** A new active user with a session. Two users of one platform have different names. */
export const signInAs = async (
  platform: Pick<TestPlatform, 'pool' | 'origin' | 'call'>,
  user: NewUser,
): Promise<SignedIn> => {
  users += 1
  const { side, role = OWNERS[side], steppedUp = true } = user
  const { name = `${role} ${users}`, email = `user-${users}@wasl.example` } = user
  const partnerId = user.side === 'partner' ? partnerNumber(user.partnerId) : null
  const channelId = user.side === 'channel' ? channelNumber(user.channelId) : null
  const agentId = user.side === 'channel' ? agentNumber(user.agentId ?? '') : null
  return withTransaction(platform.pool, async (tx) => {
    const { rows } = await tx.query<{ user_id: number }>(
      `insert into users (side, role, partner_id, channel_id, agent_id, name, email, status)
      values ($1, $2, $3, $4, $5, $6, $7, 'active')
      returning user_id`,
      [side, role, partnerId, channelId, agentId, name, email],
    )
    const userId = rows[0]?.user_id as number
    return { name, ...(await signInAgain(platform, userWireId(userId), steppedUp, tx)) }
  })
}

/** Another session of a user, as on another device. */
export const signInAgain = async (
  platform: Pick<TestPlatform, 'pool' | 'origin' | 'call'>,
  userId: string,
  steppedUp = true,
  tx?: Parameters<typeof startSession>[0],
): Promise<Omit<SignedIn, 'name'>> => {
  const start = async (inside: Parameters<typeof startSession>[0]): Promise<string> => {
    const session = await startSession(inside, {
      userId: Number(userId.slice('usr_'.length)),
      method: 'passkey',
      userAgent: 'A browser of the tests',
      address: '127.0.0.1',
      requestId: null,
    })
    if (session === null) throw new Error(`${userId} may not sign in`)
    if (steppedUp) {
      await inside.query(
        `update sessions set stepped_up_until = expires_at where session_id = $1`,
        [session.sessionId],
      )
    }
    return session.token
  }
  const token = await (tx === undefined ? withTransaction(platform.pool, start) : start(tx))
  const headers = pageHeaders(platform.origin, token)
  return {
    userId,
    token,
    headers,
    call: (method, path, options = {}) =>
      platform.call(method, path, { ...options, headers: { ...headers, ...options.headers } }),
  }
}

/** The headers that a browser adds to a request of the platform's own page. */
export const pageHeaders = (origin: string, token: string): Record<string, string> => ({
  cookie: `wasl-session=${token}`,
  origin,
  'sec-fetch-site': 'same-origin',
})
