/** A row that contradicts a check. */
export type Violation = Record<string, unknown>
