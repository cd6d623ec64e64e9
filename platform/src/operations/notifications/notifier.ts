import type { NotificationTransport } from '@wasl/protocol'
import type pg from 'pg'
import type { Logger } from 'pino'
import { after, type Timer } from '../../base/chance.ts'
import type { NotifyConfig } from '../../base/config/notify.ts'
import { createOutbound } from '../../base/outbound/outbound.ts'
import {
  claimNotification,
  recordNotification,
  type ClaimedNotification,
  type NotificationResult,
} from './queue.ts'
import { createSendEmail } from './send-email.ts'
import { createSendNotice } from './send-notice.ts'
import { createSendWebhook } from './send-webhook.ts'
import { watchForIncidents } from './watch.ts'

/** Sends a notification. Resolves with why it was not taken, or null. */
type SendOne = (notification: ClaimedNotification, stopped: AbortSignal) => Promise<string | null>

export type Notifier = {
  transports: readonly NotificationTransport[]
  /** Looks for incidents that began or ended. */
  watch(): Promise<void>
  /** Sends one due notification. Resolves with whether there was one. */
  send(transport: NotificationTransport): Promise<boolean>
  /** Cuts what does not end within some seconds. Its lease lapses, and another process sends it. */
  stop(): void
  close(): Promise<void>
}

type NotifierDeps = {
  pool: pg.Pool
  /** Of the console, for the links. */
  origin: () => string
  onResult: (result: NotificationResult) => void
  log: Logger
}

/** The transports that are configured. */
export const transportsOf = (config: NotifyConfig | null): NotificationTransport[] => [
  ...(config?.webhook ? (['webhook'] as const) : []),
  ...(config?.email ? (['email'] as const) : []),
]

/** Tells the operator when something begins to be wrong, and when it ends (W145). */
export const createNotifier = (
  config: NotifyConfig,
  { pool, origin, onResult, log }: NotifierDeps,
): Notifier => {
  const transports = transportsOf(config)
  // The operator chose the address, so it may be on the operator's own network. The configuration has
  // refused http outside this machine.
  const outbound = createOutbound({ allowPrivateTargets: true, maxOriginConnections: 1 })
  const senders: Partial<Record<NotificationTransport, SendOne>> = {
    ...(config.webhook && {
      webhook: createSendWebhook(outbound.send, config.webhook, config.language, origin),
    }),
    ...(config.email && { email: createSendEmail(config.email, config.language, origin) }),
  }
  const sendNotice = config.email && createSendNotice(config.email, origin)
  const stopping = new AbortController()
  let cut: Timer | undefined
  return {
    transports,
    async watch() {
      await watchForIncidents(pool, transports)
    },
    async send(transport) {
      if (transport === 'email' && sendNotice && (await sendNotice(pool))) return true
      const sendOne = senders[transport]
      const claimed = sendOne && (await claimNotification(pool, transport))
      if (!sendOne || !claimed) return false
      const error = await sendOne(claimed, stopping.signal)
      if (error !== null && stopping.signal.aborted) return false
      const result = await recordNotification(pool, transport, claimed, error)
      onResult(result)
      if (error !== null) {
        const { notificationId, attempt } = claimed
        const level = result === 'given_up' ? 'error' : 'warn'
        log[level]({ notificationId, transport, attempt, reason: error, result }, NOT_SENT)
      }
      return true
    },
    stop() {
      cut = after(STOP_MS, () => stopping.abort())
    },
    async close() {
      cut?.cancel()
      await outbound.close()
    },
  }
}

/** As long as a shutdown waits for requests (W67). */
const STOP_MS = 10_000

const NOT_SENT = 'a notification to the operator was not taken'
