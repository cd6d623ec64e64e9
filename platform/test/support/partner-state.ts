import type { PartnerState } from '@wasl/protocol'
import type pg from 'pg'

/** Puts a partner in a state, whatever its checks would say (D40). */
export const setPartnerState = async (
  pool: pg.Pool,
  partnerId: number,
  state: PartnerState,
): Promise<void> => {
  await pool.query(
    'update partners set state = $2, revision = revision + 1 where partner_id = $1',
    [partnerId, state],
  )
}
