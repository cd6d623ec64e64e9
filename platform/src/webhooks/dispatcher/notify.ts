import type { Logger } from 'pino'
import { listenOn, type Listener } from '../../database/listen.ts'
import type { Pipeline } from '../../database/pipeline.ts'
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

/**
 * Calls `wake` whenever a process other than `self` announces that something is due. Reconnects by
 * itself.
 */
export const listenForWebhooks = (
  url: string,
  self: string,
  wake: () => void,
  log: Logger,
): Listener =>
  listenOn(url, {
    channel: CHANNEL,
    onMessage(payload) {
      if (payload !== self) wake()
    },
    onConnected: wake,
    without: 'webhook events; the slow poll goes on',
    log,
  })
