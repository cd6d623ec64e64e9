/** The answers with documents, for partners and operators alike. */
const binary = (contentMediaType: string) => ({ type: 'string', contentMediaType }) as const

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const STATEMENT_DOCUMENT = {
  description: 'The document, as a file to download.',
  content: {
    'application/json': { type: 'object' },
    'text/csv': { type: 'string' },
    [XLSX]: binary(XLSX),
    'application/pdf': binary('application/pdf'),
  },
} as const

export const STATEMENT_MANIFEST = {
  description:
    'A JWS in its compact form (RFC 7515, alg Ed25519, typ wasl-statement-manifest). Its payload is a ' +
    'ManifestPayload. Keep the bytes as they are.',
  content: { 'application/jose': { type: 'string' } },
} as const

export const DOCUMENT_DESCRIPTION =
  'The figures and lines of a closed statement never change. A JSON or CSV document that is ready to be ' +
  'verified has the SHA-256 that the manifest lists. A PDF is made once for each language and kept.'

export const MANIFEST_DESCRIPTION =
  'The SHA-256 of the JSON and CSV documents and of your manifest before, signed with a key of ' +
  '/.well-known/wasl-keys (W118). It is made once, and the same bytes come every time.'
