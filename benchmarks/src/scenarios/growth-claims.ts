/** The dispatcher's claim, as `growth` measures it. */
import { createDatabase, type Database } from '../../../platform/src/base/database/database.ts'
import { ANY_ID } from '../../../platform/src/base/database/id-range.ts'
import { claimDeliveries } from '../../../platform/src/delivery/webhooks/queue/claim.ts'
import { makePartitions } from '../../../platform/src/operations/retention/make-partitions.ts'
import { inTurn } from '../in-turn.ts'
import { FIRST_PARTNER } from '../seed/partners.ts'
import { paymentIdOf, removeSeeded, seedPayments, TIME_BASE } from '../seed/payments.ts'
import type { House } from './growth-house.ts'

export const CLAIM = 256

/** For each claim, so many deliveries are due. */
const DUE = 480

/** The first number of the due payments, beyond those of the others. */
export const DUE_FROM = 1_000_000_000

/** Runs the dispatcher's claim on a table full of finished deliveries. */
export const measureClaims = async (houses: House[], claims: number): Promise<void> => {
  const due = claims * DUE
  const opened = await inTurn(houses, async ({ database: { client, url }, partners, timesMs }) => {
    const spread = { partners: partners.length, channelId: 1 }
    await removeSeeded(client, DUE_FROM, due)
    // Opened lately, as what a claim looks for is.
    const lately = { from: DUE_FROM, startMs: TIME_BASE - DUE_FROM }
    await seedPayments(client, { ...spread, ...lately, count: due, as: 'due' })
    await client.query('vacuum analyze webhook_deliveries, webhook_events, payments')
    const database = createDatabase(url)
    await makePartitions(database.pool)
    return { database, claimsMs: timesMs.claim }
  })
  for (let claim = 0; claim < claims; claim += 1) {
    await inTurn(opened, async ({ database, claimsMs }) => {
      claimsMs.push(await claimMs(database, FIRST_PARTNER + claim * 70))
    })
  }
  for (const { database } of opened) await database.close()
}

const claimMs = async ({ claims }: Database, afterPartner: number): Promise<number> => {
  const startedMs = performance.now()
  const { deliveries } = await claimDeliveries(claims, {
    limit: CLAIM,
    afterPartner,
    partnerLimit: 32,
    free: new Map(),
    ids: [paymentIdOf(0, 0), ANY_ID[1]],
    idsEndAt: new Date(),
  })
  const durationMs = performance.now() - startedMs
  if (deliveries.length !== CLAIM)
    throw new Error(`expected ${CLAIM} claimed deliveries, received ${deliveries.length}`)
  return durationMs
}
