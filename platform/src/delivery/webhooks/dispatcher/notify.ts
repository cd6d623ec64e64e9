import type { Logger } from 'pino'
import { listenOn, type Listener } from '../../../base/database/listen.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { Pipeline } from '../../../base/database/pipeline.ts'
import type { TellOthers } from './claim-loop.ts'
import { gather } from './gather.ts'

const CHANNEL = 'wasl_webhooks'

/** Writes nothing that must survive a crash, so its commit need not wait for the disk. */
const NOTIFY = `
  select set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', $1)`

/** Events written within this time cause one notification. */
const GATHER_MS = 50

/** Before the number of a process: something is due that this process does not send. */
const NEW = 'new '

/**
 * Tells the dispatchers of the other processes that more is due than this one can take at once (W75),
 * or that something is due and this process has no dispatcher (W168). The notification is a statement
 * of its own after the change, because a NOTIFY inside it would make all commits of the database wait
 * for each other. If it is lost, the dispatchers' slow poll finds what is due.
 *
 * @param self identifies this process's own notifications to its listener.
 */
export const createNotifier = (connection: Pipeline, self: string): TellOthers => {
  const telling = (payload: string) =>
    gather(GATHER_MS, () => {
      const statement = { name: 'notify-webhooks', text: NOTIFY, values: [payload] }
      connection.query(statement).catch(() => undefined)
    })
  const tell = { more: telling(self), new: telling(NEW + self) }
  return (what) => tell[what].soon()
}

/**
 * Wakes a dispatcher whenever a process other than `self` announces that something is due. Reconnects by
 * itself. What it does not know, such as a word of a later release, wakes it too.
 */
export const listenForWebhooks = (
  url: string,
  self: string,
  { wakeForOthers, wakeForNew }: Pick<Dispatcher, 'wakeForOthers' | 'wakeForNew'>,
  log: Logger,
): Listener =>
  listenOn(url, {
    channel: CHANNEL,
    onMessage(payload) {
      if (payload === self || payload === NEW + self) return
      if (payload.startsWith(NEW)) wakeForNew()
      else wakeForOthers()
    },
    onConnected: wakeForOthers,
    without: 'webhook events; the slow poll goes on',
    log,
  })
