import {
  PARTNER_LIFE,
  PARTNER_STATUSES,
  type ListedPartner,
  type PartnersQuery,
  type Permission,
} from '@wasl/protocol'
import type { Database } from '../../base/database/database.ts'
import { remembered } from '../../operations/figures/remembered.ts'
import { readVolumes } from '../../operations/figures/volumes.ts'
import { isFailing, readStandings } from '../../operations/health-of-partners/standing.ts'
import { listPartners } from '../../parties/partners/get.ts'
import { pageOf, readCursor, readNumber, type Page } from '../server/cursor.ts'
import { listedPartnerBody } from './partner-body.ts'

/** Pages that are opened at once share one count. */
const VOLUMES_REMEMBERED_MS = 5_000

/** The list, with what the caller may see of each partner. */
export const partnerLister = ({
  operatorLists,
  screens,
}: Pick<Database, 'operatorLists' | 'screens'>) => {
  const volumes = remembered(() => readVolumes(screens), VOLUMES_REMEMBERED_MS)
  return async (
    { limit, cursor, q, city, state }: PartnersQuery,
    permissions: ReadonlySet<Permission>,
  ): Promise<Page<ListedPartner>> => {
    const maySeeHealth = permissions.has('events.view')
    const failing =
      state !== 'failing'
        ? null
        : maySeeHealth
          ? (await readStandings(screens, null)).filter(isFailing)
          : []
    const filters = {
      text: q ?? null,
      city: city ?? null,
      status: PARTNER_STATUSES.find((status) => status === state) ?? null,
      state: PARTNER_LIFE.find((known) => known === state) ?? null,
      among: failing === null ? null : failing.map(({ partnerId }) => partnerId),
    }
    const afterId = readCursor(cursor, readNumber) ?? 0
    const rows = await listPartners(operatorLists, { limit: limit + 1, afterId }, filters)
    const ids = rows.map(({ partnerId }) => partnerId)
    const standings = maySeeHealth ? await readStandings(screens, ids) : []
    const standingOf = new Map(standings.map((standing) => [standing.partnerId, standing]))
    const counted = permissions.has('payments.view') ? await volumes() : null
    return pageOf(rows, limit, {
      idOf: (row) => row.partnerId,
      toItem: (row) =>
        listedPartnerBody(
          row,
          standingOf.get(row.partnerId) ?? null,
          counted === null ? null : (counted.get(row.partnerId) ?? NO_VOLUME),
        ),
    })
  }
}

const NO_VOLUME = { collected: 0, payments: 0 }
