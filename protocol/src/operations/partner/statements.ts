/** A partner's own statements and their documents (D32). */
import { z } from 'zod'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { documentQuery } from '../../statement-documents.ts'
import { statementRecord } from '../../statements.ts'
import { statementRecord as example } from '../examples/statement-documents.ts'
import { onePage } from '../list-answer.ts'
import {
  DOCUMENT_DESCRIPTION,
  MANIFEST_DESCRIPTION,
  STATEMENT_DOCUMENT,
  STATEMENT_MANIFEST,
} from '../statement-document-answers.ts'

const common = {
  method: 'GET',
  caller: 'partner',
  tag: 'Books API',
  rateLimited: true,
} as const
const LIMITED = [
  'PARTNER_API403_MERCHANT_INACTIVE',
  'PARTNER_API429_TOO_MANY_LISTS',
  'PARTNER_API429_TOO_MANY_AT_ONCE',
] as const
const ofStatement = {
  ...common,
  params: { statementId: z.guid() },
  malformedParams: 'unknown',
  errors: [...LIMITED, 'STATEMENT404_NOT_FOUND', 'STATEMENT410_LINES_DROPPED'],
} as const

const statementRecords = listOf(statementRecord)

named({ StatementRecordList: statementRecords })

export const PARTNER_STATEMENTS = {
  listOwnStatements: {
    ...common,
    path: '/partner/statements/v1',
    permission: 'statements.view',
    summary: 'List your closed statements',
    description: 'Newest first. These requests count with those of the list of payments (W124).',
    query: listQuery,
    answer: onePage(statementRecords, example),
    errors: [...LIMITED, 'VALIDATION400'],
  },
  downloadOwnStatement: {
    ...ofStatement,
    path: '/partner/statements/v1/{statementId}',
    permission: 'statements.view',
    summary: 'Download one of your statements',
    description: DOCUMENT_DESCRIPTION,
    query: documentQuery,
    answer: STATEMENT_DOCUMENT,
    errors: [...ofStatement.errors, 'VALIDATION400'],
  },
  downloadOwnManifest: {
    ...ofStatement,
    path: '/partner/statements/v1/{statementId}/manifest',
    permission: 'statements.view',
    summary: 'Download the signed manifest of one of your statements',
    description: MANIFEST_DESCRIPTION,
    answer: STATEMENT_MANIFEST,
  },
} as const satisfies OperationTable
