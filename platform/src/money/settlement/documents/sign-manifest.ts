import { dinarsFromSum, manifestInput, type ManifestPayload } from '@wasl/protocol'
import type { SigningKey } from '../../../parties/signing-keys/signing-key.ts'
import type { ClosedStatement } from './document.ts'

export type ListedFile = ManifestPayload['files']['json']

export type ManifestContent = {
  issuer: string
  statement: ClosedStatement
  files: { json: ListedFile; csv: ListedFile }
  /** The SHA-256 of the partner's manifest before; null for the first. */
  previous: string | null
  issuedAt: Date
}

export const payloadOf = ({
  issuer,
  statement,
  files,
  previous,
  issuedAt,
}: ManifestContent): ManifestPayload => ({
  issuer,
  statementId: statement.statementId,
  number: statement.number,
  partnerId: statement.owner,
  from: statement.from,
  to: statement.until,
  lines: statement.figures.lines,
  net: dinarsFromSum(statement.figures.net),
  currency: statement.currency,
  closedAt: statement.closedAt.toISOString(),
  issuedAt: issuedAt.toISOString(),
  files,
  previous,
})

/** The manifest: a JWS in its compact form. */
export const signManifest = (key: SigningKey, payload: ManifestPayload): Buffer => {
  const input = manifestInput(key.kid, payload)
  return Buffer.from(`${input}.${key.sign(Buffer.from(input)).toString('base64url')}`)
}
