import type { BankMappingRequest } from '@wasl/protocol'
import type pg from 'pg'

export type BankMappingRow = {
  name: string
  mapping: BankMappingRequest
  revision: number
  set_at: Date
  set_by: string
}

const COLUMNS = 'name, mapping, revision, set_at, set_by'

/** Makes or replaces a mapping. Lines that were imported with the old one stay as they are. */
export const setBankMapping = async (
  tx: pg.ClientBase,
  name: string,
  mapping: BankMappingRequest,
  by: string,
): Promise<BankMappingRow> => {
  const { rows } = await tx.query<BankMappingRow>(
    `insert into bank_mappings (name, mapping, set_by) values ($1, $2, $3)
    on conflict (name) do update
    set mapping = excluded.mapping, set_by = excluded.set_by, set_at = wasl_now(),
      revision = bank_mappings.revision + 1
    returning ${COLUMNS}`,
    [name, JSON.stringify(mapping), by],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the mapping was not stored')
  return row
}

export const findBankMapping = async (
  pool: pg.Pool,
  name: string,
): Promise<BankMappingRow | null> => {
  const { rows } = await pool.query<BankMappingRow>(
    `select ${COLUMNS} from bank_mappings where name = $1`,
    [name],
  )
  return rows[0] ?? null
}

/** In the order of their names, from the one after `afterName` on. */
export const listBankMappings = async (
  pool: pg.Pool,
  { limit, afterName }: { limit: number; afterName: string | null },
): Promise<BankMappingRow[]> => {
  const { rows } = await pool.query<BankMappingRow>(
    `select ${COLUMNS} from bank_mappings
    where name > coalesce($1, '')
    order by name
    limit $2`,
    [afterName, limit],
  )
  return rows
}
