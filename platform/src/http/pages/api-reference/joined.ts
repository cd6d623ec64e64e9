import { trusted, type Html } from '../html.ts'

/** Joins pieces of markup with another piece. */
export const joined = (pieces: readonly Html[], between: Html): Html =>
  trusted(pieces.map(({ markup }) => markup).join(between.markup))
