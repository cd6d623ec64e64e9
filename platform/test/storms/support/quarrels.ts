/**
 * Clients of a storm who quarrel: over the same references, the same QR code, the same bags and handovers.
 * Each asks again until it is answered, and everything is recorded. In the end each subject is read once
 * more: what was acknowledged and lost later, in a failover, would be noticed by nobody else.
 */
import { randomInt } from 'node:crypto'
import type { Recorder } from '../../histories/history.ts'
import { DEFAULT_PRICE } from '../../support/partner.ts'
import type { Answer } from '../../support/node.ts'
import { recordedCalls, type Ask, type RecordedCalls, type Subject } from './recorded-calls.ts'

export type QuarrelOfPartner = Subject & {
  recorder: Recorder
  /** Asks one process after another until one answers; null when the storm is over. */
  insist(ask: Ask): Promise<Answer | null>
  isOver(): boolean
  operatorKey: string
  /** Static QR codes of the partner, used one after another. */
  tokens: readonly string[]
}

export type Quarrel = QuarrelOfPartner & {
  /** Two holders of cash: an agent and the safe. */
  agent: string
  safe: string
}

/** How the references begin over which tills quarrel. */
export const OF_RIVALS = 'RIVAL-'

/** Calls about one reference, and then the next one. */
const CALLS_OF_REFERENCE = 14

/** Rivals over one reference: a history in which few calls overlap is judged in a moment. */
const RIVALS_OF_REFERENCE = 4

/** Clients that read at the end what was quarrelled over. */
const READERS = 4

/** Turns at one code, and then at the next one: a short history is judged in a moment. */
const TURNS_OF_CODE = 5

const pick = <Value>(values: readonly Value[]): Value => values[randomInt(values.length)] as Value

/** Those about what belongs to the partner, and about the cash of the channel. */
export const startQuarrels = (quarrel: Quarrel, rivals: number): Promise<unknown> =>
  Promise.all([startQuarrelsOfPartner(quarrel, rivals), cashier(quarrel)])

/** Those about references and QR codes of the partner alone, wherever it lives. */
export const startQuarrelsOfPartner = (
  quarrel: QuarrelOfPartner,
  rivals: number,
): Promise<unknown> =>
  Promise.all([
    ...rivalGroups(quarrel, rivals),
    counter(quarrel, 'counter-1'),
    counter(quarrel, 'counter-2'),
  ])

const readAll = async (insist: QuarrelOfPartner['insist'], reads: Iterable<Ask>): Promise<void> => {
  const left = [...reads].values()
  const reader = async (): Promise<void> => {
    for (const read of left) await insist(read)
  }
  await Promise.all(Array.from({ length: READERS }, reader))
}

/** Each group quarrels over references of its own. */
const rivalGroups = (quarrel: QuarrelOfPartner, rivals: number): Promise<void>[] => {
  const names = Array.from({ length: rivals }, (_, number) => `rival-${number + 1}`)
  const groups: Promise<void>[] = []
  for (let first = 0; first < rivals; first += RIVALS_OF_REFERENCE) {
    const group = names.slice(first, first + RIVALS_OF_REFERENCE)
    groups.push(rivalTills(quarrel, `${OF_RIVALS}${first}-`, group))
  }
  return groups
}

/** Rival tills of one channel, and their partner: they open, confirm, cancel, refund and ask. */
const rivalTills = async (
  quarrel: QuarrelOfPartner,
  ofGroup: string,
  names: readonly string[],
): Promise<void> => {
  let asked = 0
  const refunds = new Set<string>()
  const codes: RefundCodes = new Map()
  const opened = new Map<string, string>()
  const till = async (client: string): Promise<void> => {
    const calls = recordedCalls(quarrel.recorder, client, quarrel)
    while (!quarrel.isOver()) {
      asked += 1
      const reference = `${ofGroup}${Math.floor(asked / CALLS_OF_REFERENCE)}`
      const paymentId = opened.get(reference)
      // Some keys are shared, so that one client's call is another one's repetition.
      const key = `${reference}-${pick(['', client])}`
      if (paymentId === undefined || randomInt(5) === 0) {
        const answer = await quarrel.insist(calls.open(reference, key))
        if (answer?.status === 201) opened.set(reference, answer.body.paymentId)
      } else {
        const refundId = await actOn(quarrel, calls, { reference, paymentId, codes })
        if (refundId !== null) refunds.add(refundId)
      }
    }
  }
  await Promise.all(names.map(till))
  const reader = recordedCalls(quarrel.recorder, 'reader', quarrel)
  const key = quarrel.operatorKey
  await readAll(quarrel.insist, [
    ...Array.from({ length: Math.floor(asked / CALLS_OF_REFERENCE) + 1 }, (_, number) =>
      reader.status(`${ofGroup}${number}`),
    ),
    ...[...refunds].map((refundId) =>
      reader.step(`refund ${refundId}`, { step: 'read' }, (node) =>
        node.call('GET', `/operator/v1/refunds/${refundId}`, { key }),
      ),
    ),
  ])
}

/**
 * What the issuing of each refund's code was answered. It is issued once: another code would make this one
 * a wrong guess, and many guesses lock the channel out.
 */
type RefundCodes = Map<string, Promise<Answer | null>>

/** @returns the refund that it asked to be paid to the payer, if any. */
const actOn = async (
  { insist, operatorKey, channel }: QuarrelOfPartner,
  calls: RecordedCalls,
  { reference, paymentId, codes }: { reference: string; paymentId: string; codes: RefundCodes },
): Promise<string | null> => {
  const act = pick(['confirm', 'cancel', 'fail', 'read', 'refund', 'status', 'status'] as const)
  if (act !== 'refund') {
    const ask = {
      status: () => calls.status(reference),
      read: () => calls.read(reference, paymentId),
      confirm: () => calls.change(reference, 'confirm', paymentId),
      cancel: () => calls.change(reference, 'cancel', paymentId),
      fail: () => calls.change(reference, 'fail', paymentId),
    }[act]
    await insist(ask())
    return null
  }
  const amount = pick([null, 100, DEFAULT_PRICE])
  // Of the payment: a repeated opening may give the reference's earlier one again, and its refund is another.
  const key = `refund-${paymentId}-${amount}`
  const made = await insist(calls.refund(reference, paymentId, amount, key))
  if (made?.status !== 201) return null
  const { refundId } = made.body
  const issue: Ask = (node) =>
    node.call('POST', `/operator/v1/refunds/${refundId}/code`, { key: operatorKey })
  if (!codes.has(refundId)) codes.set(refundId, insist(issue))
  const issued = await codes.get(refundId)
  if (issued?.status !== 200) return null
  const headers = { 'idempotency-key': `redeem-${refundId}-${randomInt(2)}` }
  const step = { step: 'redeem', key: headers['idempotency-key'] }
  const redeem: Ask = (node) =>
    node.call('POST', '/channel/v1/refunds/redeem', {
      key: channel.apiKey,
      body: { code: issued.body.code },
      headers,
    })
  // A code whose issuing was repeated is unknown: that says nothing of the refund.
  const unlessUnknown: Ask = async (node) => {
    const answer = await redeem(node)
    return answer.body?.error === 'REFUND404_UNKNOWN_CODE' ? { ...answer, status: 503 } : answer
  }
  await insist(calls.step(`refund ${refundId}`, step, unlessUnknown))
  return refundId
}

/** Sets and removes amounts, scans and pays, at one code. */
const counter = async (quarrel: QuarrelOfPartner, client: string): Promise<void> => {
  const { insist, isOver, tokens, recorder } = quarrel
  const calls = recordedCalls(recorder, client, quarrel)
  const used = new Set<string>()
  for (let turn = 1; !isOver(); turn += 1) {
    const token = tokens[Math.floor(turn / TURNS_OF_CODE) % tokens.length] as string
    used.add(token)
    await insist(
      turn % 4 === 0 ? calls.unset(token) : calls.set(token, [turn, turn + 1], turn % 2 === 1),
    )
    const scanned = await insist(calls.scan(token))
    const amount: number = scanned?.body.amounts?.[0] ?? 77
    const key = `${client}-${turn}`
    const paid = await insist(calls.pay(token, amount, key))
    if (paid?.status !== 201) continue
    const { paymentId } = paid.body
    await insist(calls.pay(token, amount, key))
    await insist(calls.endOfCode(token, pick(['confirm', 'cancel']), paymentId))
  }
  await readAll(insist, [...used].map(calls.scan))
}

/** Closes bags and gives cash on; two people end each handover at once. */
const cashier = async (quarrel: Quarrel): Promise<void> => {
  const { insist, isOver, recorder, channel, operatorKey, safe, agent } = quarrel
  const calls = recordedCalls(recorder, 'cashier', quarrel)
  const other = recordedCalls(recorder, 'agent', quarrel)
  const reads: Ask[] = []
  const readLater = (subject: string, path: string): void => {
    const read: Ask = (node) => node.call('GET', `/channel/v1${path}`, { key: channel.apiKey })
    reads.push(calls.step(subject, { step: 'read' }, read))
  }
  const post =
    (path: string, body: unknown, headers: Record<string, string> = {}): Ask =>
    (node) =>
      node.call('POST', `/channel/v1${path}`, { key: channel.apiKey, body, headers })
  for (let turn = 1; !isOver(); turn += 1) {
    const bag = `bag ${turn}`
    const making = post(
      '/deposits',
      { from: safe, amount: 10 },
      { 'idempotency-key': `bag-${turn}` },
    )
    const made = await insist(calls.step(bag, { step: 'bag', key: bag }, making))
    await insist(other.step(bag, { step: 'bag', key: bag }, making))
    if (made?.status === 201) {
      const { depositId } = made.body
      readLater(bag, `/deposits/${depositId}`)
      const slip = `slip-${turn}`
      const record = post(`/deposits/${depositId}/deposited`, { slip: { number: slip } })
      const bank: Ask = (node) =>
        node.call('POST', `/operator/v1/deposits/${depositId}/bank`, {
          key: operatorKey,
          body: { amount: 10 },
        })
      await Promise.all([
        insist(calls.step(bag, { step: 'deposited', detail: slip }, record)),
        insist(other.step(bag, { step: 'bank' }, bank)),
      ])
    }
    const offered = await insist(post('/handovers', { from: agent, to: safe, amount: 5 }))
    if (offered?.status !== 201) continue
    const { handoverId, code } = offered.body
    const handover = `handover ${handoverId}`
    const path = `/handovers/${handoverId}`
    readLater(handover, path)
    await Promise.all([
      insist(
        calls.step(
          handover,
          { step: 'receive', detail: '5' },
          post(`${path}/receive`, { code, counted: 5 }),
        ),
      ),
      insist(other.step(handover, { step: 'cancel' }, post(`${path}/cancel`, {}))),
    ])
  }
  await readAll(insist, reads)
}
