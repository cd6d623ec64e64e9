/** The Static QR Code API (sections 4.4 and 4.5). */
import type { OperationTable } from '../../operation.ts'
import type { ErrorCodeOf } from '../../operation-errors.ts'
import { qrConfigSchema, setQrConfigRequest, unsetQrConfigRequest } from '../../qr-config.ts'
import * as examples from '../examples/qr-codes.ts'

/** `{api_base_url}` of section 4 (D6). */
export const QR_BASE_PATH = '/partner/qr/v1'

const common = {
  method: 'POST',
  caller: 'partner',
  unauthorized: 'AUTH401_UNAUTHORIZED_ACCESS',
  tag: 'Static QR Code API',
  errors: [
    'QR_CODE404_NOT_FOUND',
    'QR_CODE400_INVALID_STATUS',
    'QR_CODE400_CANNOT_BE_MODIFIED',
    'PARTNER_API429_TOO_MANY_CHANGES',
    'PARTNER_API429_TOO_MANY_AT_ONCE',
  ],
} as const

export const PARTNER_QR_CODES = {
  setQrConfig: {
    ...common,
    path: `${QR_BASE_PATH}/set-qr-config`,
    permission: 'qr.edit',
    summary: 'Attach amounts to a static QR code',
    description:
      'Replaces the amount configuration of the code (section 4.4, D16). Without expiresAt and ' +
      'singleUse the amounts are permanent, until they are replaced or removed. Setting the same ' +
      'configuration again changes nothing.',
    body: { schema: setQrConfigRequest, example: examples.setQrConfig },
    answer: {
      description: 'The current configuration (D17).',
      schema: qrConfigSchema,
      examples: { 'multi-amount': examples.qrConfig, 'single use': examples.singleUseQrConfig },
    },
  },
  unsetQrConfig: {
    ...common,
    path: `${QR_BASE_PATH}/un-set-qr-config`,
    permission: 'qr.edit',
    summary: 'Remove the amounts of a static QR code',
    description:
      'Afterwards the payer chooses the amount (section 4.5, D16). Succeeds also if there are no ' +
      'amounts.',
    body: { schema: unsetQrConfigRequest, example: { qrCodeToken: examples.QR_TOKEN } },
    answer: {
      description: 'The code without a configuration (D17).',
      schema: qrConfigSchema,
      examples: { open: examples.openQrConfig },
    },
  },
} as const satisfies OperationTable

export type SetQrConfigError = ErrorCodeOf<typeof PARTNER_QR_CODES.setQrConfig>
