import type { AuditSealsConfig } from '../../base/config/audit-seals.ts'
import { createOutbound } from '../../base/outbound/outbound.ts'
import { makeFolder } from '../../base/files/make-folder.ts'
import type { SigningKeyStore } from '../../parties/signing-keys/current.ts'
import { chainEntries } from './chain.ts'
import { sealHour } from './make-seal.ts'
import { sealDay } from './seal-day.ts'
import { keepSeals, postSeal } from './offer.ts'

/** The work on the audit log's chain and its seals, for the periodic tasks. */
export type Sealing = {
  /** Gives new entries their places, and signs each hour and closed day. Resolves with whether there may be more. */
  round(): Promise<boolean>
  /** What each process does that has the folder or the address. */
  offers: { name: string; run: () => Promise<boolean> }[]
  close(): Promise<void>
}

/** Seals stay in the database alone. */
export const NO_SEALS: AuditSealsConfig = { folder: null, url: null }

export const createSealing = (
  store: SigningKeyStore,
  { folder, url }: AuditSealsConfig,
): Sealing => {
  // The operator chose the address, so it may be on the operator's own network. The configuration has
  // refused http outside this machine.
  const outbound = url
    ? createOutbound({ allowPrivateTargets: true, maxOriginConnections: 1 })
    : null
  const offers: Sealing['offers'] = []
  if (folder) {
    const run = async (): Promise<boolean> => {
      makeFolder(folder)
      return keepSeals(store.pool, folder)
    }
    offers.push({ name: 'keep seals of the audit log', run })
  }
  if (url && outbound) {
    const run = () => postSeal(store.pool, outbound.send, url)
    offers.push({ name: 'post seals of the audit log', run })
  }
  return {
    async round() {
      if (await chainEntries(store.pool)) return true
      await sealHour(store)
      return sealDay(store)
    },
    offers,
    close: async () => outbound?.close(),
  }
}
