import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '@wasl/protocol'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { hexHashOfApiKey } from '../../keys/api-key.ts'
import { ApiError, type ApiErrorOptions } from './api-error.ts'
import { apiKeyOf } from './api-key-header.ts'
import { countedAddress } from './counted-address.ts'
import { createKnownKeys, type KnownKeys } from './known-keys.ts'
import { retryAfterOf } from './retry-after.ts'
import { createTrials } from './trials.ts'

/**
 * Wrong keys, or unknown QR code tokens, from one address in each process: enough for typing
 * mistakes, too few to guess.
 */
const REFUSALS = { requests: 60, seconds: 60 }

export type Unauthorized = Extract<ErrorCode, `${string}401_UNAUTHORIZED${'' | '_ACCESS'}`>

export type AddressLimit = {
  /** Keys that were valid when they were last used. */
  knownKeys: Pick<KnownKeys, 'has'>
  /**
   * Finds the owner of the request's key. An address that sent too many wrong keys is refused
   * before the look-up. Only keys that were valid before pass, so that nobody is locked out by a
   * stranger behind the same address. A refusal here costs no quota (D5).
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
  /**
   * Runs a try to sign in, a few of each address at once.
   *
   * @throws ApiError REQUEST429_RATE_LIMITED when the address has sent too many wrong ones.
   */
  tryInTurn<Result>(request: FastifyRequest, run: () => Promise<Result>): Promise<Result>
}

export const createAddressLimit = (requests = REFUSALS.requests): AddressLimit => {
  const limiter = new RateLimiterMemory({ points: requests, duration: REFUSALS.seconds })
  const policy = `"address";q=${requests};w=${REFUSALS.seconds}`
  const knownKeys = createKnownKeys()
  const trials = createTrials()

  const headersOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes): Headers => ({
    'ratelimit-policy': policy,
    ratelimit: `"address";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`,
  })

  const limited = (state: RateLimiterRes): ApiError =>
    new ApiError('REQUEST429_RATE_LIMITED', {
      headers: { ...headersOf(state), 'retry-after': retryAfterOf(state) },
    })

  const refuse: AddressLimit['refuse'] = async (request, code, options = {}) => {
    try {
      const counted = await limiter.consume(countedAddress(request.ip))
      return new ApiError(code, {
        ...options,
        headers: { ...headersOf(counted), ...options.headers },
      })
    } catch (state) {
      if (!(state instanceof RateLimiterRes)) throw state
      return limited(state)
    }
  }

  const refuseLimited = async (address: string): Promise<void> => {
    const state = await limiter.get(address)
    if (state !== null && state.consumedPoints >= requests) throw limited(state)
  }

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
    const address = countedAddress(request.ip)
    const tried = await trials.inTurn(address, async () => {
      // Another request may have sent the same key while this one waited.
      if (!knownKeys.has(keyHash)) await refuseLimited(address)
      return admitted()
    })
    if (tried === null) throw new ApiError('REQUEST429_RATE_LIMITED', BUSY)
    return tried.caller
  }

  return {
    knownKeys,
    refuse,
    admitBy,
    async tryInTurn(request, run) {
      const address = countedAddress(request.ip)
      const tried = await trials.inTurn(address, async () => {
        await refuseLimited(address)
        return { result: await run() }
      })
      if (tried === null) throw new ApiError('REQUEST429_RATE_LIMITED', BUSY)
      return tried.result
    },
    async admit(request, code, lookUp) {
      const key = apiKeyOf(request)
      if (key === undefined) throw await refuse(request, code)
      return admitBy(request, code, key, lookUp)
    },
  }
}

type Headers = Record<string, string>

/** Too many keys of one address wait for their look-up, which takes a moment. */
const BUSY = { headers: { 'retry-after': '1' } }
