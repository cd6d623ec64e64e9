import type { QrCodeKind, QrCodeStatus } from '@wasl/protocol'

/** A QR code as an operator sees it, without its configurations. */
export type QrCodeRow = {
  partner_id: number
  token: string
  kind: QrCodeKind
  label: string
  status: QrCodeStatus
  created_at: Date
  updated_at: Date
}

export const CODE_COLUMNS = 'partner_id, token, kind, label, status, created_at, updated_at'
