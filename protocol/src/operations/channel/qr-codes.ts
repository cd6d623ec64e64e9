/** Static QR codes in the channel API (D19, D21). */
import { channelPayment } from '../../channel-api.ts'
import type { OperationTable } from '../../operation.ts'
import type { ErrorCodeOf } from '../../operation-errors.ts'
import { openQrPaymentRequest, qrCodeTokenSchema, scannedQrCode } from '../../qr-config.ts'
import * as examples from '../examples/qr-codes.ts'

const common = {
  caller: 'channel',
  tag: 'Channel API',
  params: { token: qrCodeTokenSchema },
} as const

export const CHANNEL_QR_CODES = {
  scanQrCode: {
    ...common,
    method: 'GET',
    path: '/channel/v1/qr-codes/{token}',
    permission: 'references.view',
    summary: 'Scan a QR code',
    description:
      'Returns the partner and the current amounts of the code. Show them to the payer. The platform ' +
      'remembers the last scan of this channel, and charges nothing if the amounts changed since.',
    answer: {
      description: 'The code, for the payer to see.',
      schema: scannedQrCode,
      examples: { 'single use': examples.scanned, used: examples.scannedUsed },
    },
    errors: [
      'CHANNEL403_DISABLED',
      'CHANNEL403_PARTNER_NOT_ALLOWED',
      'QR_CODE404_NOT_FOUND',
      'QR_CODE400_INVALID_STATUS',
      'PARTNER403_INACTIVE',
      'PARTNER409_TESTING',
      'PARTNER409_PAUSED',
      'CHANNEL403_TEST_ONLY',
    ],
  },
  openQrPayment: {
    ...common,
    method: 'POST',
    path: '/channel/v1/qr-codes/{token}/payments',
    permission: 'cash.receive',
    summary: 'Open a payment by QR code',
    description:
      'The platform makes the reference and calls no partner (D19). amount is optional when the code ' +
      'has exactly one amount. Collect exactly the amount in the answer, then confirm before ' +
      'lockReleaseTime. On an error take no money. A repetition with the same Idempotency-Key gets the ' +
      'first answer: read the payment before you take money.',
    idempotent: true,
    body: { schema: openQrPaymentRequest, optional: true, example: { amount: 1250.5 } },
    answer: {
      status: 201,
      description: 'The payment is locked.',
      schema: channelPayment,
      examples: { locked: examples.lockedQrPayment },
    },
    errors: [
      'CHANNEL403_DISABLED',
      'CHANNEL403_PARTNER_NOT_ALLOWED',
      'QR_CODE404_NOT_FOUND',
      'QR_CODE400_INVALID_STATUS',
      'PARTNER403_INACTIVE',
      'PARTNER409_TESTING',
      'PARTNER409_PAUSED',
      'CHANNEL403_TEST_ONLY',
      'QR_CODE409_AMOUNT_CHANGED',
      'QR_CODE409_IN_USE',
      'CHANNEL429_TOO_MANY_LOCKS',
      'AGENT404_NOT_FOUND',
      'AGENT409_NOT_ON_SHIFT',
      'AGENT409_CASH_LIMIT',
      'IDEMPOTENCY422_KEY_REUSED',
    ],
  },
} as const satisfies OperationTable

export type ScanQrCodeError = ErrorCodeOf<typeof CHANNEL_QR_CODES.scanQrCode>
export type OpenQrPaymentError = ErrorCodeOf<typeof CHANNEL_QR_CODES.openQrPayment>
