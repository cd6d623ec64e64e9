/** A channel whose payers pay partners of two cells, in tests of cash. */
import { expect } from 'vitest'
import { newReference, type Answer, type TestPartner } from '../../support/node.ts'
import {
  startTestPlatform,
  type TestPlatform,
  type TestPlatformOptions,
} from '../../support/platform.ts'
import { startPartner, type PartnerServer } from '../../support/partner.ts'
import { openTill, type Till } from '../../support/till.ts'

export type CellTill = Till & {
  /** Opens a payment of a partner in the name of an agent, and confirms it; returns its id. */
  take(partner: TestPartner, agentId: string | null, price: number): Promise<string>
  /** Hands over what an agent holds to the safe. */
  handOver(from: string, amount: number): Promise<Answer>
  /** What an agent holds, in dinars, as the channel is shown it. */
  held(agentId: string): Promise<number>
}

export type TwoCells = {
  platform: TestPlatform
  server: PartnerServer
  /** Of the control cell, and of the other one. */
  north: TestPartner
  south: TestPartner
  openTill(): Promise<CellTill>
  /** A POST of the operator that must succeed. */
  amina(path: string, body?: unknown): Promise<any>
  close(): Promise<void>
}

export const openTwoCells = async (options: TestPlatformOptions = {}): Promise<TwoCells> => {
  const platform = await startTestPlatform({ cells: 2, ...options })
  const server = await startPartner()
  // The first one goes to the cell that is not the control cell.
  const south = await platform.createPartner(server)
  const north = await platform.createPartner(server)
  const [control] = platform.stores
  expect(await platform.poolOf(north)).toBe(control?.pool)
  expect(await platform.poolOf(south)).not.toBe(control?.pool)
  return {
    platform,
    server,
    north,
    south,
    async openTill() {
      const till = await openTill({ platform, server, partner: south })
      return {
        ...till,
        async take({ partnerId }, agentId, price) {
          const reference = newReference()
          server.prices.set(reference, price)
          const opened = await till.open({ partnerId, reference, ...(agentId && { agentId }) })
          expect([opened.status, opened.text]).toEqual([201, opened.text])
          const { paymentId } = opened.body
          const confirmed = await till.confirm(paymentId)
          expect([confirmed.status, confirmed.text]).toEqual([200, confirmed.text])
          return paymentId
        },
        async handOver(from, amount) {
          const offer = await till.call('POST', '/handovers', { from, to: till.safe, amount })
          if (offer.status >= 300) return offer
          const receipt = { code: offer.body.code, counted: amount }
          return till.call('POST', `/handovers/${offer.body.handoverId}/receive`, receipt)
        },
        async held(agentId) {
          const { items } = await till.cash()
          return items.find((item: { agentId: string }) => item.agentId === agentId).amount
        },
      }
    },
    async amina(path, body) {
      const key = platform.operatorKey
      const answer = await platform.call('POST', `/operator/v1${path}`, {
        key,
        ...(body !== undefined && { body }),
      })
      expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text])
      return answer.body
    },
    async close() {
      await platform.stop()
      await server.close()
    },
  }
}

/** Asserts that nothing contradicts the books, in each cell and over all of them. */
export const expectBooksHold = async ({ platform }: TwoCells): Promise<void> => {
  const { result, items } = await platform.operator('/integrity')
  const violated = items.filter(({ result: own }: { result: string }) => own !== 'holds')
  expect([violated, result]).toEqual([[], 'holds'])
}
