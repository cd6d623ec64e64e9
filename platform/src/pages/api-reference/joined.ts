import { trusted, type Html } from '../html.ts'

/** Pieces of markup with another between them. */
export const joined = (pieces: readonly Html[], between: Html): Html =>
  trusted(pieces.map(({ markup }) => markup).join(between.markup))
