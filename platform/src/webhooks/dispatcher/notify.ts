import pg from 'pg'
import type { Logger } from 'pino'
import { KEEP_ALIVE_DELAY_MS, type Pipeline } from '../../database/pipeline.ts'
import { connectionTo, SESSION } from '../../database/session.ts'
import { gather } from './gather.ts'

const CHANNEL = 'wasl_webhooks'

/** Writes nothing that must survive a crash, so its commit need not wait for the disk. */
const NOTIFY = `
  select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', $1)`

/** Events written within this time cause one notification. */
const GATHER_MS = 50

/**
 * Tells the other processes that more is due than this one can take at once (W75). The notification
 * is a statement of its own after the change, because a NOTIFY inside it would make all commits of
 * the database wait for each other. If it is lost, the dispatchers' slow poll finds what is due.
 *
 * @param self identifies this process's own notifications to its listener.
 */
export const createNotifier = (connection: Pipeline, self: string): (() => void) => {
  const statement = { name: 'notify-webhooks', text: NOTIFY, values: [self] }
  return gather(GATHER_MS, () => {
    connection.query(statement).catch(() => undefined)
  }).soon
}

export type Listener = { close(): Promise<void> }

const RECONNECT_MS = 2_000

/**
 * Calls `wake` whenever a process other than `self` announces that something is due. Reconnects by
 * itself.
 */
export const listenForWebhooks = (
  url: string,
  self: string,
  wake: () => void,
  log: Logger,
): Listener => {
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...connectionTo(url, SESSION),
      application_name: 'wasl listen',
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    })
    client = next
    let lost = false
    const again = (): void => {
      if (lost || closed) return
      lost = true
      retry = setTimeout(() => void connect(), RECONNECT_MS)
    }
    next.on('notification', ({ payload }) => {
      if (payload !== self) wake()
    })
    next.on('error', again)
    next.on('end', again)
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      wake()
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for webhook events; the slow poll goes on')
      // A standby accepts connections and refuses LISTEN: without this each try would leave one
      // open.
      void next.end().catch(() => undefined)
      again()
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
