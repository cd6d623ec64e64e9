/** The printed forms of a QR code (D20). */
import type { OperationTable } from '../../operation.ts'
import { qrImageQuery, qrPosterQuery } from '../../qr-codes.ts'
import { qrCodeTokenSchema } from '../../qr-config.ts'

const ofCode = {
  caller: 'operator',
  tag: 'Operator API',
  params: { token: qrCodeTokenSchema },
  errors: ['QR_CODE404_NOT_FOUND'],
} as const

export const OPERATOR_QR_IMAGES = {
  drawQrCode: {
    ...ofCode,
    method: 'GET',
    path: '/operator/v1/qr-codes/{token}/image',
    permission: 'partners.view',
    summary: 'The image of a QR code',
    description:
      'As SVG or PNG, with the URL of the page for the payer or the EMVCo payload (D20).',
    query: qrImageQuery,
    answer: {
      description: 'The image.',
      content: {
        'image/svg+xml': { type: 'string' },
        'image/png': { type: 'string', contentMediaType: 'image/png' },
      },
    },
  },
  printQrCode: {
    ...ofCode,
    method: 'GET',
    path: '/operator/v1/qr-codes/{token}/poster',
    permission: 'partners.view',
    summary: 'The poster of a QR code',
    description: 'In Arabic, French and English, with the label and the check code.',
    query: qrPosterQuery,
    answer: {
      description: 'A page for the printer.',
      content: { 'text/html': { type: 'string' } },
    },
  },
} as const satisfies OperationTable
