/** Why a book cannot be read, and the values of a sentence about it. Each program says it in its own words. */
export type BookProblem =
  | { why: 'empty' }
  | { why: 'no_column'; name: string; header: string; wanted: string | null }
  | { why: 'no_reference'; line: number }
  | { why: 'bad_amount'; line: number; text: string; mark: '.' | ',' | null }
  | { why: 'bad_state'; line: number; text: string }
  | { why: 'bad_date'; line: number; text: string }
  | { why: 'open_quote'; line: number }
  | { why: 'too_large'; line: number }
  | { why: 'bad_json'; text: string }
  | { why: 'no_list' }

/** A book that cannot be read, and where. Nothing in a book is guessed. */
export class UnreadableBook extends Error {
  override readonly name = 'UnreadableBook'
  readonly problem: BookProblem

  constructor(problem: BookProblem) {
    super(`the book cannot be read: ${JSON.stringify(problem)}`)
    this.problem = problem
  }
}
