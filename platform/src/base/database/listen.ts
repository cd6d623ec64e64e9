import pg from 'pg'
import type { Logger } from 'pino'
import { KEEP_ALIVE_DELAY_MS } from './pipeline.ts'
import { connectionTo, SESSION } from './session.ts'

export type Listener = { close(): Promise<void> }

const RECONNECT_MS = 2_000

export type Listening = {
  channel: string
  onMessage: (payload: string) => void
  /** Whenever it begins to listen: what was told before is lost. */
  onConnected: () => void
  /** Whenever it listens no more, until it connects again. */
  onLost?: () => void
  /** What is missing while it cannot listen, for the log. */
  without: string
  log: Logger
}

/** Listens on a channel of a database, on a connection of its own. Reconnects by itself. */
export const listenOn = (
  url: string,
  { channel, onMessage, onConnected, onLost, without, log }: Listening,
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
      onLost?.()
      retry = setTimeout(() => void connect(), RECONNECT_MS)
    }
    next.on('notification', ({ payload }) => onMessage(payload ?? ''))
    next.on('error', again)
    next.on('end', again)
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      onConnected()
    } catch (error) {
      log.warn({ err: error }, `cannot listen for ${without}`)
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
