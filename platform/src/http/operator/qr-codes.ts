import type { QrCode } from '@wasl/protocol'
import type { OperatorActor } from '../../base/audit/append.ts'
import { getPartner } from '../../parties/partners/get.ts'
import type { QrCodeRow } from '../../payments/qr-codes/code-row.ts'
import { createQrCode } from '../../payments/qr-codes/create.ts'
import { findQrCode, listQrCodes } from '../../payments/qr-codes/list.ts'
import { listQrConfigurations } from '../../payments/qr-codes/list-configurations.ts'
import { setQrConfig } from '../../payments/qr-codes/set.ts'
import { partnerOfQrToken } from '../../payments/qr-codes/token.ts'
import { unsetQrConfig } from '../../payments/qr-codes/unset.ts'
import { updateQrCode } from '../../payments/qr-codes/update.ts'
import { newCodeOf, positionText, qrCodeBody, readPosition, wantedOf } from '../bodies/qr-code.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'
import { numberOf } from './partners.ts'

/** Who set amounts, as the history of a code names an operator (W39). */
const setterOf = ({ name }: OperatorActor): string => `operator ${name}`

type Refused =
  | 'QR_CODE404_NOT_FOUND'
  | 'QR_CODE400_INVALID_STATUS'
  | 'QR_CODE400_CANNOT_BE_MODIFIED'

const REFUSED: readonly string[] = [
  'QR_CODE404_NOT_FOUND',
  'QR_CODE400_INVALID_STATUS',
  'QR_CODE400_CANNOT_BE_MODIFIED',
] satisfies Refused[]

/** The other codes are of a partner's own call: of its key, and of its limits. */
const refusalOf = (code: string): Refused => {
  if (REFUSED.includes(code)) return code as Refused
  throw new Error(`an operator's change was refused with ${code}`)
}

/** QR codes and their configurations (D19, D22). */
export const qrCodes = ({ db, codes, makeTransition }: RouteDeps): OperatorHandlers<'qrCodes'> => {
  const { pool, operatorLists } = db
  const store = { pool, hot: db.hot, makeTransition }
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

    async setQrConfiguration({ params: { token }, body, caller: { actor } }, refuse) {
      const setBy = setterOf(actor)
      const wanted = wantedOf(body)
      const partnerId = partnerOfQrToken(token)
      if (partnerId === null) throw refuse('QR_CODE404_NOT_FOUND')
      const result = await setQrConfig(store, { partnerId, token, wanted, setBy })
      if (result.ok) return result.config
      const { code, explanation: message } = result
      if (code === 'VALIDATION400') {
        throw refuse(code, { details: [{ path: 'expiresAt', message: message ?? '' }] })
      }
      throw refuse(refusalOf(code))
    },

    async unsetQrConfiguration({ params: { token }, caller: { actor } }, refuse) {
      const partnerId = partnerOfQrToken(token)
      if (partnerId === null) throw refuse('QR_CODE404_NOT_FOUND')
      const unset = { partnerId, token, unsetBy: setterOf(actor) }
      const result = await unsetQrConfig(store, unset)
      if (!result.ok) throw refuse(refusalOf(result.code))
      return result.config
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
