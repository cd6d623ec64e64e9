import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '@wasl/protocol'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { hexHashOfApiKey } from '../../base/secrets/api-key.ts'
import { ApiError, type ApiErrorOptions } from '../../base/api-error.ts'
import { apiKeyOf } from './api-key-header.ts'
import { countedAddress } from './counted-address.ts'
import { createKnownKeys, type KnownKeys } from './known-keys.ts'
import { retryAfterOf } from './retry-after.ts'
import { createTrials } from './trials.ts'

/**
 * Wrong secrets from one address in each process: enough for typing mistakes, too few to guess. Wrong
 * keys, tokens and passkeys have one budget, wrong passwords another: a program with an old key
 * stops nobody from signing in (W185).
 */
const REFUSALS = { requests: 60, seconds: 60 }

export type Unauthorized = Extract<ErrorCode, `${string}401_UNAUTHORIZED${'' | '_ACCESS'}`>

export type AddressLimit = {
  /** Keys that were valid when they were last used. */
  knownKeys: Pick<KnownKeys, 'has'>
  /**
   * Finds the owner of the request's key. A valid key passes from any address, although a stranger
   * behind the same address sends wrong ones (D39): nobody guesses 256 random bits, so the look-up of a
   * limited address is harmless, and only a few are under way at once. A wrong key of such an address is
   * answered 429. A refusal here costs no quota (D5).
   *
   * @param lookUp the key's owner; null when the key admits nobody.
   * @throws ApiError the code, or REQUEST429_RATE_LIMITED
   */
  admit<Caller>(
    request: FastifyRequest,
    code: Unauthorized,
    lookUp: (key: string) => Promise<Caller | null>,
  ): Promise<Caller>
  /** The same for another credential than the key, such as the token of a session. */
  admitBy<Caller>(
    request: FastifyRequest,
    code: Unauthorized,
    credential: string,
    lookUp: (credential: string) => Promise<Caller | null>,
  ): Promise<Caller>
  /**
   * The error for an unknown code: QR_CODE404_NOT_FOUND, or REQUEST429_RATE_LIMITED when the
   * address has asked for too many.
   */
  refuse(
    request: FastifyRequest,
    code: Unauthorized | 'QR_CODE404_NOT_FOUND',
    options?: ApiErrorOptions,
  ): Promise<ApiError>
  /** Runs what needs a secret that nobody can guess, a few of each address at once. */
  inTurn<Result>(request: FastifyRequest, run: () => Promise<Result>): Promise<Result>
  /**
   * Runs a guess of a password, a few of each address at once.
   *
   * @param account whose password it is, as it was typed: one that was right at this address lately passes
   *   (W261).
   * @throws ApiError REQUEST429_RATE_LIMITED when the address has sent too many wrong ones.
   */
  guessInTurn<Result>(
    request: FastifyRequest,
    account: string,
    run: () => Promise<Result>,
  ): Promise<Result>
}

export const createAddressLimit = (requests = REFUSALS.requests): AddressLimit => {
  const secrets = createBudget(requests)
  const guesses = createBudget(requests)
  const knownKeys = createKnownKeys()
  /** Accounts whose password was right at an address, by both. */
  const atHome = createKnownKeys()

  const refuse: AddressLimit['refuse'] = (request, code, options = {}) =>
    (code === 'SIGN_IN401_UNAUTHORIZED' ? guesses : secrets).refuse(request, code, options)

  const admitBy: AddressLimit['admitBy'] = async (request, code, credential, lookUp) => {
    const keyHash = hexHashOfApiKey(credential)
    const admitted = async () => {
      const caller = await lookUp(credential)
      if (caller !== null) {
        knownKeys.add(keyHash)
        return { caller }
      }
      knownKeys.forget(keyHash)
      throw await refuse(request, code)
    }
    if (knownKeys.has(keyHash)) return (await admitted()).caller
    return (await secrets.inTurn(request, admitted)).caller
  }

  return {
    knownKeys,
    refuse,
    admitBy,
    inTurn: secrets.inTurn,
    guessInTurn: (request, account, run) =>
      guesses.inTurn(request, async () => {
        const here = hash('sha256', `${countedAddress(request.ip)} ${account.toLowerCase()}`)
        if (!atHome.has(here)) await guesses.expectRoom(request)
        const result = await run()
        atHome.add(here)
        return result
      }),
    async admit(request, code, lookUp) {
      const key = apiKeyOf(request)
      if (key === undefined) throw await refuse(request, code)
      return admitBy(request, code, key, lookUp)
    },
  }
}

/** What each address may get wrong, and how much of it runs at once. */
const createBudget = (requests: number) => {
  const limiter = new RateLimiterMemory({ points: requests, duration: REFUSALS.seconds })
  const policy = `"address";q=${requests};w=${REFUSALS.seconds}`
  const trials = createTrials()

  const headersOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes): Headers => ({
    'ratelimit-policy': policy,
    ratelimit: `"address";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`,
  })

  const limited = (state: RateLimiterRes): ApiError =>
    new ApiError('REQUEST429_RATE_LIMITED', {
      headers: { ...headersOf(state), 'retry-after': retryAfterOf(state) },
    })

  return {
    async refuse(
      { ip }: FastifyRequest,
      code: ErrorCode,
      options: ApiErrorOptions,
    ): Promise<ApiError> {
      try {
        const counted = await limiter.consume(countedAddress(ip))
        const headers = { ...headersOf(counted), ...options.headers }
        return new ApiError(code, { ...options, headers })
      } catch (state) {
        if (!(state instanceof RateLimiterRes)) throw state
        return limited(state)
      }
    },
    async expectRoom({ ip }: FastifyRequest): Promise<void> {
      const state = await limiter.get(countedAddress(ip))
      if (state !== null && state.consumedPoints >= requests) throw limited(state)
    },
    async inTurn<Result>({ ip }: FastifyRequest, run: () => Promise<Result>): Promise<Result> {
      const tried = await trials.inTurn(countedAddress(ip), async () => ({ result: await run() }))
      if (tried === null) throw new ApiError('REQUEST429_RATE_LIMITED', BUSY)
      return tried.result
    },
  }
}

type Headers = Record<string, string>

/** Too many of one address wait for their turn, which takes a moment. */
export const BUSY = { headers: { 'retry-after': '1' } }
