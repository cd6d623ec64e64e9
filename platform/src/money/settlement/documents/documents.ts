import type { DocumentFormat, Language } from '@wasl/protocol'
import type { Readable } from 'node:stream'
import { Overloaded } from '../../../base/database/overloaded.ts'
import { createFewAtOnce } from '../../../base/few-at-once.ts'
import { createRenderPdf, type RenderPdf } from '../../../base/pdf/render-pdf.ts'
import type { SigningKeyStore } from '../../../parties/signing-keys/current.ts'
import { readStatement } from '../statements/read.ts'
import { partnerWireId } from '../../../base/wire-ids.ts'
import { isClosed } from './document.ts'
import { WRITERS, type StreamedFormat } from './formats.ts'
import { keptPdf } from './keep-pdf.ts'
import { ensureManifest, readManifestOf, type StoredManifest } from './manifests.ts'
import { readNames } from './names.ts'
import { spool, type SpooledDocument } from './spool.ts'
import { withDocument } from './with-document.ts'

type OfStatement = { partnerId: number; statementId: string }

/** A document that is ready to be sent. */
export type ReadyDocument = { number: string } & (
  | { kind: 'stream'; bytes: number; stream: () => Readable }
  | { kind: 'whole'; content: Buffer }
)

export type Documents = {
  /** Null when the partner has no such closed statement. @throws LinesDropped, Overloaded */
  document(
    of: OfStatement,
    format: DocumentFormat,
    language: Language,
  ): Promise<ReadyDocument | null>
  manifest(of: OfStatement): Promise<(StoredManifest & { number: string }) | null>
}

/** Each takes one of the pool's connections and a processor, for some seconds at most. */
const READ_AT_ONCE = 2
const READ_WAITING = 32

/** Documents that are on the disk until their readers have them. */
const OPEN_MAX = 64

export const createDocuments = ({
  pool,
  keyring,
  issuer,
  renderPdf = createRenderPdf(),
}: SigningKeyStore & {
  /** The public origin, by which a document names the platform. */
  issuer: () => string
  renderPdf?: RenderPdf
}): Documents => {
  const few = createFewAtOnce({
    what: 'documents',
    atOnceMax: READ_AT_ONCE,
    waitingMax: READ_WAITING,
  })
  const namesOf = (partnerId: number) => readNames(pool, partnerId, issuer())

  let open = 0

  const streamed = async (
    number: string,
    of: OfStatement,
    format: StreamedFormat,
    language: Language,
  ) => {
    if (open >= OPEN_MAX) throw new Overloaded('too many documents are being sent')
    const names = await namesOf(of.partnerId)
    const spooled = await few.run(() =>
      withDocument(pool, of, (document) =>
        spool(WRITERS[format]({ ...document, names, language })),
      ),
    )
    if (spooled === null) return null
    await expectListed(await readManifestOf(pool, of), format, spooled)
    open += 1
    const stream = () => spooled.stream().once('close', () => (open -= 1))
    return { kind: 'stream' as const, number, bytes: spooled.bytes, stream }
  }

  const numberOf = async ({ partnerId, statementId }: OfStatement): Promise<string | null> => {
    const statement = await readStatement(pool, partnerId, statementId)
    const isOfPartner = statement?.owner === partnerWireId(partnerId)
    return statement !== null && isOfPartner && isClosed(statement) ? statement.number : null
  }

  return {
    async document(of, format, language) {
      const number = await numberOf(of)
      if (number === null) return null
      if (format !== 'pdf') return streamed(number, of, format, language)
      const names = () => namesOf(of.partnerId)
      const content = await keptPdf({ pool, renderPdf, few }, { ...of, language }, names)
      return content === null ? null : { kind: 'whole', number, content }
    },
    async manifest(of) {
      const number = await numberOf(of)
      const stored =
        number === null ? null : await ensureManifest({ pool, keyring, issuer, few }, of)
      return number === null || stored === null ? null : { ...stored, number }
    },
  }
}

/**
 * A document that contradicts its signed manifest is never sent.
 *
 * @throws Error when its hash is not the listed one.
 */
const expectListed = async (
  manifest: StoredManifest | null,
  format: StreamedFormat,
  spooled: SpooledDocument,
): Promise<void> => {
  const listed = { json: manifest?.jsonSha256, csv: manifest?.csvSha256 }
  const expected = format === 'json' || format === 'csv' ? listed[format] : undefined
  if (expected === undefined || expected === spooled.sha256) return
  await spooled.discard()
  throw new Error(
    `the ${format} of a statement has the SHA-256 ${spooled.sha256}, and its manifest lists ${expected}`,
  )
}
