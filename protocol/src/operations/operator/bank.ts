/** Bank lines, and the mappings that read a bank's export, in the operator API. */
import {
  BANK_FILE_BYTES_MAX,
  bankGroup,
  bankImport,
  bankLine,
  bankLineStatusSchema,
  matchBankLineRequest,
} from '../../bank.ts'
import { matchBankLinesRequest, unmatchBankLineRequest } from '../../bank-groups.ts'
import { bankMapping, bankMappingNameSchema, bankMappingRequest } from '../../bank-mappings.ts'
import { bankImportPreview } from '../../bank-preview.ts'
import { businessDateSchema } from '../../business-date.ts'
import { bankAccountSchema } from '../../deposits.ts'
import { bankLineIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { requestQuery } from '../../request-object.ts'
import * as examples from '../examples/bank.ts'
import { onePage } from '../list-answer.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

const bankLineList = listOf(bankLine)
const bankMappingList = listOf(bankMapping)

named({ BankLineList: bankLineList, BankMappingList: bankMappingList })

const ofLine = {
  ...common,
  params: { bankLineId: bankLineIdSchema },
  malformedParams: 'unknown',
} as const

export const OPERATOR_BANK = {
  setBankMapping: {
    ...common,
    method: 'PUT',
    path: '/operator/v1/bank-mappings/{name}',
    permission: 'recon.resolve',
    params: { name: bankMappingNameSchema },
    summary: "Set how a bank's export is read",
    description:
      'Makes or replaces the mapping of one account of one bank. Lines that were already ' +
      'imported stay as they are.',
    body: { schema: bankMappingRequest, example: examples.mappingRequest },
    answer: {
      description: 'The mapping.',
      schema: bankMapping,
      examples: { set: examples.mapping },
    },
  },
  listBankMappings: {
    ...common,
    method: 'GET',
    path: '/operator/v1/bank-mappings',
    permission: 'statements.view',
    summary: 'List bank mappings',
    description: 'In the order of their names.',
    query: listQuery,
    answer: onePage(bankMappingList, examples.mapping),
  },
  importBankLines: {
    ...common,
    method: 'POST',
    path: '/operator/v1/bank-lines',
    permission: 'recon.resolve',
    summary: "Import a bank's export",
    description:
      'The body is the file, read as the mapping says. A line that was imported before, also in ' +
      'another file, is not added again. New lines wait in suspense until they are matched. ' +
      'Those whose amount and reference agree with exactly one bag, remittance or payout are ' +
      'matched at once. If one row is wrong, the whole file is refused, and details has the ' +
      'number of its line.',
    query: requestQuery({ mapping: bankMappingNameSchema }),
    file: { types: ['text/csv'], bytesMax: BANK_FILE_BYTES_MAX },
    answer: {
      description: 'What was imported.',
      schema: bankImport,
      examples: { imported: examples.imported },
    },
    errors: ['BANK_MAPPING404_NOT_FOUND'],
  },
  previewBankLines: {
    ...common,
    method: 'POST',
    path: '/operator/v1/bank-lines/preview',
    permission: 'recon.resolve',
    summary: "See what a bank's export would add",
    description: 'Reads the file as an import does, and stores nothing.',
    query: requestQuery({ mapping: bankMappingNameSchema }),
    file: { types: ['text/csv'], bytesMax: BANK_FILE_BYTES_MAX },
    answer: {
      description: 'The sums, and the first 20 lines.',
      schema: bankImportPreview,
      examples: { preview: examples.preview },
    },
    errors: ['BANK_MAPPING404_NOT_FOUND'],
  },
  listBankLines: {
    ...common,
    method: 'GET',
    path: '/operator/v1/bank-lines',
    permission: 'statements.view',
    summary: 'List bank lines',
    description: 'Newest import first. An unmatched line has proposals.',
    query: listQuery.extend({
      status: bankLineStatusSchema.optional().meta({ description: 'Filter by status.' }),
      account: bankAccountSchema.optional().meta({ description: 'Filter by account.' }),
      from: businessDateSchema.optional().meta({ description: 'Booked on this day or later.' }),
      to: businessDateSchema.optional().meta({ description: 'Booked on this day or earlier.' }),
    }),
    answer: onePage(bankLineList, examples.unmatchedLine),
  },
  readBankLine: {
    ...ofLine,
    method: 'GET',
    path: '/operator/v1/bank-lines/{bankLineId}',
    permission: 'statements.view',
    summary: 'Read a bank line with its proposals',
    description: 'The best proposal first; at most 5.',
    answer: {
      description: 'The line.',
      schema: bankLine,
      examples: { unmatched: examples.unmatchedLine, matched: examples.matchedLine },
    },
    errors: ['BANK_LINE404_NOT_FOUND'],
  },
  matchBankLine: {
    ...ofLine,
    method: 'POST',
    path: '/operator/v1/bank-lines/{bankLineId}/match',
    permission: 'recon.resolve',
    summary: 'Match a bank line',
    description:
      'Says what the line stands for, and takes it out of suspense. Posts its transfer, unless ' +
      'a person has posted it: a bag that was banked, a remittance, a payout, a refund, a fee, ' +
      'a debit that a partner pays, or a sweep. A repetition gets the same answer.',
    body: {
      schema: matchBankLineRequest,
      example: { depositId: examples.matchedLine.match?.sourceId },
    },
    answer: {
      description: 'The line is matched.',
      schema: bankLine,
      examples: { matched: examples.matchedLine },
    },
    errors: [
      'BANK_LINE404_NOT_FOUND',
      'BANK_LINE409_MATCHED',
      'BANK_LINE409_TAKEN',
      'BANK_LINE409_NOT_THIS',
      'DEPOSIT404_NOT_FOUND',
      'DEPOSIT409_WRONG_STATUS',
      'REMITTANCE404_NOT_FOUND',
      'REMITTANCE409_WRONG_STATUS',
      'PAYOUT404_NOT_FOUND',
      'PAYOUT409_WRONG_STATUS',
      'REFUND404_NOT_FOUND',
      'REFUND409_WRONG_STATUS',
      'PARTNER404_NOT_FOUND',
      'APPROVAL409_SECOND_PERSON',
      'APPROVAL409_SAME_PERSON',
    ],
  },
  matchBankLines: {
    ...common,
    method: 'POST',
    path: '/operator/v1/bank-lines/match',
    permission: 'recon.resolve',
    summary: 'Match several bank lines or several things',
    description:
      'One line stands for several things, such as the debit of a whole payout file, or several ' +
      'lines stand for one thing. Posts what no person has posted. If the things sum to less ' +
      'than the lines, the remainder stays in suspense as a line of its own. If they sum to ' +
      'more, the request is refused. Above the amount of WASL_MANUAL_POSTING_ABOVE another ' +
      'person must send the same request.',
    body: {
      schema: matchBankLinesRequest,
      example: {
        bankLineIds: [examples.matchedLine.bankLineId],
        things: [{ depositId: examples.matchedLine.match?.sourceId }],
      },
    },
    answer: {
      description: 'The lines are matched.',
      schema: bankGroup,
      examples: { matched: { lines: [examples.groupedLine], remainder: 0 } },
    },
    errors: [
      'BANK_LINE404_NOT_FOUND',
      'BANK_LINE409_MATCHED',
      'BANK_LINE409_TAKEN',
      'BANK_LINE409_NOT_THIS',
      'BANK_LINE409_SUMS',
      'DEPOSIT404_NOT_FOUND',
      'DEPOSIT409_WRONG_STATUS',
      'REMITTANCE404_NOT_FOUND',
      'REMITTANCE409_WRONG_STATUS',
      'PAYOUT404_NOT_FOUND',
      'PAYOUT409_WRONG_STATUS',
      'REFUND404_NOT_FOUND',
      'REFUND409_WRONG_STATUS',
      'PARTNER404_NOT_FOUND',
      'APPROVAL409_SECOND_PERSON',
      'APPROVAL409_SAME_PERSON',
    ],
  },
  unmatchBankLine: {
    ...ofLine,
    method: 'POST',
    path: '/operator/v1/bank-lines/{bankLineId}/unmatch',
    permission: 'recon.resolve',
    summary: 'Undo the match of a bank line',
    description:
      'Reverses what the match posted, and puts the line back into suspense; nothing is ' +
      'deleted. What a person had posted before stays. The match of the other lines of its ' +
      'group is undone too. Above the amount of WASL_MANUAL_POSTING_ABOVE another person must ' +
      'send the same request.',
    body: { schema: unmatchBankLineRequest, example: { reason: 'The line of another bag' } },
    answer: {
      description: 'The line is in suspense.',
      schema: bankLine,
      examples: { unmatched: examples.unmatchedLine },
    },
    errors: [
      'BANK_LINE404_NOT_FOUND',
      'BANK_LINE409_NOT_MATCHED',
      'BANK_LINE409_NOT_UNDONE',
      'BANK_LINE409_REMAINDER',
      'PAYOUT409_WRONG_STATUS',
      'REFUND409_WRONG_STATUS',
      'APPROVAL409_SECOND_PERSON',
      'APPROVAL409_SAME_PERSON',
    ],
  },
} as const satisfies OperationTable
