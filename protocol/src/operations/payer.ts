/** The pages that payers open (D20). They answer in HTML, errors included. */
import { z } from 'zod'
import { LANGUAGES } from '../language.ts'
import type { ContentAnswer, OperationTable } from '../operation.ts'
import { qrCodeTokenSchema } from '../qr-config.ts'

const page = <const Status extends number>(status: Status, description: string) =>
  ({
    status,
    description,
    content: { 'text/html': { type: 'string' } },
  }) satisfies ContentAnswer

const UNKNOWN = page(404, 'The code does not exist.')

const common = {
  caller: 'anyone',
  tag: 'Pages for payers',
  method: 'GET',
  query: z.object({
    lang: z.enum(LANGUAGES).optional().meta({
      description: "The language of the page. Default: the browser's, or else Arabic (W41).",
    }),
  }),
  anyQuery: true,
} as const

export const PAYER = {
  showQrCode: {
    ...common,
    path: '/q/{token}',
    // Some browsers add a slash, and some keyboards capitalise the first letter.
    aliases: ['/q/{token}/', '/Q/{token}'],
    summary: 'The page of a QR code',
    description: 'The page that a phone opens: the partner and the amounts of the code.',
    params: { token: qrCodeTokenSchema },
    malformedParams: 'unknown',
    answer: page(200, 'The partner and the amounts of the code.'),
    otherAnswers: [
      UNKNOWN,
      page(429, 'Too many unknown codes from this address.'),
      page(500, 'The platform failed.'),
      page(503, 'The platform is temporarily unavailable.'),
    ],
  },
  showUnknownCode: {
    ...common,
    path: '/q',
    aliases: ['/q/*'],
    summary: 'The page of a mistyped code',
    description: 'Says that the code does not exist.',
    answer: UNKNOWN,
  },
  checkReceipt: {
    ...common,
    path: '/r',
    summary: 'The page that checks a receipt',
    description:
      'Checks the code of a receipt in the browser (D33). The code is the part of the address behind ' +
      '#, which no request contains. After its first load the page works without the network.',
    answer: page(200, 'The page, the same for every receipt.'),
  },
  readReceiptWorker: {
    ...common,
    path: '/receipt-worker.js',
    summary: 'The service worker of the page that checks receipts',
    description: 'Keeps that page and the public keys for use without the network.',
    answer: {
      description: 'The script.',
      content: { 'text/javascript': { type: 'string' } },
    },
  },
  showWelcome: {
    ...common,
    path: '/',
    summary: 'The start page',
    description: 'For payers who type the address of a poster without the code.',
    answer: page(200, 'Explains how to scan a code.'),
  },
} as const satisfies OperationTable
