/** What this device keeps: payments that it opened, what waits for the network, and who works here. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { ChannelPayment } from '@wasl/protocol'
import type { OutboxRecord } from '../outbox/record.ts'

/** A payment that was opened on this device. */
export type KeptPayment = {
  paymentId: string
  /** The user who opened it: nobody else is shown it. */
  owner: string
  payment: ChannelPayment
  payee: string
  /** Of a courier's day, or at the counter. */
  isOfRound: boolean
  /** By this device's clock. */
  keptAt: string
}

interface TillDatabase extends DBSchema {
  payments: { key: string; value: KeptPayment; indexes: { owner: string } }
  outbox: { key: string; value: OutboxRecord; indexes: { owner: string } }
  kept: { key: string; value: unknown }
}

const NAME = 'wasl-till'

let opened: Promise<IDBPDatabase<TillDatabase>> | null = null

export const database = (): Promise<IDBPDatabase<TillDatabase>> => {
  opened ??= openDB<TillDatabase>(NAME, 1, {
    upgrade(db) {
      for (const name of ['payments', 'outbox'] as const) {
        db.createObjectStore(name, { keyPath: 'paymentId' }).createIndex('owner', 'owner')
      }
      db.createObjectStore('kept')
    },
    // Another version of the till wants to change the database.
    blocking: () => void opened?.then((db) => db.close()),
    terminated: () => {
      opened = null
    },
  })
  return opened
}

export const keep = async (name: string, value: unknown): Promise<void> => {
  await (await database()).put('kept', value, name)
}

export const kept = async <T>(name: string): Promise<T | undefined> =>
  (await (await database()).get('kept', name)) as T | undefined

export const forget = async (name: string): Promise<void> => {
  await (await database()).delete('kept', name)
}

/** What was told to the other tabs of this device, and to this one. */
const channel = new BroadcastChannel('wasl-till')

const watchers = new Set<() => void>()

channel.addEventListener('message', () => {
  for (const watcher of watchers) watcher()
})

/** Tells every tab that something was kept. */
export const announce = (): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of one origin by itself
  channel.postMessage('changed')
  for (const watcher of watchers) watcher()
}

export const onChange = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
