import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isReadOnly, isStaleStatement } from './errors.ts'
import { expectPrimary } from './primary.ts'
import { connectionTo, SESSION } from './session.ts'
import { types } from './types.ts'

/** A statement that PostgreSQL prepares once for each connection, under its name. */
export type Statement = { name: string; text: string; values: unknown[] }

/**
 * One connection that sends statements without waiting for the answers of earlier ones. Each
 * statement is a transaction of its own. If the connection breaks, its running statements fail, and
 * the next statement opens a new one.
 */
export type Pipeline = {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]>
  close(): Promise<void>
}

export type PipelineOptions = {
  url: string
  /** Shown in pg_stat_activity. */
  name: string
  /** Session settings in addition to those of every hot connection. */
  settings?: Record<string, string>
}

/** Hot statements take milliseconds; one that takes this long is stuck. */
const STATEMENT_TIMEOUT_MS = 10_000

/** The client's own limit, for a server that has stopped answering. */
const ANSWER_TIMEOUT_MS = 15_000

/** After this much silence, TCP checks whether the server is still there. */
export const KEEP_ALIVE_DELAY_MS = 10_000

/**
 * Hot statements find rows by index, whatever the statistics say: a plan made while a table was
 * small must not become a full scan when it has grown.
 */
const HOT_SETTINGS = {
  ...SESSION,
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
}

/** Whether the session is unusable and must be replaced. Nothing was executed. */
export const isStale = (error: unknown): boolean => isReadOnly(error) || isStaleStatement(error)

/** The pause between tries while only a standby answers. */
const READ_ONLY_PAUSE_MS = 200

export const createPipeline = ({ url, name, settings = {} }: PipelineOptions): Pipeline => {
  let current: { client: pg.Client; connected: Promise<pg.Client>; isLive: boolean } | null = null
  let closed = false

  const connect = (): NonNullable<typeof current> => {
    const client = new pg.Client({
      ...connectionTo(url, { ...HOT_SETTINGS, ...settings }),
      application_name: name,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      pipeline: true,
      types,
    })
    const connection = { client, connected: Promise.resolve(client), isLive: false }
    const drop = (): void => {
      if (current === connection) current = null
    }
    // Running statements get the error of the lost connection themselves.
    client.on('error', drop)
    client.on('end', drop)
    connection.connected = begin(client).then(
      () => {
        connection.isLive = true
        return client
      },
      async (error: unknown) => {
        if (isReadOnly(error)) await pause(READ_ONLY_PAUSE_MS)
        drop()
        void client.end()
        throw error
      },
    )
    return connection
  }

  return {
    async query<Row extends pg.QueryResultRow>(statement: Statement): Promise<Row[]> {
      if (closed) throw new Error(`the connection ${name} to the database is closed`)
      const connection = (current ??= connect())
      const client = connection.isLive ? connection.client : await connection.connected
      try {
        return await rowsOf<Row>(client, statement)
      } catch (error) {
        if (!isStale(error)) throw error
        // Its running statements end there; the next one opens a session and prepares its statement
        // again.
        if (current === connection) {
          current = null
          void client.end()
        }
      }
      return rowsOf<Row>(await (current ??= connect()).connected, statement)
    },
    async close() {
      closed = true
      const client = await current?.connected.catch(() => null)
      await client?.end()
    },
  }
}

const begin = async (client: pg.Client): Promise<void> => {
  await client.connect()
  await expectPrimary(client)
}

/**
 * The rows as objects. The client's own way costs a status call a twentieth of its time in this
 * process, because it copies an empty row and fills it.
 */
const rowsOf = async <Row extends pg.QueryResultRow>(
  client: pg.Client,
  statement: Statement,
): Promise<Row[]> => {
  const { rows, fields } = await client.query<unknown[]>({ ...statement, rowMode: 'array' })
  return rows.map((values) => {
    const row: pg.QueryResultRow = {}
    for (const [index, { name }] of fields.entries()) row[name] = values[index]
    return row as Row
  })
}
