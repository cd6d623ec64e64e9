/** PostgreSQL's five characters for what went wrong; empty for errors that are not its own. */
export const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Deadlock and serialization failure: PostgreSQL undid the statement and asks to run it again. */
export const isLostRace = (error: unknown): boolean =>
  ['40P01', '40001'].includes(sqlStateOf(error))

/** The statement waited for a lock longer than `lock_timeout`, and was undone. */
export const isLockTimeout = (error: unknown): boolean => sqlStateOf(error) === '55P03'
