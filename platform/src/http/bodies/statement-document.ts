import { pickLanguage, type DocumentFormat, type Language } from '@wasl/protocol'
import type { FastifyRequest } from 'fastify'
import type { ReadyDocument } from '../../money/settlement/documents/documents.ts'
import type { StoredManifest } from '../../money/settlement/documents/manifests.ts'
import { Answered } from '../server/routes.ts'

const TYPES = {
  json: ['application/json; charset=utf-8', 'json'],
  csv: ['text/csv; charset=utf-8', 'csv'],
  'csv-excel': ['text/csv; charset=utf-8', 'csv'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  pdf: ['application/pdf', 'pdf'],
} as const satisfies Record<DocumentFormat, readonly [type: string, extension: string]>

/** The language of a document: the parameter, else that of the request. */
export const documentLanguage = (
  lang: Language | undefined,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Language => lang ?? pickLanguage(headers['accept-language'])

/** The answer with a document. `onEnd` is called once, when nothing more is sent of it. */
export const documentAnswer = (
  document: ReadyDocument,
  format: DocumentFormat,
  onEnd: () => void = () => undefined,
) => {
  const [type, extension] = TYPES[format]
  const headers = fileHeaders(`statement-${document.number}.${extension}`)
  if (document.kind === 'whole') {
    onEnd()
    return new Answered(200, type, document.content, headers)
  }
  const body = document.stream()
  // The client may also disconnect.
  body.once('close', onEnd)
  return new Answered(200, type, body, { ...headers, 'content-length': String(document.bytes) })
}

export const manifestAnswer = ({ manifest, number }: StoredManifest & { number: string }) =>
  new Answered(200, 'application/jose', manifest, fileHeaders(`statement-${number}.jws`))

// The number of a statement is plain ASCII.
const fileHeaders = (name: string): Record<string, string> => ({
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  vary: 'accept-language',
})
