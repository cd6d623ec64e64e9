/** The documents of a closed statement (D32). */
import { z } from 'zod'
import { LANGUAGES } from './language.ts'
import { requestQuery } from './request-object.ts'

export const DOCUMENT_FORMATS = ['json', 'csv', 'csv-excel', 'xlsx', 'pdf'] as const

export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

/** `GET …/statements/{statementId}` */
export const documentQuery = requestQuery({
  format: z
    .enum(DOCUMENT_FORMATS)
    .default('json')
    .meta({
      description:
        'json and csv are for machines: their bytes are the same every time, and the manifest ' +
        'lists their hashes. csv-excel has semicolons and decimal commas. pdf lists up to 3,000 ' +
        'lines; beyond that, it lists days.',
    }),
  lang: z.enum(LANGUAGES).optional().meta({
    description:
      'The language of csv-excel, xlsx and pdf. Default: that of Accept-Language, else English.',
  }),
})
