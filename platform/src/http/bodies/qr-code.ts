import {
  centimesFromDinars,
  type CreateQrCodeRequest,
  type PutQrConfigRequest,
  type QrCode,
} from '@wasl/protocol'
import type { QrCodeRow } from '../../payments/qr-codes/code-row.ts'
import { qrCodeUrl } from '../../payments/qr-codes/code-url.ts'
import type { NewQrCode } from '../../payments/qr-codes/create.ts'
import type { QrCodePosition } from '../../payments/qr-codes/list.ts'
import type { Amounts } from '../../payments/qr-codes/configuration.ts'
import { checkCode } from '../../payments/qr-codes/token.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'

export const newCodeOf = (
  partnerId: number,
  { label, kind, amount }: CreateQrCodeRequest,
): NewQrCode => {
  if (kind === 'static') return { partnerId, label, kind }
  const read = centimesFromDinars(amount)
  if (!read.ok) throw new Error(`a validated amount could not be read: ${read.problem}`)
  return { partnerId, label, kind, amount: read.centimes }
}

/** The amounts that a request asks for, with their lifetime (section 2.7). */
export const wantedOf = ({ amounts, expiresAt, singleUse }: PutQrConfigRequest): Amounts => {
  const kind = expiresAt === undefined ? 'PERMANENT' : 'TIME_LIMITED'
  return {
    kind: singleUse === true ? 'SINGLE_USE' : kind,
    amounts: amounts.map(centimesOf),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
  }
}

export const qrCodeBody = (code: QrCodeRow, origin: string): QrCode => ({
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

export const positionText = ({ created_at: createdAt, token }: QrCodeRow): string =>
  `${createdAt.toISOString()} ${token}`

const POSITION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9A-Z]{26})$/

export const readPosition = (text: string): QrCodePosition | null => {
  const [, time = '', token = ''] = POSITION.exec(text) ?? []
  const createdAt = new Date(time)
  return Number.isNaN(createdAt.getTime()) ? null : { createdAt, token }
}
