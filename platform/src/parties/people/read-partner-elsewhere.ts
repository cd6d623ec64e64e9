import type { PartnerStatus } from '@wasl/protocol'
import type { Pipeline } from '../../base/database/pipeline.ts'

type Found = { name: string; nameAr: string | null; status: PartnerStatus }

export type HotDatabaseOf = (partnerId: number) => { hot: Pipeline } | Promise<{ hot: Pipeline }>

/**
 * The partner of a user, from the cell where the partner lives: all users are in the control cell, which
 * knows only the partners that live there.
 */
export const readPartnerElsewhere = async (
  databaseOf: HotDatabaseOf,
  partnerId: number,
): Promise<Found | null> => {
  const { hot } = await databaseOf(partnerId)
  const [partner] = await hot.query<Found>({
    name: 'partner-of-user',
    text: 'select name, name_ar as "nameAr", status from partners where partner_id = $1::int',
    values: [partnerId],
  })
  return partner ?? null
}
