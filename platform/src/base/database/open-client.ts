import pg from 'pg'
import { connectionTo, SESSION } from './session.ts'

/**
 * Opens a connection for the start, outside every pool. Its errors name the variable (D23), because
 * PostgreSQL's own messages name a user or a file and not where they were set.
 *
 * @throws Error with one sentence that shows no password.
 */
export const openClient = async (databaseUrl: string, name: string): Promise<pg.Client> => {
  const place = `DATABASE_URL: the database ${placeOf(databaseUrl)}`
  const client = await connect(databaseUrl, name).catch((error: unknown) => {
    throw new Error(`${place} ${sentenceOf(firstLine(error))}`, { cause: error })
  })
  if (await keepsSettings(client)) return client
  await client.end()
  throw new Error(
    `${place} is behind a pooler that leaves out the settings of our sessions (its ` +
      `ignore_startup_parameters, say). ${NO_POOLER}`,
  )
}

const connect = async (databaseUrl: string, name: string): Promise<pg.Client> => {
  const way = connectionTo(databaseUrl, { ...SESSION, [MARK]: 'kept' })
  const client = new pg.Client({ ...way, application_name: name })
  // The running statement fails by itself when the connection is lost. Without a listener the loss
  // would end the process with no message.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const sentenceOf = (reason: string): string =>
  POOLERS_REFUSAL.test(reason)
    ? `is behind a pooler, which says: ${reason}. ${NO_POOLER}`
    : `cannot be used: ${reason}. Check that it runs and can be reached from here, and the user, ` +
      'password and name in the URL.'

/**
 * A setting that no server has by default. If it arrives, so do the settings that our statements
 * need.
 */
const MARK = 'wasl.settings'

const keepsSettings = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ mark: string | null }>(
    `select current_setting('${MARK}', true) as mark`,
  )
  return rows[0]?.mark === 'kept'
}

/** Messages of PgBouncer, and of Amazon's proxy for its databases. */
const POOLERS_REFUSAL = /unsupported startup parameter|command-line options/

const NO_POOLER =
  'Sessions of ours have settings, LISTEN and prepared statements of their own: name the database ' +
  'itself, or a proxy that passes on every byte, such as HAProxy. A process keeps 30 connections at ' +
  'most, so that none need be pooled.'

const placeOf = (databaseUrl: string): string => {
  const { host, pathname, searchParams } = new URL(databaseUrl)
  // A socket folder, which takes precedence over the URL's host.
  const folder = searchParams.get('host')
  return folder === null ? `${host}${pathname}` : `${pathname.slice(1)} in ${folder}`
}

/**
 * An error's message in one line. If a name has several addresses, pg throws an AggregateError without
 * a message, which holds the error of each.
 */
export const firstLine = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(firstLine).join(', ')
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  return line
}
