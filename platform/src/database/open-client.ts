import pg from 'pg'
import { connectionTo, SESSION } from './session.ts'

/**
 * A connection for the work of a start, outside of every pool. What it fails with names the variable
 * (D23), for PostgreSQL's own words speak of a user or a file and not of where they were set.
 *
 * @throws Error with one sentence, which shows no password.
 */
export const openClient = async (databaseUrl: string, name: string): Promise<pg.Client> => {
  try {
    const way = connectionTo(databaseUrl, SESSION)
    const client = new pg.Client({ ...way, application_name: name })
    // The statement under way fails by itself when the connection is lost; unheard, the loss would
    // end the process without a word of what it was doing.
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (error) {
    throw new Error(
      `DATABASE_URL: the database ${placeOf(databaseUrl)} cannot be used: ${firstLine(error)}. ` +
        'Check that it runs and can be reached from here, and the user, password and name in the URL.',
      { cause: error },
    )
  }
}

const placeOf = (databaseUrl: string): string => {
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}

/**
 * What an error says in a line. Those of node-pg-migrate carry their stack in the message; where a name
 * has several addresses, what came of them is told one by one, in an error that says nothing itself.
 */
export const firstLine = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(firstLine).join(', ')
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  return line
}
