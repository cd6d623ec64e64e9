/** The documents of a partner's statement, for operators (D32). */
import { z } from 'zod'
import type { OperationTable } from '../../operation.ts'
import { documentQuery } from '../../statement-documents.ts'
import {
  DOCUMENT_DESCRIPTION,
  MANIFEST_DESCRIPTION,
  STATEMENT_DOCUMENT,
  STATEMENT_MANIFEST,
} from '../statement-document-answers.ts'

const ofStatement = {
  method: 'GET',
  caller: 'operator',
  tag: 'Operator API',
  params: { statementId: z.guid() },
  malformedParams: 'unknown',
  errors: ['STATEMENT404_NOT_FOUND', 'STATEMENT410_LINES_DROPPED'],
} as const

export const OPERATOR_STATEMENT_DOCUMENTS = {
  downloadStatement: {
    ...ofStatement,
    path: '/operator/v1/statements/{statementId}/document',
    permission: 'export',
    summary: 'Download a statement of a partner',
    description: DOCUMENT_DESCRIPTION,
    query: documentQuery,
    answer: STATEMENT_DOCUMENT,
  },
  downloadManifest: {
    ...ofStatement,
    path: '/operator/v1/statements/{statementId}/manifest',
    permission: 'export',
    summary: 'Download the signed manifest of a statement of a partner',
    description: MANIFEST_DESCRIPTION,
    answer: STATEMENT_MANIFEST,
  },
} as const satisfies OperationTable
