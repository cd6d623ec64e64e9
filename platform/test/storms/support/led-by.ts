import type { Installation } from '../../support/installation.ts'
import type { PlatformProcess } from '../../support/platform-process.ts'

type Leader = { work: string; address: string }

/** Which process leads what, by the address that each says of itself. */
const readLeaders = async ({ pool }: Installation): Promise<Leader[]> => {
  const { rows } = await pool.query<Leader>(
    `select work, facts ->> 'address' as address
    from work_leases
    join processes on process_id = holder
    where leased_until > wasl_now()
    order by work`,
  )
  return rows
}

/** Whether one process leads all work that one process at a time does. */
export const ledBy = async (
  installation: Installation,
  process: PlatformProcess,
): Promise<boolean> => {
  const leaders = await readLeaders(installation)
  return (
    leaders.map(({ work }) => work).join() === 'dispatch,periodic' &&
    leaders.every(({ address }) => address === process.origin)
  )
}
