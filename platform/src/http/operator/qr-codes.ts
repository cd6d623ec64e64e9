import { centimesFromDinars, type CreateQrCodeRequest, type QrCode } from '@wasl/protocol'
import { partnerWireId } from '../../wire-ids.ts'
import { getPartner } from '../../partners/get.ts'
import type { QrCodeRow } from '../../qr-codes/code-row.ts'
import { qrCodeUrl } from '../../qr-codes/code-url.ts'
import { createQrCode, type NewQrCode } from '../../qr-codes/create.ts'
import { findQrCode, listQrCodes, type QrCodePosition } from '../../qr-codes/list.ts'
import { listQrConfigurations } from '../../qr-codes/list-configurations.ts'
import { checkCode } from '../../qr-codes/token.ts'
import { updateQrCode } from '../../qr-codes/update.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'
import { numberOf } from './partners.ts'

/** QR codes and their configurations (D19, D22). */
export const qrCodes = ({ db, codes }: RouteDeps): OperatorHandlers<'qrCodes'> => {
  const { pool, operatorLists } = db
  const bodyOf = (code: QrCodeRow): QrCode => qrCodeBody(code, codes.publicOrigin())

  return {
    async createQrCode({ params, body, caller }, refuse) {
      const code = await createQrCode(pool, newCodeOf(numberOf(params), body), caller.actor)
      if (code === null) throw refuse('PARTNER404_NOT_FOUND')
      return bodyOf(code)
    },

    async listQrCodes({ params, query: { limit, cursor } }, refuse) {
      const partnerId = numberOf(params)
      const after = readCursor(cursor, readPosition)
      const rows = await listQrCodes(operatorLists, partnerId, { limit: limit + 1, after })
      if (rows.length === 0 && (await getPartner(operatorLists, partnerId)) === null) {
        throw refuse('PARTNER404_NOT_FOUND')
      }
      return pageOf(rows, limit, { idOf: positionText, toItem: bodyOf })
    },

    async readQrCode({ params }, refuse) {
      const code = await findQrCode(operatorLists, params.token)
      if (code === null) throw refuse('QR_CODE404_NOT_FOUND')
      return bodyOf(code)
    },

    async changeQrCode({ params, body: patch, caller }, refuse) {
      const code = await updateQrCode(pool, params.token, patch, caller.actor)
      if (code === null) throw refuse('QR_CODE404_NOT_FOUND')
      return bodyOf(code)
    },

    async listQrConfigurations({ params: { token }, query: { limit, cursor } }, refuse) {
      const beforeId = readCursor(cursor, readUuid)
      const page = { limit: limit + 1, beforeId }
      const records = await listQrConfigurations(operatorLists, token, page)
      if (records.length === 0 && (await findQrCode(operatorLists, token)) === null) {
        throw refuse('QR_CODE404_NOT_FOUND')
      }
      return pageOf(records, limit, { idOf: (row) => row.configurationId, toItem: (row) => row })
    },
  }
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
