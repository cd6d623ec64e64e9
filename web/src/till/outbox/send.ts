/** Sends what waits: one tab at a time, in the order in which the money was taken. */
import type { ChannelPayment } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { serverTime } from '../../api/server-time.ts'
import { ApiFailure } from '../../api/failure.ts'
import { isRounded } from '../collect/given.ts'
import { networkNow, noting, PATIENCE_MS, watchNetwork } from '../base/network.ts'
import { onChange } from '../store/database.ts'
import { recordsOf, saveRecord } from './keep.ts'
import {
  answered,
  cashOf,
  PAUSE_MS_MAX,
  postponed,
  refusedBy,
  reportedAs,
  type OutboxRecord,
} from './record.ts'

const LOCK = 'wasl-till-outbox'

/** How often the queue is looked at, whatever else happens. */
const LOOK_MS = 5_000

/** A pause that is longer than the longest was set before the clock of the device went back. */
const isEarly = ({ nextAttemptAtMs }: OutboxRecord): boolean => {
  const leftMs = nextAttemptAtMs - Date.now()
  return leftMs > 0 && leftMs <= PAUSE_MS_MAX
}

/** Sends what is due of this user. Does nothing while another tab does it. */
export const sendDue = (owner: string, isEager = false): Promise<void> =>
  navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    const waiting = (await recordsOf(owner)).filter(({ state }) => state === 'waiting')
    for (const record of waiting.toReversed()) {
      if (!isEager && isEarly(record)) continue
      const isReached = await sendOne(record)
      // The others would not get through either.
      if (!isReached) return
    }
  })

/** Sends one record as far as it goes; false when the network is away. */
const sendOne = async (first: OutboxRecord): Promise<boolean> => {
  let record = first
  for (;;) {
    const next = await attempt(record)
    await saveRecord(next)
    if (next.state !== 'waiting' || next.trouble !== null) return next.trouble !== 'network'
    record = next
  }
}

const attempt = async (record: OutboxRecord): Promise<OutboxRecord> => {
  try {
    if (record.step === 'report') {
      return reportedAs(record, await noting(report(record)), serverTime())
    }
    return answered(record, await noting(call(record)))
  } catch (error) {
    const now = { ms: Date.now(), iso: serverTime() }
    if (error instanceof ApiFailure) return refusedBy(record, error, now)
    return postponed(record, { code: 'network' }, now.ms)
  }
}

const report = (record: OutboxRecord) => {
  const { paymentId, takenAt, agentId, keys } = record
  return on('POST /channel/v1/payments/{paymentId}/taken')({
    params: { paymentId },
    body: { amount: cashOf(record), takenAt, ...(agentId !== null && { takenBy: agentId }) },
    idempotencyKey: keys.report,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
}

const call = async (record: OutboxRecord): Promise<ChannelPayment> => {
  const { paymentId, newPaymentId, amount, given, agentId, partnerId, reference, step, keys } =
    record
  const sent = { idempotencyKey: keys[step], signal: AbortSignal.timeout(PATIENCE_MS) }
  if (step === 'reopen') {
    return on('POST /channel/v1/payments')({
      body: { partnerId, reference, ...(agentId !== null && { agentId }) },
      ...sent,
    })
  }
  const params = { paymentId: step === 'confirm' ? paymentId : (newPaymentId ?? paymentId) }
  if (step === 'release') {
    return on('POST /channel/v1/payments/{paymentId}/cancel')({ params, ...sent })
  }
  return on('POST /channel/v1/payments/{paymentId}/confirm')({
    params,
    body: {
      amount,
      ...(agentId !== null && { takenBy: agentId }),
      ...(isRounded(amount, given) && { rounded: true }),
      // A payment that was opened again was opened after the money was taken.
      ...(step === 'confirm' && { takenAt: record.takenAt }),
      ...insteadOf(record),
    },
    ...sent,
  })
}

/**
 * The lost payment whose cash it is (W298). A record that an older till has kept may have sent its confirmation
 * without it, and a repetition is the same request.
 */
const insteadOf = ({ step, paymentId, cash }: OutboxRecord): { insteadOf?: string } =>
  step === 'reconfirm' && cash !== undefined ? { insteadOf: paymentId } : {}

/** Sends when the network comes back, when the till is looked at, and every few seconds. */
export const keepSending = (owner: string): (() => void) => {
  let isSending = false
  let isWanted = false
  const send = (isEager: boolean): void => {
    isWanted = isSending
    if (isSending) return
    isSending = true
    sendDue(owner, isEager)
      .catch(() => undefined)
      .finally(() => {
        isSending = false
        if (isWanted) send(false)
      })
  }
  const eagerly = () => send(true)
  const timer = setInterval(() => send(false), LOOK_MS)
  const stopWatching = onChange(() => send(false))
  const stopNetwork = watchNetwork(() => networkNow().isAway || eagerly())
  addEventListener('online', eagerly)
  document.addEventListener('visibilitychange', eagerly)
  eagerly()
  return () => {
    clearInterval(timer)
    stopWatching()
    stopNetwork()
    removeEventListener('online', eagerly)
    document.removeEventListener('visibilitychange', eagerly)
  }
}
