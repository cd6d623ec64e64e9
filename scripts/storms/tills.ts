/** Tills that take payments without a pause, and remember what they were told. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { PlatformProcess } from '../../platform/test/support/platform-process.ts'
import type { PartnerServer } from '../../platform/test/support/partner.ts'
import type { Answer, TestChannel, TestPartner } from '../../platform/test/support/node.ts'
import { until } from '../../platform/test/support/wait.ts'

const AGAIN_MS = 40

/** How the references of tills begin; others ask for others. */
const OF_TILLS = 'INV-'

export type TillReport = {
  /** The payment that was opened for each reference. */
  opened: Map<string, string>
  confirmed: Set<string>
  /** Answers that a till in its right mind does not get here. */
  strange: string[]
}

export type Tills = {
  told: TillReport
  /** Resolves with the time (performance.now) of the first confirmation that began after `sinceMs`. */
  confirmedAfter(sinceMs: number): Promise<number>
  /** Lets each finish its payment. */
  stop(): Promise<void>
}

/** Null when no process is there, or it ends before it has answered. */
const askOne = async (
  node: PlatformProcess | undefined,
  ask: (node: PlatformProcess) => Promise<Answer>,
): Promise<Answer | null> => {
  if (node === undefined) return null
  try {
    return await ask(node)
  } catch {
    return null
  }
}

/**
 * Each opens and confirms one payment after another, under an Idempotency-Key of its own, and asks
 * another process when one refuses with 503 or is gone.
 *
 * @param processes may change while they run.
 * @param prefix how their references begin.
 */
export const startTills = (
  count: number,
  processes: readonly PlatformProcess[],
  channel: TestChannel,
  partners: readonly TestPartner[],
  prefix = OF_TILLS,
): Tills => {
  const told: TillReport = { opened: new Map(), confirmed: new Set(), strange: [] }
  let isOver = false
  const waiting = new Set<{ sinceMs: number; resolve(atMs: number): void }>()

  const insist = async (
    what: string,
    expected: number,
    ask: (node: PlatformProcess) => Promise<Answer>,
  ): Promise<Answer> => {
    for (let turn = 0; ; turn += 1) {
      const answer = await askOne(processes[turn % processes.length], ask)
      if (answer?.status === expected) return answer
      if (answer !== null && answer.body?.error !== 'SERVER503_UNAVAILABLE') {
        told.strange.push(`${what} was answered ${answer.status} ${answer.text}`)
        if (answer.status < 500) return answer
      }
      await pause(AGAIN_MS)
    }
  }

  const pay = async (partner: TestPartner, reference: string): Promise<void> => {
    const opened = await insist(`opening ${reference}`, 201, (node) =>
      node.open(channel, partner, reference, { 'idempotency-key': reference }),
    )
    const paymentId: string = opened.body?.paymentId
    told.opened.set(reference, paymentId)
    const beganMs = performance.now()
    const headers = { 'idempotency-key': `paid-${reference}` }
    await insist(`confirming ${reference}`, 200, (node) =>
      node.change(channel, 'confirm', paymentId, { headers }),
    )
    told.confirmed.add(reference)
    for (const one of waiting) {
      if (beganMs < one.sinceMs) continue
      waiting.delete(one)
      one.resolve(performance.now())
    }
  }

  const till = async (number: number): Promise<void> => {
    for (let turn = 1; !isOver; turn += 1) {
      const partner = partners[turn % partners.length] as TestPartner
      await pay(partner, `${prefix}${number}-${turn}`)
    }
  }
  const tills = Array.from({ length: count }, (_, number) => till(number + 1))
  return {
    told,
    confirmedAfter: (sinceMs) =>
      new Promise((resolve) => {
        waiting.add({ sinceMs, resolve })
      }),
    async stop() {
      isOver = true
      await Promise.all(tills)
    },
  }
}

/** Some of the last webhooks wait for the lease of a process that died, and for the event before. */
const DELIVERY_MS = 300_000

/** Waits until nothing is owed to a partner. */
export const untilDelivered = (pool: pg.Pool): Promise<true> =>
  until(
    'every event to be delivered',
    async () => {
      const { rows } = await pool.query<{ owed: number }>(
        'select count(*)::int as owed from webhook_deliveries where due_at is not null',
      )
      return rows[0]?.owed === 0
    },
    DELIVERY_MS,
  )

/** What tills were told and the database does not have, a sentence each. */
export const missingPayments = async (pool: pg.Pool, told: TillReport): Promise<string[]> => {
  const { rows } = await pool.query<{ reference: string; payment_id: string; stage: string }>(
    'select reference, payment_id, stage from payments',
  )
  const byReference = Map.groupBy(rows, ({ reference }) => reference)
  const missing = [...told.opened].flatMap(([reference, paymentId]) => {
    const own = byReference.get(reference) ?? []
    const one = own.find((row) => row.payment_id === paymentId)
    if (one === undefined) return [`The payment of ${reference} is lost.`]
    if (own.length > 1) return [`${reference} has ${own.length} payments.`]
    return told.confirmed.has(reference) && one.stage !== 'paid'
      ? [`${reference} was confirmed and is ${one.stage}.`]
      : []
  })
  return [...missing, ...told.strange]
}

/**
 * What the shop was told and the tills were not, or the other way round, a sentence each.
 *
 * @param isSettled whether every webhook has arrived.
 */
export const contradictions = (
  { requests, problems }: PartnerServer,
  { told }: Pick<Tills, 'told'>,
  { isSettled = true } = {},
): string[] => {
  const successes = new Map<string, Set<string>>()
  for (const { event } of requests) {
    if (event?.event !== 'payment.success') continue
    const reference = String(event.data['reference'])
    if (!reference.startsWith(OF_TILLS)) continue
    successes.set(reference, (successes.get(reference) ?? new Set()).add(event.data['paymentId']))
  }
  const untold = isSettled ? [...told.confirmed].filter((one) => !successes.has(one)) : []
  const unheard = [...successes.keys()].filter((reference) => !told.confirmed.has(reference))
  const doubled = [...successes].filter(([, payments]) => payments.size > 1)
  return [
    ...untold.map((reference) => `The shop was never told that ${reference} is paid.`),
    ...unheard.map((reference) => `The shop was told that ${reference} is paid; no till was.`),
    ...doubled.map(([reference]) => `The shop was told of two payments of ${reference}.`),
    ...problems,
  ]
}
