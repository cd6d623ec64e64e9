/** Static QR codes: for partners (sections 4.4, 4.5), channels (D21) and operators (D20, D22). */
import type { PlatformOperation } from './operation.ts'
import * as examples from './qr-examples.ts'
import { onePage } from './shared-answers.ts'

const forPartner = { tag: 'Static QR Code API', access: 'partnerQr', method: 'post' } as const
const forChannel = { tag: 'Channel API', access: 'channel' } as const
const forOperator = { tag: 'Operator API', access: 'operator' } as const

const CHANGE_ERRORS = [
  'VALIDATION400',
  'QR_CODE404_NOT_FOUND',
  'QR_CODE400_INVALID_STATUS',
  'QR_CODE400_CANNOT_BE_MODIFIED',
  'PARTNER_API429_TOO_MANY_CHANGES',
  'PARTNER_API429_TOO_MANY_AT_ONCE',
] as const

export const QR_CONFIG_OPERATIONS: readonly PlatformOperation[] = [
  {
    ...forPartner,
    path: '/partner/qr/v1/set-qr-config',
    operationId: 'setQrConfig',
    summary: 'Attach amounts to a static QR code',
    description:
      'Replaces what the code asks for, whole or not at all (section 4.4, D16). Without expiresAt ' +
      'and singleUse the amounts stay until they are replaced or taken away. Setting the same again ' +
      'changes nothing.',
    body: { schema: 'SetQrConfigRequest', required: true, example: examples.setQrConfig },
    success: {
      status: 200,
      description: 'What the code asks for now (D17).',
      schema: 'QrConfig',
      examples: { 'multi-amount': examples.qrConfig, 'single use': examples.singleUseQrConfig },
    },
    errors: CHANGE_ERRORS,
  },
  {
    ...forPartner,
    path: '/partner/qr/v1/un-set-qr-config',
    operationId: 'unsetQrConfig',
    summary: 'Take the amounts away from a static QR code',
    description:
      'From then on the payer names the amount (section 4.5, D16). Taking away what is not there ' +
      'succeeds.',
    body: {
      schema: 'UnsetQrConfigRequest',
      required: true,
      example: { qrCodeToken: examples.QR_TOKEN },
    },
    success: {
      status: 200,
      description: 'What the code asks for now: nothing (D17).',
      schema: 'QrConfig',
      examples: { open: examples.openQrConfig },
    },
    errors: CHANGE_ERRORS,
  },
]

export const CHANNEL_QR_OPERATIONS: readonly PlatformOperation[] = [
  {
    ...forChannel,
    method: 'get',
    path: '/channel/v1/qr-codes/{token}',
    operationId: 'scanQrCode',
    summary: 'Scan a QR code',
    description:
      'Whom it pays and the amounts in force at this moment. Show them to the payer: what this ' +
      'channel was shown last is remembered, so that nothing else is charged.',
    parameters: ['QrCodeToken'],
    success: {
      status: 200,
      description: 'What to show the payer.',
      schema: 'ScannedQrCode',
      examples: { 'single use': examples.scanned },
    },
    errors: [
      'VALIDATION400',
      'QR_CODE404_NOT_FOUND',
      'QR_CODE400_INVALID_STATUS',
      'PARTNER403_INACTIVE',
    ],
  },
  {
    ...forChannel,
    method: 'post',
    path: '/channel/v1/qr-codes/{token}/payments',
    operationId: 'openQrPayment',
    summary: 'Open a payment by QR code',
    description:
      'The platform makes the reference and calls nobody: the amounts in force are the detail (D19). ' +
      'amount may be left out when exactly one is in force. Collect exactly the amount in the ' +
      'answer, then confirm before lockReleaseTime. On an error take no money. Repeated under its ' +
      'Idempotency-Key it is answered as the first time: read the payment then, before you take money.',
    parameters: ['QrCodeToken', 'IdempotencyKey'],
    body: { schema: 'OpenQrPaymentRequest', required: false, example: { amount: 1250.5 } },
    success: {
      status: 201,
      description: 'The payment is locked.',
      schema: 'ChannelPayment',
      examples: { locked: examples.lockedQrPayment },
    },
    errors: [
      'VALIDATION400',
      'QR_CODE404_NOT_FOUND',
      'QR_CODE400_INVALID_STATUS',
      'PARTNER403_INACTIVE',
      'QR_CODE409_AMOUNT_CHANGED',
      'QR_CODE409_IN_USE',
      'CHANNEL429_TOO_MANY_LOCKS',
      'IDEMPOTENCY422_KEY_REUSED',
    ],
  },
]

export const QR_CODE_OPERATIONS: readonly PlatformOperation[] = [
  {
    ...forOperator,
    method: 'post',
    path: '/operator/v1/partners/{partnerId}/qr-codes',
    operationId: 'createQrCode',
    summary: 'Make a QR code for a partner',
    description:
      'A static code is printed once and asks for what its partner sets. A dynamic one carries one ' +
      'amount, is paid once, and cannot be changed.',
    parameters: ['PartnerId'],
    body: { schema: 'CreateQrCodeRequest', required: true, example: { label: 'Caisse 2' } },
    success: {
      status: 201,
      description: 'The code, active.',
      schema: 'QrCode',
      examples: { created: examples.qrCode },
    },
    errors: ['VALIDATION400', 'PARTNER404_NOT_FOUND'],
  },
  {
    ...forOperator,
    method: 'get',
    path: '/operator/v1/partners/{partnerId}/qr-codes',
    operationId: 'listQrCodes',
    summary: 'List the QR codes of a partner',
    description: 'The newest first.',
    parameters: ['PartnerId', 'Limit', 'Cursor'],
    success: onePage('QrCodeList', examples.qrCode),
    errors: ['VALIDATION400', 'PARTNER404_NOT_FOUND'],
  },
  {
    ...forOperator,
    method: 'get',
    path: '/operator/v1/qr-codes/{token}',
    operationId: 'readQrCode',
    summary: 'Read a QR code',
    description: 'As its partner knows it; what it asks for is in its configurations.',
    parameters: ['QrCodeToken'],
    success: {
      status: 200,
      description: 'The code.',
      schema: 'QrCode',
      examples: { code: examples.qrCode },
    },
    errors: ['VALIDATION400', 'QR_CODE404_NOT_FOUND'],
  },
  {
    ...forOperator,
    method: 'patch',
    path: '/operator/v1/qr-codes/{token}',
    operationId: 'changeQrCode',
    summary: 'Label, disable or enable a QR code',
    description:
      'At least one field. A disabled code can be neither scanned, paid, set nor unset; payments ' +
      'that are open go on.',
    parameters: ['QrCodeToken'],
    body: { schema: 'PatchQrCodeRequest', required: true, example: { status: 'disabled' } },
    success: {
      status: 200,
      description: 'The code after the change.',
      schema: 'QrCode',
      examples: { disabled: examples.disabledQrCode },
    },
    errors: ['VALIDATION400', 'QR_CODE404_NOT_FOUND'],
  },
  {
    ...forOperator,
    method: 'get',
    path: '/operator/v1/qr-codes/{token}/configurations',
    operationId: 'listQrConfigurations',
    summary: 'What a QR code asked for, and when',
    description: 'Who set what, when, until when; the newest first.',
    parameters: ['QrCodeToken', 'Limit', 'Cursor'],
    success: onePage('QrConfigurationRecordList', examples.qrConfigurationRecord),
    errors: ['VALIDATION400', 'QR_CODE404_NOT_FOUND'],
  },
  {
    ...forOperator,
    method: 'get',
    path: '/operator/v1/qr-codes/{token}/image',
    operationId: 'drawQrCode',
    summary: 'The image of a QR code',
    description:
      'As SVG or PNG, holding the URL of the page for the payer or the EMVCo payload (D20).',
    parameters: ['QrCodeToken', 'QrImageFormat', 'QrImageContent'],
    success: {
      status: 200,
      description: 'The image.',
      schema: null,
      content: {
        'image/svg+xml': { schema: { type: 'string' } },
        'image/png': { schema: { type: 'string', contentMediaType: 'image/png' } },
      },
      examples: {},
    },
    errors: ['VALIDATION400', 'QR_CODE404_NOT_FOUND'],
  },
  {
    ...forOperator,
    method: 'get',
    path: '/operator/v1/qr-codes/{token}/poster',
    operationId: 'printQrCode',
    summary: 'A sheet to print a QR code on',
    description: 'In Arabic, French and English, with the label and the check code.',
    parameters: ['QrCodeToken', 'QrPosterSize'],
    success: {
      status: 200,
      description: 'A page for the printer.',
      schema: null,
      content: { 'text/html': { schema: { type: 'string' } } },
      examples: {},
    },
    errors: ['VALIDATION400', 'QR_CODE404_NOT_FOUND'],
  },
]
