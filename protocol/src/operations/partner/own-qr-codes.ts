/** A partner's users make and print its QR codes (W153). Their amounts are set by section 4.4. */
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { ownQrCode } from '../../own-partner.ts'
import {
  createQrCodeRequest,
  patchQrCodeRequest,
  qrImageQuery,
  qrPosterQuery,
} from '../../qr-codes.ts'
import { qrCodeTokenSchema } from '../../qr-config.ts'
import * as examples from '../examples/own-partner.ts'
import { qrConfigurationRecord as exampleOfHistory } from '../examples/qr-codes.ts'
import { onePage } from '../list-answer.ts'
import { qrConfigurationRecordList } from '../operator/qr-codes.ts'

const PATH = '/partner/settings/v1/qr-codes'

const REFUSALS = ['PARTNER_API403_MERCHANT_INACTIVE'] as const

const common = { caller: 'partner', tag: 'Settings API', errors: [...REFUSALS] } as const

const ofCode = {
  ...common,
  params: { token: qrCodeTokenSchema },
  malformedParams: 'unknown',
  errors: [...REFUSALS, 'QR_CODE404_NOT_FOUND'],
} as const

const CODE = {
  description: 'The code, with what it asks for now.',
  schema: ownQrCode,
  examples: { code: examples.ownQrCode },
} as const

const ownQrCodeList = listOf(ownQrCode)

named({ OwnQrCodeList: ownQrCodeList })

export const PARTNER_OWN_QR_CODES = {
  createOwnQrCode: {
    ...common,
    method: 'POST',
    path: PATH,
    permission: 'qr.edit',
    summary: 'Create a QR code',
    description:
      'A static code gets its amounts afterwards. A dynamic code has one amount, is paid once, and ' +
      'cannot be changed.',
    body: { schema: createQrCodeRequest, example: { label: 'Caisse 2' } },
    answer: { ...CODE, status: 201 },
    errors: [...REFUSALS, 'PARTNER_API429_TOO_MANY_CHANGES'],
  },
  listOwnQrCodes: {
    ...common,
    method: 'GET',
    path: PATH,
    permission: 'partners.view',
    summary: 'List your QR codes',
    description: 'Newest first.',
    query: listQuery,
    answer: onePage(ownQrCodeList, examples.ownQrCode),
  },
  readOwnQrCode: {
    ...ofCode,
    method: 'GET',
    path: `${PATH}/{token}`,
    permission: 'partners.view',
    summary: 'Read one of your QR codes',
    description: 'With the amounts that it asks for now, and its last paid payment.',
    answer: CODE,
  },
  changeOwnQrCode: {
    ...ofCode,
    method: 'PATCH',
    path: `${PATH}/{token}`,
    permission: 'qr.edit',
    summary: 'Label, disable or enable one of your QR codes',
    description:
      'At least one field. A disabled code can be neither scanned, paid, set nor unset; payments ' +
      'that are open go on.',
    body: { schema: patchQrCodeRequest, example: { status: 'disabled' } },
    answer: CODE,
    errors: [...ofCode.errors, 'PARTNER_API429_TOO_MANY_CHANGES'],
  },
  listOwnQrConfigurations: {
    ...ofCode,
    method: 'GET',
    path: `${PATH}/{token}/configurations`,
    permission: 'partners.view',
    summary: 'List the configurations of one of your QR codes',
    description: 'Who set which amounts, and when; newest first.',
    query: listQuery,
    answer: onePage(qrConfigurationRecordList, exampleOfHistory),
  },
  drawOwnQrCode: {
    ...ofCode,
    method: 'GET',
    path: `${PATH}/{token}/image`,
    permission: 'partners.view',
    summary: 'The image of one of your QR codes',
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
  printOwnQrCode: {
    ...ofCode,
    method: 'GET',
    path: `${PATH}/{token}/poster`,
    permission: 'partners.view',
    summary: 'The poster of one of your QR codes',
    description: 'In Arabic, French and English, with the label and the check code.',
    query: qrPosterQuery,
    answer: {
      description: 'A page for the printer.',
      content: { 'text/html': { type: 'string' } },
    },
  },
} as const satisfies OperationTable
