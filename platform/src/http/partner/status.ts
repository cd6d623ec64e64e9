import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isReference, permissionsOfKey } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import { hexHashOfApiKey, ownerOfKey } from '../../base/secrets/api-key.ts'
import type { KeyUses } from '../../parties/keys/key-use.ts'
import { STATUS_QUOTA, type Quota, type StatusRequest } from '../../payments/status/read-status.ts'
import {
  answerStatus,
  type StatusAnswer,
  type StatusDeps,
} from '../../payments/status/answer-status.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { addAdmitted } from '../server/admitted.ts'
import { ApiError } from '../../base/api-error.ts'
import type { Permitted } from '../server/permitted.ts'
import { addRoutes, type Handler } from '../server/routes.ts'
import { noteCaller } from '../server/subject.ts'

/**
 * What `status-lane.ts` has already read for a request that it then left to the route, and when it
 * began.
 */
export type AskedBefore = WeakMap<
  IncomingMessage,
  { answer: Promise<StatusAnswer>; startedMs: number }
>

export type PartnerStatusDeps = StatusDeps & {
  addressLimit: AddressLimit
  keyUses: KeyUses
  askedBefore: AskedBefore
}

const { status } = OPERATIONS.partner

const [PREFIX = '', SUFFIX = ''] = status.readPaymentStatus.path.split('{reference}')

export const STATUS_ROUTE = `${PREFIX}:reference${SUFFIX}`

/** The Payment Status API (section 4.3, D5, D7, D8). */
export const partnerStatus = (app: FastifyInstance, deps: PartnerStatusDeps): void => {
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<StatusCaller> => {
    const { reference } = request.params as { reference: string }
    const answer = await admitStatus(deps, request, reply, reference)
    const permissions = permissionsOfKey('partner', answer.keyPermissions)
    return { answer, person: null, permissions }
  }

  addAdmitted(app, admit, (scope, callerOf) =>
    addRoutes(scope, status, { readPaymentStatus }, { admitted: 'partner', callerOf }),
  )
}

/** A key alone opens this API, which counts a quota for programs: a session has lists of its own. */
type StatusCaller = Permitted & { answer: Answered }

type Answered = Extract<StatusAnswer, { verdict: 'answered' }>

/** One statement has read the key, the quota and the status (D8). */
const readPaymentStatus: Handler<typeof status.readPaymentStatus, StatusCaller> = (
  { params, caller: { answer } },
  refuse,
) => {
  if (isReference(params.reference)) return answer.status
  throw refuse('VALIDATION400', NOT_A_REFERENCE)
}

/**
 * Refuses a reference in percent-encoding that no router can decode (`%zz`), in the order of D8:
 * the key first. Null for any other path.
 */
export const answerBrokenStatusPath = (
  deps: PartnerStatusDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | null => {
  const [path = ''] = request.url.split('?')
  const isStatusPath = request.method === 'GET' && path.startsWith(PREFIX) && path.endsWith(SUFFIX)
  if (!isStatusPath) return null
  return admitStatus(deps, request, reply, null).then(() => {
    throw new ApiError('VALIDATION400', NOT_A_REFERENCE)
  })
}

/**
 * Checks what D8 puts first: the key, the partner, and the quota, which counts this call. Other
 * errors in the request are found after it.
 */
const admitStatus = async (
  deps: PartnerStatusDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  reference: string | null,
): Promise<Answered> => {
  reply.header('ratelimit-policy', RATE_LIMIT_POLICY)
  const asked = statusRequest(request.headers['x-api-key'], reference)
  const before = deps.askedBefore.get(request.raw)?.answer
  const lookUp = async (): Promise<Exclude<StatusAnswer, { verdict: 'unauthorized' }> | null> => {
    const found = asked ? await (before ?? answerStatus(deps, asked)) : UNAUTHORIZED
    return found.verdict === 'unauthorized' ? null : found
  }
  const answer = await deps.addressLimit.admit(request, 'PARTNER_API401_UNAUTHORIZED', lookUp)
  if (asked) {
    noteCaller(request, asked)
    deps.keyUses.note(asked.partnerId, asked.keyHash)
  }
  reply.header('ratelimit', rateLimit(answer.quota))
  if (answer.verdict === 'inactive') throw new ApiError('PARTNER_API403_MERCHANT_INACTIVE')
  if (answer.verdict === 'limited') {
    throw new ApiError('PARTNER_API429_RATE_LIMITED', {
      headers: { 'retry-after': String(Math.max(1, answer.quota.resetSeconds)) },
    })
  }
  return answer
}

const UNAUTHORIZED = { verdict: 'unauthorized' } as const

const NOT_A_REFERENCE = {
  details: [
    {
      path: 'reference',
      message:
        'expected 1 to 128 characters, no control characters, no white space at the ends, and not "." or "..", as one percent-encoded path segment',
    },
  ],
}

/** Null when the key does not look like a partner's. */
export const statusRequest = (
  key: string | string[] | undefined,
  reference: string | null,
): StatusRequest | null => {
  const owner = typeof key === 'string' ? ownerOfKey(key) : null
  if (owner?.kind !== 'partner') return null
  return {
    partnerId: owner.partnerId,
    keyHash: hexHashOfApiKey(key as string),
    reference: reference !== null && isReference(reference) ? reference : null,
  }
}

export const RATE_LIMIT_POLICY = `"partner";q=${STATUS_QUOTA.requests};w=${STATUS_QUOTA.seconds}`

export const rateLimit = ({ remaining, resetSeconds }: Quota): string =>
  `"partner";r=${remaining};t=${resetSeconds}`
