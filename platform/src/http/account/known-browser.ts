import type { FastifyRequest } from 'fastify'
import { findDevice, type EnrolledDevice } from '../../parties/credentials/devices/find.ts'
import type { HashedFor } from '../../parties/credentials/password.ts'
import { findSession } from '../../parties/people/find-session.ts'
import { TOKEN } from '../../parties/people/session.ts'
import { BUSY } from '../server/address-limit.ts'
import { ApiError } from '../../base/api-error.ts'
import { expectOwnPage } from '../server/own-page.ts'
import { cookieIn } from '../server/session-cookie.ts'
import { createTrials } from '../server/trials.ts'
import { deviceTokenOf } from './device-cookie.ts'
import type { SignInDeps } from './signing-in.ts'

/** Hashes of one device or session at once, and those that wait: it belongs to one counter. */
const OF_ONE_BROWSER = { atOnce: 1, waiting: 16 }

const trials = createTrials(OF_ONE_BROWSER.atOnce, OF_ONE_BROWSER.waiting)

/**
 * Runs a guess in a known browser. Its address does not count: a device or a session has a budget of its
 * own (D39).
 *
 * @param browser such as `device 12`.
 */
export const guessInBrowser = async <Result>(
  browser: string,
  run: () => Promise<Result>,
): Promise<Result> => {
  const tried = await trials.inTurn(browser, async () => ({ result: await run() }))
  if (tried === null) throw new ApiError('REQUEST429_RATE_LIMITED', BUSY)
  return tried.result
}

/**
 * Runs a guess of a password: of a stranger at some address, or in a browser that is known.
 *
 * @param account the e-mail address, as it was typed.
 * @param run throws when the guess was wrong.
 */
export const guessFromOwnPage = async <Result>(
  deps: SignInDeps,
  request: FastifyRequest,
  account: string,
  run: (who: HashedFor) => Promise<Result>,
): Promise<Result> => {
  expectOwnPage(request, deps.ownOrigins())
  const browser = await knownBrowser(deps, request)
  return browser === null
    ? deps.addressLimit.guessInTurn(request, account, () => run('stranger'))
    : guessInBrowser(browser, () => run('known'))
}

/** The enrolled device of a request, whose token nobody can guess. */
export const deviceOf = (
  { db, ownOrigins }: SignInDeps,
  request: FastifyRequest,
): Promise<EnrolledDevice | null> => findDevice(db.pool, deviceTokenOf(request, ownOrigins()))

const knownBrowser = async (deps: SignInDeps, request: FastifyRequest): Promise<string | null> => {
  const { cookie } = request.headers
  if (cookie === undefined) return null
  const device = await deviceOf(deps, request)
  if (device !== null) return `device ${device.deviceId}`
  const token = cookieIn(cookie, deps.ownOrigins().cookie)
  if (token === undefined || !TOKEN.test(token)) return null
  const session = await findSession(deps.db.hot, token, deps.databaseOf)
  return session?.isLive === true ? `session ${session.sessionId}` : null
}
