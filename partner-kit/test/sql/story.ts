/** What every SQL store must do, told once and run on each real database. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Dedupe } from '../../src/dedupe.ts'
import { createPartner } from '../../src/partner.ts'
import { API_SECRET, HMAC_SECRET, NOW_SECONDS, successEvent, webhookRequest } from '../support.ts'

export type TestDatabase<Transaction> = {
  /** A store as one process of the partner has it: connections of its own. */
  openStore: () => Dedupe<Transaction>
  /** Writes a row with the transaction, and takes a moment. */
  sendParcel: (transaction: Transaction, reference: string) => Promise<void>
  /** Tries something that the database refuses, and goes on as if nothing had been. */
  failUnseen: (transaction: Transaction) => Promise<void>
  /** Ends the transaction that is not its own, as a helper does that begins one of its own. */
  commitEarly: (transaction: Transaction) => Promise<unknown>
  count: (table: 'wasl_handled_events' | 'parcels') => Promise<number>
  /** Empties both tables. */
  clear: () => Promise<void>
  close: () => Promise<unknown>
}

export const describeSqlDedupe = <Transaction>(
  name: string,
  open: () => Promise<TestDatabase<Transaction>>,
): void => {
  describe(`handled events in ${name}`, () => {
    let database: TestDatabase<Transaction>
    let failures: number

    beforeAll(async () => {
      database = await open()
    })
    afterAll(async () => {
      await database.close()
    })
    beforeEach(async () => {
      failures = 0
      await database.clear()
    })

    /** One process of the partner: it shares the database with the others and nothing else. */
    const partnerProcess = () => {
      return createPartner({
        apiSecret: API_SECRET,
        hmacSecret: HMAC_SECRET,
        lookup: () => ({ status: 'not_found' }),
        dedupe: database.openStore(),
        on: {
          'payment.success': async (data, { transaction }) => {
            await database.sendParcel(transaction, data.reference)
            failures -= 1
            if (failures >= 0) throw new Error('the printer is out of paper')
          },
        },
        now: () => NOW_SECONDS * 1000,
      })
    }

    const deliver = async (
      partner: ReturnType<typeof partnerProcess>,
      changes: Record<string, unknown> = {},
    ): Promise<number> => (await partner.fetch(webhookRequest(successEvent(changes)))).status

    test('sixteen copies over two processes send one parcel', async () => {
      const partners = [partnerProcess(), partnerProcess()]
      const copies = partners.flatMap((partner) =>
        Array.from({ length: 8 }, () => deliver(partner)),
      )
      expect(await Promise.all(copies)).toEqual(copies.map(() => 200))
      expect(await database.count('parcels')).toBe(1)
      expect(await database.count('wasl_handled_events')).toBe(1)
    })

    test('a handler that fails leaves neither a parcel nor a record, and a waiting copy runs', async () => {
      failures = 1
      const partners = [partnerProcess(), partnerProcess()]
      const statuses = await Promise.all(partners.map((partner) => deliver(partner)))
      expect(new Set(statuses)).toEqual(new Set([200, 500]))
      expect(await database.count('parcels')).toBe(1)
    })

    test('an event that fails every time is never recorded, and leaves no connection behind', async () => {
      failures = 30
      const partner = partnerProcess()
      for (let attempt = 0; attempt < 30; attempt += 1) expect(await deliver(partner)).toBe(500)
      expect(await database.count('parcels')).toBe(0)
      expect(await database.count('wasl_handled_events')).toBe(0)
      expect(await deliver(partner)).toBe(200)
    })

    test('a restarted process knows the events handled before', async () => {
      expect(await deliver(partnerProcess())).toBe(200)
      expect(await deliver(partnerProcess())).toBe(200)
      expect(await database.count('parcels')).toBe(1)
    })

    test('other payments are other events, whatever their ids look like', async () => {
      const partner = partnerProcess()
      const ids = ['a', 'A', 'a ', 'é', 'e\u0301', '\0', '\ud800', '\ud801', "'", '\\']
      const long = 'x'.repeat(300)
      for (const paymentId of [...ids, `${long}1`, `${long}2`]) {
        expect(await deliver(partner, { paymentId })).toBe(200)
      }
      expect(await database.count('parcels')).toBe(ids.length + 2)
    })

    test('a handler that commits by itself and then fails is run again, until it succeeds', async () => {
      const store = database.openStore()
      let runs = 0
      const handle = (fails: boolean) =>
        store.once('payment.success:1', async (transaction) => {
          runs += 1
          if (!fails) return
          await database.commitEarly(transaction)
          throw new Error('the printer is out of paper')
        })
      await expect(handle(true)).rejects.toThrow('out of paper')
      await expect(handle(true)).rejects.toThrow('out of paper')
      expect(await handle(false)).toBe('ran')
      expect(await handle(true)).toBe('duplicate')
      expect(runs).toBe(3)
      expect(await database.count('wasl_handled_events')).toBe(1)
    })

    test('a handler that goes on after an error of the database loses nothing in silence', async () => {
      const store = database.openStore()
      const handled = store.once('payment.success:1', async (transaction) => {
        await database.sendParcel(transaction, 'INV-1')
        await database.failUnseen(transaction)
      })
      const outcome = await handled.catch(() => 'refused')
      const saved = await database.count('parcels')
      const recorded = await database.count('wasl_handled_events')
      expect({ outcome, saved, recorded }).toEqual(
        outcome === 'ran'
          ? { outcome, saved: 1, recorded: 1 }
          : { outcome: 'refused', saved: 0, recorded: 0 },
      )
    })
  })
}
