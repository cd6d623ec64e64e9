import type { ErrorCode } from '@wasl/protocol'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../base/refusal.ts'
import { ApiError, type ApiErrorOptions } from '../../base/api-error.ts'
import type { AddressLimit, Unauthorized } from '../server/address-limit.ts'

type Refused = Omit<Refusal<ErrorCode>, 'ok'>

/** The error for a refused try of a stranger. What may be a guess counts against the address. */
export const refusedTry = async (
  { addressLimit }: { addressLimit: AddressLimit },
  request: FastifyRequest,
  refusal: Refused,
): Promise<ApiError> => {
  const { code } = refusal
  return isGuess(code) ? addressLimit.refuse(request, code, optionsOf(refusal)) : refusalOf(refusal)
}

/**
 * The error for a refused try in a session or at an enrolled device. It counts only for its person,
 * because thousands may share the address (D39).
 */
export const refusalOf = (refusal: Refused): ApiError =>
  new ApiError(refusal.code, optionsOf(refusal))

const optionsOf = ({ extra, retryAfterSeconds }: Refused): ApiErrorOptions => ({
  ...(extra && { extra }),
  ...(retryAfterSeconds !== undefined && {
    headers: { 'retry-after': String(retryAfterSeconds) },
  }),
})

const isGuess = (code: ErrorCode): code is Unauthorized => code.endsWith('401_UNAUTHORIZED')
