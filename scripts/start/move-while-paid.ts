/**
 * The second half of the demonstration with two cells: the shop moves from one database to the other
 * while customers pay it.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LocalHomes } from '@wasl/platform'
import type { ChannelPayment } from '@wasl/protocol'
import type { ReferencePartner } from '@wasl/reference-partner'
import type { Session } from '../../cli/src/dev/session.ts'
import { refused } from '../../cli/src/problem.ts'
import type { Doors } from './doors.ts'
import type { Screen } from './screen.ts'

type Moving = {
  session: Session
  shop: ReferencePartner
  screen: Screen
  doors: Doors
  homes: LocalHomes
}

const CUSTOMERS = 3
const PRICE = 990

/** A channel sends a refused request again, under the same key. */
const RETRY_MS = 20

/** An attempt whose result the old home refused is made again when its lease has lapsed. */
const LEASE_MS = 61_000

export const tellMove = async (moving: Moving): Promise<void> => {
  const { screen, session, homes } = moving
  const { partnerId } = session.accounts.partner
  const from = await homes.homeOf(partnerId)
  const to = homes.cells.find((cell) => cell !== from) as string
  screen.line(screen.bold('6. The shop moves to another cell while it is paid'))
  screen.paragraph(
    `A cell is a database in which some of the partners live, each whole in one. Here are two: ` +
      `${homes.cells.join(' and ')}. ${partnerId} lives in ${from} and moves to ${to}, while ` +
      `${CUSTOMERS} customers at a time pay it.`,
    ' ',
  )
  const customers = startCustomers(moving)
  await customers.another()
  const before = customers.paid.size
  const refusedMs = await homes
    .move(partnerId, to, (text) => screen.paragraph(text, ' '))
    .catch((error: Error): never => {
      throw refused(`The move stopped: ${error.message}`)
    })
  const meanwhile = customers.paid.size - before
  // The next payments are confirmed in the new home.
  await customers.another()
  await customers.stop()
  const problems = await problemsOf(moving, customers.paid)
  screen.line()
  screen.table([
    ['moved', `${partnerId}, from ${from} to ${await homes.homeOf(partnerId)}`],
    ['payments', `${meanwhile} confirmed while it moved, ${customers.paid.size} with those around`],
    ['refused', refusedText(refusedMs, customers.refusals())],
    ['lost', problems.length === 0 ? NOTHING_LOST : problems.join(' ')],
  ])
  screen.line()
  screen.line('Look at it in the console, after the link "owner" below:')
  const page = moving.doors.pageAt
  screen.table([
    ['the shop', page(`/console/partners/${partnerId}`)],
    ['payments', page(`/console/payments?partnerId=${partnerId}`)],
    ['its move', page('/console/audit')],
    ['the books', page('/console/integrity')],
  ])
  screen.paragraph(
    'Each process names its cells at /readyz. "npm start" without cells shows a day of money ' +
      'instead of a move.',
  )
  screen.line()
}

const NOTHING_LOST = 'nothing: each is paid once, and the shop was told of each'

const refusedText = (ms: number | null, refusals: number): string => {
  const time = ms === null ? 'for a moment' : `for ${ms} ms`
  const times = refusals === 1 ? '1 request was' : `${refusals} requests were`
  return `writes of the shop, ${time}: ${times} answered 503 and sent again`
}

type Customers = {
  /** The reference of each confirmed payment, by its id. */
  paid: ReadonlyMap<string, string>
  /** How many requests were answered with 503. */
  refusals(): number
  /** Resolves when each customer has paid once more. */
  another(): Promise<void>
  /** Resolves when the payments that were begun are paid. */
  stop(): Promise<void>
}

const startCustomers = ({ session, shop }: Moving): Customers => {
  const { api, accounts } = session
  const { apiKey } = accounts.channels.AGENCY
  const paid = new Map<string, string>()
  const times = Array.from({ length: CUSTOMERS }, () => 0)
  let refusals = 0
  let isOver = false

  const insist = async (path: string, body?: unknown): Promise<ChannelPayment> => {
    const key = { 'idempotency-key': randomUUID() }
    for (;;) {
      const answer = await api.ask<ChannelPayment>('POST', path, apiKey, body, key)
      if (answer.status < 300) return answer.body
      if (answer.status !== 503) throw refused(`A payment was refused: ${answer.body.error}`)
      refusals += 1
      await sleep(RETRY_MS)
    }
  }

  const pay = async (customer: number): Promise<void> => {
    while (!isOver) {
      const { reference } = await shop.addReference({ total_amount: PRICE })
      const asked = { partnerId: accounts.partner.partnerId, reference }
      const { paymentId } = await insist('/channel/v1/payments', asked)
      await insist(`/channel/v1/payments/${paymentId}/confirm`)
      paid.set(paymentId, reference)
      times[customer] = (times[customer] ?? 0) + 1
    }
  }

  const all = Promise.all(times.map((_, customer) => pay(customer)))
  // Those who wait for it hear what goes wrong.
  all.catch(() => undefined)
  return {
    paid,
    refusals: () => refusals,
    async another() {
      const wanted = times.map((count) => count + 1)
      const isReached = (): boolean => times.every((count, at) => count >= (wanted[at] ?? 0))
      let hasEnded = false
      all.then(
        () => (hasEnded = true),
        () => (hasEnded = true),
      )
      while (!isReached() && !hasEnded) await sleep(RETRY_MS)
      if (hasEnded) await all
    },
    async stop() {
      isOver = true
      await all
    },
  }
}

const DELIVERY_MS_MAX = 120_000

/** What contradicts "nothing is lost", a sentence each. */
const problemsOf = async (
  { session, shop }: Moving,
  paid: ReadonlyMap<string, string>,
): Promise<string[]> => {
  const { api, accounts, operatorKey, clock } = session
  const { partnerId } = accounts.partner
  const untold = (): string[] =>
    [...paid.keys()].filter((id) => !shop.handledEvents().has(`payment.success:${id}`))
  if (untold().length > 0) await clock.advance(LEASE_MS)
  const deadline = performance.now() + DELIVERY_MS_MAX
  while (untold().length > 0 && performance.now() < deadline) await sleep(RETRY_MS)
  const problems = untold().map((id) => `The shop was not told of ${id}.`)
  for (const [paymentId, reference] of paid) {
    const query = new URLSearchParams({ partnerId, reference })
    const { items } = await api.call<{ items: { paymentId: string; stage: string }[] }>(
      'GET',
      `/operator/v1/payments?${query.toString()}`,
      operatorKey,
    )
    const isPaidOnce = items.length === 1 && items[0]?.stage === 'paid'
    if (!isPaidOnce || items[0]?.paymentId !== paymentId) {
      problems.push(`${reference} was confirmed and is not paid once.`)
    }
  }
  return problems
}
