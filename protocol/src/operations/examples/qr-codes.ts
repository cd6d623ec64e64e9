/** Examples of the document about QR codes. */
import type { ChannelPayment } from '../../channel-api.ts'
import type { UsedCode } from '../../holding-payment.ts'
import type { QrCode, QrConfigurationRecord } from '../../qr-codes.ts'
import type { QrConfig, ScannedQrCode } from '../../qr-config.ts'
import { lockedPayment, OPENED_AT, PAID_AT, paidHere } from './payments.ts'
import { partner } from './partners.ts'

export const QR_TOKEN = '7Z3M9K0QW5T8R2VXN4BHJD01Z9'

export const setQrConfig = { qrCodeToken: QR_TOKEN, amounts: [500, 1000, 2500.5] }

export const qrConfig: QrConfig = {
  qrCodeToken: QR_TOKEN,
  kind: 'PERMANENT',
  mode: 'MULTI_AMOUNT',
  currency: 'DZD',
  amounts: setQrConfig.amounts,
  expiresAt: null,
  singleUse: false,
  updatedAt: OPENED_AT,
}

export const singleUseQrConfig: QrConfig = {
  ...qrConfig,
  kind: 'SINGLE_USE',
  mode: 'SINGLE_AMOUNT',
  amounts: [1250.5],
  singleUse: true,
}

export const openQrConfig: QrConfig = { ...qrConfig, kind: null, mode: 'OPEN_AMOUNT', amounts: [] }

const qrCodeFields = { partnerId: 'prt_1001', label: 'Caisse 2', status: 'active' } as const

export const scanned: ScannedQrCode = {
  ...singleUseQrConfig,
  ...qrCodeFields,
  partnerName: partner.name,
  inUse: false,
  ownPayment: null,
  used: null,
}

export const used: UsedCode = { usedAt: PAID_AT, paidHere }

/** Its single use was used in the channel that scans it. */
export const scannedUsed: ScannedQrCode = {
  ...openQrConfig,
  ...qrCodeFields,
  partnerName: partner.name,
  inUse: false,
  ownPayment: null,
  used,
}

export const lockedQrPayment: ChannelPayment = {
  ...lockedPayment,
  reference: 'QR-4GQZ8M1T6R0KXW93VYB5N7HCJE',
  amount_detail: [],
  details: [],
  qrCodeToken: QR_TOKEN,
}

export const qrCode: QrCode = {
  qrCodeToken: QR_TOKEN,
  ...qrCodeFields,
  kind: 'static',
  url: `https://pay.example/q/${QR_TOKEN}`,
  checkCode: 'K7M-3FQ',
  createdAt: '2026-11-01T08:20:00.000Z',
  updatedAt: '2026-11-01T08:20:00.000Z',
}

export const disabledQrCode: QrCode = { ...qrCode, status: 'disabled', updatedAt: PAID_AT }

export const qrConfigurationRecord: QrConfigurationRecord = {
  configurationId: '019aa5b0-0000-7abc-8def-0abc000003e9',
  kind: 'SINGLE_USE',
  amounts: [1250.5],
  expiresAt: null,
  singleUse: true,
  setAt: OPENED_AT,
  setBy: 'partner 3f9a1c2e',
  endedAt: PAID_AT,
  endedBy: 'used',
  unsetBy: null,
}
