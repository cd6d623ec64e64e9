import {
  centimesFromDinars,
  createQrCodeRequest,
  listQuery,
  patchQrCodeRequest,
  qrCodeTokenSchema,
  type CreateQrCodeRequest,
  type QrCode,
} from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { partnerWireId } from '../../wire-ids.ts'
import { getPartner } from '../../partners/get.ts'
import type { QrCodeRow } from '../../qr-codes/code-row.ts'
import { qrCodeUrl } from '../../qr-codes/code-url.ts'
import { createQrCode, type NewQrCode } from '../../qr-codes/create.ts'
import { findQrCode, listQrCodes, type QrCodePosition } from '../../qr-codes/list.ts'
import { listQrConfigurations } from '../../qr-codes/list-configurations.ts'
import { checkCode } from '../../qr-codes/token.ts'
import { updateQrCode } from '../../qr-codes/update.ts'
import { ApiError } from '../server/api-error.ts'
import { validate, validateParameter } from '../server/validate.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { RouteDeps } from './operator-deps.ts'
import { actorOf } from './operator.ts'
import { partnerIdOf } from './partners.ts'

/** QR codes and what they asked for (D19, D22). */
export const qrCodeRoutes = (app: FastifyInstance, { db, codes }: RouteDeps): void => {
  const { pool, operatorLists } = db
  const bodyOf = (code: QrCodeRow): QrCode => qrCodeBody(code, codes.publicOrigin())

  app.post('/operator/v1/partners/:partnerId/qr-codes', async (request, reply) => {
    const partnerId = partnerIdOf(request)
    const wanted = newCodeOf(partnerId, validate(createQrCodeRequest, request.body))
    const code = await createQrCode(pool, wanted, actorOf(request))
    if (code === null) throw new ApiError('PARTNER404_NOT_FOUND')
    return reply.code(201).send(bodyOf(code))
  })

  app.get('/operator/v1/partners/:partnerId/qr-codes', async (request) => {
    const partnerId = partnerIdOf(request)
    const { limit, cursor } = validate(listQuery, request.query)
    const after = readCursor(cursor, readPosition)
    const rows = await listQrCodes(operatorLists, partnerId, { limit: limit + 1, after })
    if (rows.length === 0 && (await getPartner(operatorLists, partnerId)) === null) {
      throw new ApiError('PARTNER404_NOT_FOUND')
    }
    return pageOf(rows, limit, { idOf: positionText, toItem: bodyOf })
  })

  app.get('/operator/v1/qr-codes/:token', async (request) =>
    bodyOf(await codeOf(operatorLists, request)),
  )

  app.patch('/operator/v1/qr-codes/:token', async (request) => {
    const token = tokenOf(request)
    const patch = validate(patchQrCodeRequest, request.body)
    const code = await updateQrCode(pool, token, patch, actorOf(request))
    if (code === null) throw new ApiError('QR_CODE404_NOT_FOUND')
    return bodyOf(code)
  })

  app.get('/operator/v1/qr-codes/:token/configurations', async (request) => {
    const token = tokenOf(request)
    const { limit, cursor } = validate(listQuery, request.query)
    const beforeId = readCursor(cursor, readUuid)
    const records = await listQrConfigurations(operatorLists, token, { limit: limit + 1, beforeId })
    if (records.length === 0) await codeOf(operatorLists, request)
    return pageOf(records, limit, { idOf: (row) => row.configurationId, toItem: (row) => row })
  })
}

/** The token in a path. @throws ApiError VALIDATION400 */
export const tokenOf = (request: FastifyRequest): string =>
  validateParameter(qrCodeTokenSchema, request, 'token')

const codeOf = async (pool: pg.Pool, request: FastifyRequest): Promise<QrCodeRow> => {
  const code = await findQrCode(pool, tokenOf(request))
  if (code === null) throw new ApiError('QR_CODE404_NOT_FOUND')
  return code
}

const newCodeOf = (partnerId: number, { label, kind, amount }: CreateQrCodeRequest): NewQrCode => {
  if (kind === 'static') return { partnerId, label, kind }
  const read = centimesFromDinars(amount)
  if (!read.ok) throw new Error(`a validated amount could not be read: ${read.problem}`)
  return { partnerId, label, kind, amount: read.centimes }
}

const qrCodeBody = (code: QrCodeRow, origin: string): QrCode => ({
  qrCodeToken: code.token,
  partnerId: partnerWireId(code.partner_id),
  label: code.label,
  kind: code.kind,
  status: code.status,
  url: qrCodeUrl(origin, code.token),
  checkCode: checkCode(code.token),
  createdAt: code.created_at.toISOString(),
  updatedAt: code.updated_at.toISOString(),
})

const positionText = ({ created_at: createdAt, token }: QrCodeRow): string =>
  `${createdAt.toISOString()} ${token}`

const POSITION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9A-Z]{26})$/

const readPosition = (text: string): QrCodePosition | null => {
  const [, time = '', token = ''] = POSITION.exec(text) ?? []
  const createdAt = new Date(time)
  return Number.isNaN(createdAt.getTime()) ? null : { createdAt, token }
}
