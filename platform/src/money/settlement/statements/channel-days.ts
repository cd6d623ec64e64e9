import type pg from 'pg'
import { HOLD_SUMS } from '../../../ledger/roll-up.ts'

/**
 * Adds newly sealed dates to the sums of channels, which decide what is released. Without one, no transfer is
 * read: those of the open day would be, each time, only to be left out.
 */
export const rollUpChannelDays = async (client: pg.Pool | pg.ClientBase): Promise<void> => {
  const { rowCount } = await client.query(
    'select from ledger_state where sealed_through > channel_days_through()',
  )
  if (rowCount === 0) return
  // The statements of a function have snapshots of their own: these are newer than the lock.
  await client.query(`
    with held as materialized (${HOLD_SUMS})
    select roll_up_channel_days() from held`)
}
