import type { ErrorCode } from '@wasl/protocol'
import type { FastifyRequest } from 'fastify'
import type { Refusal } from '../../refusal.ts'
import { ApiError } from '../server/api-error.ts'
import type { AddressLimit, Unauthorized } from '../server/address-limit.ts'

/** The error for a refused try. What may be a guess counts against the address. */
export const refusedTry = async (
  { addressLimit }: { addressLimit: AddressLimit },
  request: FastifyRequest,
  refusal: Omit<Refusal<ErrorCode>, 'ok'>,
): Promise<ApiError> => {
  const { code, extra, retryAfterSeconds } = refusal
  const options = {
    ...(extra && { extra }),
    ...(retryAfterSeconds !== undefined && {
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
  }
  return isGuess(code) ? addressLimit.refuse(request, code, options) : new ApiError(code, options)
}

const isGuess = (code: ErrorCode): code is Unauthorized => code.endsWith('401_UNAUTHORIZED')
