import type { QrCode } from '@wasl/protocol'
import { getPartner } from '../../partners/get.ts'
import type { QrCodeRow } from '../../qr-codes/code-row.ts'
import { createQrCode } from '../../qr-codes/create.ts'
import { findQrCode, listQrCodes } from '../../qr-codes/list.ts'
import { listQrConfigurations } from '../../qr-codes/list-configurations.ts'
import { updateQrCode } from '../../qr-codes/update.ts'
import { newCodeOf, positionText, qrCodeBody, readPosition } from '../bodies/qr-code.ts'
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
