import type { Language } from '@wasl/protocol'
import type pg from 'pg'
import type { FewAtOnce } from '../../../base/few-at-once.ts'
import type { RenderPdf } from '../../../base/pdf/render-pdf.ts'
import type { DocumentNames } from './document.ts'
import { sheetOfPaper } from './sheet-of-paper.ts'
import { pdfOfPaper } from './statement-pdf.ts'
import { withDocument } from './with-document.ts'

export type PdfDeps = { pool: pg.Pool; renderPdf: RenderPdf; few: FewAtOnce }

export type OfPdf = { partnerId: number; statementId: string; language: Language }

/**
 * The PDF of a statement in a language. The first call makes and stores it; then the same bytes are given
 * for ever, whatever the partner's name is by then. Null without such a closed statement.
 *
 * @throws LinesDropped when it was not made before the lines were dropped.
 */
export const keptPdf = async (
  { pool, renderPdf, few }: PdfDeps,
  of: OfPdf,
  names: () => Promise<DocumentNames>,
): Promise<Buffer | null> => {
  const known = await readPdf(pool, of)
  if (known !== null) return known
  const { language } = of
  const given = await names()
  const paper = await few.run(() =>
    withDocument(pool, of, (document) => sheetOfPaper({ ...document, names: given, language })),
  )
  if (paper === null) return null
  await storePdf(pool, of, await pdfOfPaper(renderPdf, paper))
  return readPdf(pool, of)
}

const readPdf = async (pool: pg.Pool, { partnerId, statementId, language }: OfPdf) => {
  const { rows } = await pool.query<{ pdf: Buffer }>(
    `select pdf
    from statement_pdfs
    where partner_id = $1 and statement_id = $2 and language = $3`,
    [partnerId, statementId, language],
  )
  return rows[0]?.pdf ?? null
}

/** When several are made at the same time, the first is kept. */
const storePdf = async (
  pool: pg.Pool,
  { partnerId, statementId, language }: OfPdf,
  pdf: Buffer,
): Promise<void> => {
  await pool.query(
    `insert into statement_pdfs (partner_id, statement_id, language, pdf)
    values ($1, $2, $3, $4)
    on conflict do nothing`,
    [partnerId, statementId, language, pdf],
  )
}
