import type pg from 'pg'
import type { SealFile } from './kept-seals.ts'

/** More places than these are only in the chain: the first seal of a large log. */
const PLACES_MAX = 20_000

/** Seals after a number as they are kept, the oldest first. */
export const readSealFiles = async (
  pool: pg.Pool,
  after: number,
  limit: number,
): Promise<SealFile[]> => {
  const { rows } = await pool.query<SealFile>(
    `select seals.seal, coalesce((select cell from this_cell), '') as cell,
      seals.number::float8 as number, places.places
    from audit_seals seals
    left join audit_seals before on before.number = seals.number - 1
    left join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('number', number, 'partnerId', partner_id,
        'auditId', audit_id, 'hash', encode(entry_hash, 'hex')) order by number), '[]') as places
      from audit_chain
      where number > coalesce(before.through, 0) and number <= seals.through
    ) as places on seals.through - coalesce(before.through, 0) <= ${PLACES_MAX}
    where seals.number > $1
    order by seals.number
    limit $2`,
    [after, limit],
  )
  return rows
}
