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

const UNKNOWN = page(404, 'There is no such code.')

const common = {
  caller: 'anyone',
  tag: 'Pages for payers',
  method: 'GET',
  query: z.object({
    lang: z.enum(LANGUAGES).optional().meta({
      description: "The language of the page; without it the browser's, else Arabic (W41).",
    }),
  }),
  anyQuery: true,
} as const

export const PAYER = {
  showQrCode: {
    ...common,
    path: '/q/{token}',
    // As some browsers complete what is typed by hand, and as some keyboards begin a word.
    aliases: ['/q/{token}/', '/Q/{token}'],
    summary: 'The page of a QR code',
    description: "What a phone's camera opens: whom the code pays and what it asks for.",
    params: { token: qrCodeTokenSchema },
    malformedParams: 'unknown',
    answer: page(200, 'What the code asks for.'),
    otherAnswers: [
      UNKNOWN,
      page(429, 'Too many unknown codes from this address.'),
      page(500, 'The platform failed.'),
      page(503, 'The platform is away for a moment.'),
    ],
  },
  showUnknownCode: {
    ...common,
    path: '/q',
    aliases: ['/q/*'],
    summary: 'The page of a mistyped code',
    description: 'Says that there is no such code.',
    answer: UNKNOWN,
  },
  showWelcome: {
    ...common,
    path: '/',
    summary: 'The start page',
    description: 'For those who type the address on a poster without the code.',
    answer: page(200, 'Says how to scan a code.'),
  },
} as const satisfies OperationTable
