import type { ErrorCode, SignedIn } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyRequest } from 'fastify'
import type { Send } from '../../base/outbound/outbound-types.ts'
import type { Database, DatabaseOf } from '../../base/database/database.ts'
import { relyingPartyOf, type RelyingParty } from '../../parties/credentials/relying-party.ts'
import { directoryOfUser } from '../../parties/directories/read.ts'
import { startSignedIn } from '../../parties/credentials/start-signed-in.ts'
import type { SessionLimits } from '../../parties/people/session.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import { userWireId } from '../../base/wire-ids.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { ApiError } from '../../base/api-error.ts'
import { expectOwnPage, type OwnOrigins } from '../server/own-page.ts'
import { Answered, type Handlers } from '../server/routes.ts'
import { cookieIn, sessionCookie } from '../server/session-cookie.ts'

export type SignInDeps = {
  db: Database
  databaseOf: DatabaseOf
  keyring: Keyring
  /** The guarded client, for the directories of companies. */
  send: Send
  allowPrivateTargets: boolean
  addressLimit: AddressLimit
  publicOrigin: () => string
  ownOrigins: () => OwnOrigins
}

type Tables = typeof OPERATIONS.signIn

export type SignInHandlers<Name extends keyof Tables> = Handlers<Tables[Name], null>

/**
 * Runs a try of somebody who is not signed in and who shows what nobody can guess, such as a passkey or
 * an invitation. Tries of one address wait for each other.
 */
export const tryFromOwnPage = <Result>(
  { addressLimit, ownOrigins }: SignInDeps,
  request: FastifyRequest,
  run: () => Promise<Result>,
): Promise<Result> => {
  expectOwnPage(request, ownOrigins())
  return addressLimit.inTurn(request, run)
}

/** @throws ApiError PASSKEY409_NO_DOMAIN */
export const expectDomain = (publicOrigin: () => string): RelyingParty => {
  const relyingParty = relyingPartyOf(publicOrigin())
  if (relyingParty === null) throw new ApiError('PASSKEY409_NO_DOMAIN')
  return relyingParty
}

export type Proof = {
  userId: number
  method: 'passkey' | 'password' | 'recovery code' | 'pin' | 'directory'
  /** For how long the person counts as just confirmed; 0 by default. */
  steppedUpSeconds?: number
  deviceId?: number
  limits?: SessionLimits
}

/** What people of a directory may have too, to confirm who they are. A PIN is of a channel's people. */
const BESIDE_DIRECTORY: ReadonlySet<Proof['method']> = new Set([
  'passkey',
  'password',
  'recovery code',
])

/**
 * The answer to somebody who proved who they are, with the cookie of a new session.
 *
 * @throws ApiError the code when the user was disabled meanwhile, and DIRECTORY403_SIGN_IN_THERE for
 *   people of a directory: who is removed there must not come in by another way.
 */
export const answerSignedIn = async (
  { db, ownOrigins }: Pick<SignInDeps, 'db' | 'ownOrigins'>,
  request: FastifyRequest,
  { userId, method, deviceId, limits, steppedUpSeconds }: Proof,
  code: ErrorCode,
): Promise<Answered<200, 'application/json', SignedIn>> => {
  if (BESIDE_DIRECTORY.has(method) && (await directoryOfUser(db.pool, userId)) !== null) {
    throw new ApiError('DIRECTORY403_SIGN_IN_THERE')
  }
  const own = ownOrigins()
  const { cookie = '', 'user-agent': userAgent = '' } = request.headers
  const session = await startSignedIn(
    db.pool,
    {
      userId,
      method,
      userAgent,
      address: request.ip,
      requestId: request.id,
      ...(limits && { limits }),
      ...(steppedUpSeconds && { steppedUpSeconds }),
    },
    { before: cookieIn(cookie, own.cookie) ?? null, deviceId: deviceId ?? null },
  )
  if (session === null) throw new ApiError(code)
  const { token, lifeSeconds, name, side } = session
  return new Answered(
    200,
    'application/json',
    { userId: userWireId(userId), name, side },
    { 'set-cookie': sessionCookie(own, token, lifeSeconds) },
  )
}
