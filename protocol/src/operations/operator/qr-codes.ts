/** QR codes in the operator API (D20, D22). */
import { partnerIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import {
  createQrCodeRequest,
  patchQrCodeRequest,
  qrCode,
  qrConfigurationRecord,
} from '../../qr-codes.ts'
import { putQrConfigRequest, qrCodeTokenSchema, qrConfigSchema } from '../../qr-config.ts'
import * as examples from '../examples/qr-codes.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const ofPartner = {
  ...common,
  params: { partnerId: partnerIdSchema },
  errors: ['PARTNER404_NOT_FOUND'],
} as const

const ofCode = {
  ...common,
  params: { token: qrCodeTokenSchema },
  errors: ['QR_CODE404_NOT_FOUND'],
} as const

const CHANGE_ERRORS = [
  'QR_CODE404_NOT_FOUND',
  'QR_CODE400_INVALID_STATUS',
  'QR_CODE400_CANNOT_BE_MODIFIED',
] as const

const qrCodeList = listOf(qrCode)
export const qrConfigurationRecordList = listOf(qrConfigurationRecord)

named({ QrCodeList: qrCodeList, QrConfigurationRecordList: qrConfigurationRecordList })

export const OPERATOR_QR_CODES = {
  createQrCode: {
    ...ofPartner,
    method: 'POST',
    path: '/operator/v1/partners/{partnerId}/qr-codes',
    permission: 'qr.edit',
    summary: 'Create a QR code for a partner',
    description:
      'The partner sets the amounts of a static code. A dynamic code has one amount, is paid once, and ' +
      'cannot be changed.',
    body: { schema: createQrCodeRequest, example: { label: 'Caisse 2' } },
    answer: {
      status: 201,
      description: 'The code, active.',
      schema: qrCode,
      examples: { created: examples.qrCode },
    },
  },
  listQrCodes: {
    ...ofPartner,
    method: 'GET',
    path: '/operator/v1/partners/{partnerId}/qr-codes',
    permission: 'partners.view',
    summary: 'List the QR codes of a partner',
    description: 'Newest first.',
    query: listQuery,
    answer: onePage(qrCodeList, examples.qrCode),
  },
  readQrCode: {
    ...ofCode,
    method: 'GET',
    path: '/operator/v1/qr-codes/{token}',
    permission: 'partners.view',
    summary: 'Read a QR code',
    description: 'Its amounts are in its configurations.',
    answer: {
      description: 'The code.',
      schema: qrCode,
      examples: { code: examples.qrCode },
    },
  },
  changeQrCode: {
    ...ofCode,
    method: 'PATCH',
    path: '/operator/v1/qr-codes/{token}',
    permission: 'qr.edit',
    summary: 'Label, disable or enable a QR code',
    description:
      'At least one field. A disabled code can be neither scanned, paid, set nor unset; payments ' +
      'that are open go on.',
    body: { schema: patchQrCodeRequest, example: { status: 'disabled' } },
    answer: {
      description: 'The code after the change.',
      schema: qrCode,
      examples: { disabled: examples.disabledQrCode },
    },
  },
  setQrConfiguration: {
    ...ofCode,
    method: 'PUT',
    path: '/operator/v1/qr-codes/{token}/configuration',
    permission: 'qr.edit',
    summary: 'Set the amounts of a QR code for its partner',
    description:
      'As the partner does with section 4.4, whose rules apply: the whole configuration is ' +
      'replaced, and the history names who set it. Setting the same again changes nothing.',
    body: { schema: putQrConfigRequest, example: { amounts: [500, 1000, 2500.5] } },
    answer: {
      description: 'What the code asks for now (D17).',
      schema: qrConfigSchema,
      examples: { set: examples.qrConfig },
    },
    errors: CHANGE_ERRORS,
  },
  unsetQrConfiguration: {
    ...ofCode,
    method: 'POST',
    path: '/operator/v1/qr-codes/{token}/configuration/unset',
    permission: 'qr.edit',
    summary: 'Remove the amounts of a QR code for its partner',
    description:
      'As the partner does with section 4.5: afterwards the payer chooses the amount. Succeeds also if ' +
      'there are no amounts. Send no body.',
    answer: {
      description: 'What the code asks for now (D17).',
      schema: qrConfigSchema,
      examples: { open: examples.openQrConfig },
    },
    errors: CHANGE_ERRORS,
  },
  listQrConfigurations: {
    ...ofCode,
    method: 'GET',
    path: '/operator/v1/qr-codes/{token}/configurations',
    permission: 'partners.view',
    summary: 'List the configurations of a QR code',
    description: 'Who set which amounts, and when; newest first.',
    query: listQuery,
    answer: onePage(qrConfigurationRecordList, examples.qrConfigurationRecord),
  },
} as const satisfies OperationTable
