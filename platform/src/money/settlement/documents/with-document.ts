import type pg from 'pg'
import { withTransaction } from '../../../base/database/with-transaction.ts'
import { streamLines } from '../statements/lines.ts'
import { readStatement } from '../statements/read.ts'
import type { StatementLine } from '../statements/statement.ts'
import { isClosed, type LinePages, type StatementDocument } from './document.ts'

/**
 * The lines name payments that were dropped after their retention age, or were archived with the books, so
 * no document can be made.
 */
export class LinesDropped extends Error {}

/**
 * Gives the callback a closed statement of a partner and its lines. Its transaction is open meanwhile, so
 * the callback must not wait for a client. Null without such a statement.
 *
 * @throws LinesDropped at once or while the lines are read.
 */
export const withDocument = <Result>(
  pool: pg.Pool,
  { partnerId, statementId }: { partnerId: number; statementId: string },
  use: (document: StatementDocument) => Promise<Result>,
): Promise<Result | null> =>
  withTransaction(pool, async (tx) => {
    const statement = await readStatement(tx, partnerId, statementId)
    if (statement === null || !isClosed(statement)) return null
    if (await isArchived(tx, statement.from)) throw new LinesDropped('its books are archived')
    const lines = streamLines(tx, { partnerId, from: statement.from, until: statement.until })
    return use({ statement, lines: readAhead(checked(lines)) })
  })

const isArchived = async (tx: pg.ClientBase, from: string): Promise<boolean> => {
  const { rows } = await tx.query<{ archived: boolean }>(
    'select $1::date <= archived_through() as archived',
    [from],
  )
  return rows[0]?.archived !== false
}

const checked = async function* (pages: LinePages): AsyncGenerator<readonly StatementLine[]> {
  for await (const page of pages) {
    if (page.some(isDropped)) throw new LinesDropped('payments of this statement were dropped')
    yield page
  }
}

const isDropped = ({ paymentId, reference }: StatementLine): boolean =>
  paymentId !== null && reference === null

/** Asks for the next page before this one is used: the database and this process work together. */
export const readAhead = async function* <Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  const source = pages[Symbol.asyncIterator]()
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done === true) return
      next = source.next()
      // An error of a page that nobody asks for any more is nobody's.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await next.catch(() => undefined)
    await source.return?.()
  }
}
