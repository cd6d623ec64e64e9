/** The Static QR Code API (sections 4.4 and 4.5). */
import type { ErrorCodeOf, OperationTable } from '../../operation.ts'
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
    summary: 'Attach amounts to a static QR code',
    description:
      'Replaces what the code asks for, whole or not at all (section 4.4, D16). Without expiresAt ' +
      'and singleUse the amounts stay until they are replaced or taken away. Setting the same again ' +
      'changes nothing.',
    body: { schema: setQrConfigRequest, example: examples.setQrConfig },
    answer: {
      description: 'What the code asks for now (D17).',
      schema: qrConfigSchema,
      examples: { 'multi-amount': examples.qrConfig, 'single use': examples.singleUseQrConfig },
    },
  },
  unsetQrConfig: {
    ...common,
    path: `${QR_BASE_PATH}/un-set-qr-config`,
    summary: 'Take the amounts away from a static QR code',
    description:
      'From then on the payer names the amount (section 4.5, D16). Taking away what is not there ' +
      'succeeds.',
    body: { schema: unsetQrConfigRequest, example: { qrCodeToken: examples.QR_TOKEN } },
    answer: {
      description: 'What the code asks for now: nothing (D17).',
      schema: qrConfigSchema,
      examples: { open: examples.openQrConfig },
    },
  },
} as const satisfies OperationTable

export type SetQrConfigError = ErrorCodeOf<typeof PARTNER_QR_CODES.setQrConfig>
