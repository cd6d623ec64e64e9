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
import { qrCodeTokenSchema } from '../../qr-config.ts'
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
