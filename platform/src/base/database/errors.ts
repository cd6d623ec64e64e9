/** The one place that reads error codes of PostgreSQL and of the connection to it. */

/** PostgreSQL's SQLSTATE: five characters. Appendix A of its manual lists them. */
export const SQL_STATE = {
  featureNotSupported: '0A000',
  readOnlyTransaction: '25006',
  undefinedStatement: '26000',
  uniqueViolation: '23505',
  checkViolation: '23514',
  serializationFailure: '40001',
  deadlock: '40P01',
  insufficientPrivilege: '42501',
  duplicateTable: '42P07',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
  /** Our own (W175): the partner moves to another cell, or has moved. */
  partnerMoved: 'WM001',
} as const

/** The code of an error: PostgreSQL's SQLSTATE or the system's name such as `EPIPE`; empty for others. */
export const errorCodeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** An error with a code of PostgreSQL, for what we refuse in its place. */
export const databaseError = (message: string, code: string): Error =>
  Object.assign(new Error(message), { code })

const hasCode =
  (...codes: string[]) =>
  (error: unknown): boolean =>
    codes.includes(errorCodeOf(error))

/** PostgreSQL undid the statement because of a concurrent one, and asks to run it again. */
export const isLostRace = hasCode(SQL_STATE.deadlock, SQL_STATE.serializationFailure)

export const isDeadlock = hasCode(SQL_STATE.deadlock)

/** The statement waited for a lock longer than `lock_timeout`, and was undone. */
export const isLockTimeout = hasCode(SQL_STATE.lockNotAvailable)

/** The statement took longer than `statement_timeout`. */
export const isStatementTimeout = hasCode(SQL_STATE.queryCanceled)

/** The fence of a cell refused the statement, because the partner moves or lives in another cell. */
export const isPartnerMoved = hasCode(SQL_STATE.partnerMoved)

export const isPermissionDenied = hasCode(SQL_STATE.insufficientPrivilege)

/** The server is a standby, or has been made read-only since the session began. Nothing was executed. */
export const isReadOnly = hasCode(SQL_STATE.readOnlyTransaction)

/**
 * The session's prepared statements are not valid any more: a newer release has changed a column
 * (0A000), or `deallocate` removed them (26000). Nothing was executed, and every statement of the
 * session would fail the same way.
 */
export const isStaleStatement = hasCode(SQL_STATE.featureNotSupported, SQL_STATE.undefinedStatement)

/** What a row holds is wrong (class 22), or a constraint forbids it (class 23). */
export const isDataError = (error: unknown): boolean => /^2[23]/.test(errorCodeOf(error))

/**
 * The database cannot be used now, and may be soon: no connection, or a lost one; PostgreSQL starting,
 * stopping, read-only after a failover, or without room; a statement that took too long, or waited too
 * long for a lock.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = errorCodeOf(error)
  return (
    UNAVAILABLE.has(code) ||
    UNAVAILABLE_CLASSES.test(code) ||
    // The socket file of a server on this machine is missing.
    (code === 'ENOENT' && error.message.startsWith('connect ')) ||
    (code === '' && CLIENT_MESSAGES.some((pattern) => pattern.test(error.message)))
  )
}

const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  // This process has as many files and connections open as it may.
  'EMFILE',
  'ENFILE',
  SQL_STATE.featureNotSupported,
  SQL_STATE.undefinedStatement,
  SQL_STATE.readOnlyTransaction,
  // An idle transaction or a whole one took too long.
  '25P03',
  '25P04',
  // The database was dropped.
  '3D000',
  SQL_STATE.serializationFailure,
  SQL_STATE.deadlock,
  SQL_STATE.lockNotAvailable,
  SQL_STATE.partnerMoved,
  // Shutting down, crashed, starting, dropped, idle for too long.
  SQL_STATE.queryCanceled,
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  // The server cannot read or write its files.
  '58030',
])

/** The connection failed (08), the server refused the password (28), or it is out of room (53). */
const UNAVAILABLE_CLASSES = /^(?:08|28|53)[0-9A-Z]{3}$/

/** The PostgreSQL client gives no codes with these. */
const CLIENT_MESSAGES = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^timeout expired/,
  /^Query read timeout/,
  /^Client has encountered a connection error/,
  /^Client was closed/,
  /^Cannot use a pool after calling end/,
]
