import { createTestDatabase } from '../../support/database.ts'
import { startPartner, type PartnerServer } from '../../support/partner.ts'
import type { TestChannel, TestPartner } from '../../support/node.ts'
import { openInstallation, type Installation } from '../../support/installation.ts'
import type { PlatformProcess } from '../../support/platform-process.ts'

/** A process of the platform, a shop that is its partner, and a channel that takes money for it. */
export type Storm = {
  installation: Installation
  /** The first process; `installation.startProcess` adds others. */
  platform: PlatformProcess
  shop: PartnerServer
  partner: TestPartner
  channel: TestChannel
  close(): Promise<void>
}

/** @param databaseUrl a migrated database of the caller's own; without it, one is made and dropped. */
export const openStorm = async (databaseUrl?: string): Promise<Storm> => {
  const database = databaseUrl === undefined ? await createTestDatabase() : null
  const installation = await openInstallation(databaseUrl ?? (database?.url as string))
  const [shop, platform] = await Promise.all([startPartner(), installation.startProcess()])
  return {
    installation,
    platform,
    shop,
    partner: await installation.createPartner(platform, shop),
    channel: await installation.createChannel(platform),
    async close() {
      await installation.close()
      await shop.close()
      await database?.drop()
    },
  }
}
