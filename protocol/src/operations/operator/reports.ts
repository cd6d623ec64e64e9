/** Reports of the books (D31). */
import { businessDateSchema } from '../../business-date.ts'
import { dayReport } from '../../day-report.ts'
import type { OperationTable } from '../../operation.ts'
import {
  accountCodes,
  accountCodesRequest,
  REPORT_DAYS_MAX,
  reportNameSchema,
} from '../../reports.ts'
import { requestQuery } from '../../request-object.ts'
import { z } from 'zod'
import { LANGUAGES } from '../../language.ts'
import { EXPORTED } from '../file-types.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const example = { items: [{ kind: 'bank', accountCode: '512100' }] } as const

const DAY_MS = 86_400_000

const reportQuery = requestQuery({
  from: businessDateSchema
    .optional()
    .meta({ description: 'The first business date; by default the first of the month of to.' }),
  to: businessDateSchema
    .optional()
    .meta({ description: 'The last business date; by default the current one.' }),
  format: z.enum(['json', 'csv', 'xlsx']).default('json'),
  lang: z
    .enum(LANGUAGES)
    .optional()
    .meta({ description: 'The language of a workbook; by default that of Accept-Language.' }),
}).superRefine(({ from, to }, context) => {
  if (from === undefined || to === undefined) return
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days >= 0 && days < REPORT_DAYS_MAX) return
  const message = `expected a date that is not after to, and at most ${REPORT_DAYS_MAX} days`
  context.addIssue({ code: 'custom', path: ['from'], message })
})

const dayQuery = requestQuery({ format: z.enum(['json', 'csv']).default('json') })

const dayExample = {
  businessDate: '2026-11-21',
  isClosed: true,
  madeAt: '2026-11-22T07:00:00.000Z',
  moved: { count: 1, debits: 1_250_000, credits: 1_250_000 },
  balance: 0,
  lines: [
    {
      section: 'payments',
      item: 'COLLECT',
      channelId: 'chn_7',
      channelName: 'Agence Didouche',
      partnerId: 'prt_1001',
      partnerName: 'Boutique Djurdjura',
      holder: null,
      holderName: null,
      count: 1,
      amount: 1_250_000,
    },
  ],
} as const

export const OPERATOR_REPORTS = {
  readDayReport: {
    ...common,
    method: 'GET',
    path: '/operator/v1/days/{businessDate}/report',
    permission: 'export',
    summary: 'Everything about one business date',
    description:
      'One document: payments by channel and partner, refunds, fees, cash by holder, counts, ' +
      'differences, deposits, lines of the bank, what is open now, and the balances at the end ' +
      'of the date. Each transfer of the date is in exactly one line of the sections from ' +
      'payments to other. Cash and counts show the same money by holder. JSON has centimes; CSV ' +
      'has dinars.',
    params: { businessDate: businessDateSchema },
    query: dayQuery,
    answer: {
      description: 'The report.',
      schema: dayReport,
      examples: { 'a closed date': dayExample },
      otherTypes: { 'text/csv': { type: 'string' } },
    },
  },
  readReport: {
    ...common,
    method: 'GET',
    path: '/operator/v1/reports/{report}',
    permission: 'export',
    summary: 'A report of the books',
    description:
      'bank-proof: each day of each bank account, beside the lines of the bank. clients-money: ' +
      'what is held for others, what is owed to them, and what is left over. vat: by month. ' +
      'aged-custody and aged-refunds: balances with the date of the oldest amount in them. ' +
      'suspense: bank lines that match nothing. journal: the transfers of each day by code, ' +
      'with your account codes. A report about a state shows the end of `to`. Sums are dinars.',
    params: { report: reportNameSchema },
    query: reportQuery,
    answer: {
      description:
        'JSON: `{ report, from, to, completeThrough, rows }`, a field for each column. CSV: a header and a ' +
        'line for each row, with commas and decimal points. A workbook (xlsx) for people: names, words of ' +
        'the language, dates and totals.',
      content: EXPORTED,
    },
  },
  readAccountCodes: {
    ...common,
    method: 'GET',
    path: '/operator/v1/account-codes',
    permission: 'statements.view',
    summary: "Read the accountant's account codes",
    description: 'The codes that the journal shows beside our kinds of accounts.',
    answer: {
      description: 'The kinds that have a code.',
      schema: accountCodes,
      examples: { codes: example },
    },
  },
  setAccountCodes: {
    ...common,
    method: 'PUT',
    path: '/operator/v1/account-codes',
    permission: 'fees.edit',
    summary: "Set the accountant's account codes",
    description: 'Replaces all of them. A kind that is not given has no code.',
    body: { schema: accountCodesRequest, example },
    answer: {
      description: 'The kinds that have a code.',
      schema: accountCodes,
      examples: { codes: example },
    },
  },
} as const satisfies OperationTable
