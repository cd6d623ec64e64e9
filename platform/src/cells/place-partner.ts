import type { Database } from '../base/database/database.ts'

/** Where a new partner's rows go; null where they go with one database, which numbers it too. */
export type PlacePartner = () => Promise<{ partnerId: number; db: Database } | null>
