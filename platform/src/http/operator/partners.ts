import {
  createPartnerRequest,
  listQuery,
  partnerIdSchema,
  patchPartnerRequest,
  rotateRequest,
  type PatchedPartner,
  type Rotated,
} from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AddressPolicy } from '../../outbound/address-policy.ts'
import { createPartner } from '../../partners/create.ts'
import { getPartner, listPartners } from '../../partners/get.ts'
import { partnerNumber, partnerWireId } from '../../wire-ids.ts'
import { rotateSecret } from '../../partners/rotate.ts'
import { updatePartner } from '../../partners/update.ts'
import { urlRefusal } from '../../partners/check-url.ts'
import { ApiError } from '../server/api-error.ts'
import { validate, validateParameter } from '../server/validate.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { RouteDeps } from './operator-deps.ts'
import { actorOf } from './operator.ts'
import { createdPartnerBody, partnerBody } from './partner-body.ts'

/** Partners and their secrets (D22). */
export const partnerRoutes = (app: FastifyInstance, deps: RouteDeps): void => {
  const { pool, operatorLists } = deps.db
  const store = { pool, keyring: deps.keyring }

  app.post('/operator/v1/partners', async (request, reply) => {
    const { name, apiUrl, webhookUrl, nameAr, city } = validate(createPartnerRequest, request.body)
    refuseUncallable({ apiUrl, webhookUrl }, deps.addressPolicy)
    const urls = { apiUrl, webhookUrl: webhookUrl ?? null }
    const partner = { name, ...urls, nameAr: nameAr ?? null, city: city ?? null }
    const created = await createPartner(store, partner, actorOf(request))
    return reply.code(201).send(createdPartnerBody(created))
  })

  app.get('/operator/v1/partners', async (request) => {
    const { limit, cursor } = validate(listQuery, request.query)
    const afterId = readCursor(cursor, readNumber) ?? 0
    const rows = await listPartners(operatorLists, { limit: limit + 1, afterId })
    return pageOf(rows, limit, { idOf: (row) => row.partnerId, toItem: partnerBody })
  })

  app.get('/operator/v1/partners/:partnerId', async (request) => {
    const partner = await getPartner(operatorLists, partnerIdOf(request))
    if (partner === null) throw new ApiError('PARTNER404_NOT_FOUND')
    return partnerBody(partner)
  })

  app.patch('/operator/v1/partners/:partnerId', async (request): Promise<PatchedPartner> => {
    const partnerId = partnerIdOf(request)
    const patch = validate(patchPartnerRequest, request.body)
    refuseUncallable(patch, deps.addressPolicy)
    const updated = await updatePartner(store, partnerId, patch, actorOf(request))
    if (updated === null) throw new ApiError('PARTNER404_NOT_FOUND')
    return { ...partnerBody(updated.partner), ...updated.newSecrets }
  })

  app.post('/operator/v1/partners/:partnerId/rotate', async (request): Promise<Rotated> => {
    const partnerId = partnerIdOf(request)
    const rotation = validate(rotateRequest, request.body)
    const replacement = await rotateSecret(store, partnerId, rotation, actorOf(request))
    if (replacement === null) throw new ApiError('PARTNER404_NOT_FOUND')
    return {
      partnerId: partnerWireId(partnerId),
      secret: rotation.secret,
      value: replacement.value,
      previousValidUntil: replacement.previousValidUntil.toISOString(),
    }
  })
}

/** The number of the partner in a path. @throws ApiError VALIDATION400, PARTNER404_NOT_FOUND */
export const partnerIdOf = (request: FastifyRequest): number => {
  const { partnerId } = request.params as { partnerId: string }
  const partner = partnerNumber(partnerId)
  if (partner !== null) return partner
  // Words the refusal as for a partnerId in a body.
  validateParameter(partnerIdSchema, request, 'partnerId')
  throw new ApiError('PARTNER404_NOT_FOUND')
}

type Urls = { apiUrl?: string | undefined; webhookUrl?: string | null | undefined }

/** @throws ApiError VALIDATION400 for a URL that the platform would never call. */
const refuseUncallable = (urls: Urls, policy: AddressPolicy): void => {
  const details = (['apiUrl', 'webhookUrl'] as const).flatMap((path) => {
    const url = urls[path]
    const message = url === undefined || url === null ? null : urlRefusal(url, policy)
    return message === null ? [] : [{ path, message }]
  })
  if (details.length > 0) throw new ApiError('VALIDATION400', { details })
}
