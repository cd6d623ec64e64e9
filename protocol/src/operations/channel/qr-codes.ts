/** Static QR codes in the channel API (D19, D21). */
import { channelPayment } from '../../channel-api.ts'
import type { ErrorCodeOf, OperationTable } from '../../operation.ts'
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
    summary: 'Scan a QR code',
    description:
      'Whom it pays and the amounts in force at this moment. Show them to the payer: what this ' +
      'channel was shown last is remembered, so that nothing else is charged.',
    answer: {
      description: 'What to show the payer.',
      schema: scannedQrCode,
      examples: { 'single use': examples.scanned },
    },
    errors: ['QR_CODE404_NOT_FOUND', 'QR_CODE400_INVALID_STATUS', 'PARTNER403_INACTIVE'],
  },
  openQrPayment: {
    ...common,
    method: 'POST',
    path: '/channel/v1/qr-codes/{token}/payments',
    summary: 'Open a payment by QR code',
    description:
      'The platform makes the reference and calls nobody: the amounts in force are the detail (D19). ' +
      'amount may be left out when exactly one is in force. Collect exactly the amount in the ' +
      'answer, then confirm before lockReleaseTime. On an error take no money. Repeated under its ' +
      'Idempotency-Key it is answered as the first time: read the payment then, before you take money.',
    idempotent: true,
    body: { schema: openQrPaymentRequest, optional: true, example: { amount: 1250.5 } },
    answer: {
      status: 201,
      description: 'The payment is locked.',
      schema: channelPayment,
      examples: { locked: examples.lockedQrPayment },
    },
    errors: [
      'QR_CODE404_NOT_FOUND',
      'QR_CODE400_INVALID_STATUS',
      'PARTNER403_INACTIVE',
      'QR_CODE409_AMOUNT_CHANGED',
      'QR_CODE409_IN_USE',
      'CHANNEL429_TOO_MANY_LOCKS',
      'IDEMPOTENCY422_KEY_REUSED',
    ],
  },
} as const satisfies OperationTable

export type ScanQrCodeError = ErrorCodeOf<typeof CHANNEL_QR_CODES.scanQrCode>
export type OpenQrPaymentError = ErrorCodeOf<typeof CHANNEL_QR_CODES.openQrPayment>
