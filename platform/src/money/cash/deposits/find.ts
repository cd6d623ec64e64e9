import type { DepositStatus } from '@wasl/protocol'
import type pg from 'pg'
import { narrowedSql, narrowedValues, NOT_NARROWED, type Narrowed } from '../narrowed.ts'
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts'

/** A deposit, of any channel when `channelId` is null; null when there is no such deposit. */
export const findDeposit = async (
  db: pg.ClientBase | pg.Pool,
  channelId: number | null,
  depositId: string,
): Promise<DepositRow | null> => {
  const { rows } = await db.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits
    where deposit_id = $1 and ($2::int is null or channel_id = $2)`,
    [depositId, channelId],
  )
  return rows[0] ?? null
}

/** The bag of a channel that has this seal and is not banked; null when none has it. */
export const findBySeal = async (
  db: pg.ClientBase,
  channelId: number,
  seal: string,
): Promise<DepositRow | null> => {
  const { rows } = await db.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where channel_id = $1 and live_seal = lower($2)`,
    [channelId, seal],
  )
  return rows[0] ?? null
}

/** The bag, of any channel, that has a slip of this number; null when none has it. */
export const findBySlip = async (
  db: pg.ClientBase | pg.Pool,
  number: string,
): Promise<DepositRow | null> => {
  const { rows } = await db.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS} from deposits where slip_key = lower($1)`,
    [number],
  )
  return rows[0] ?? null
}

export type DepositFilter = {
  channelId: number | null
  status: DepositStatus | null
  /** The agent that closed the bag. */
  agent?: string | null
  narrowed?: Narrowed
}

/** Deposits, the newest first. */
export const listDeposits = async (
  pool: pg.Pool,
  { channelId, status, agent = null, narrowed = NOT_NARROWED }: DepositFilter,
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<DepositRow[]> => {
  const { rows } = await pool.query<DepositRow>(
    `select ${DEPOSIT_COLUMNS}
    from deposits
    where ($1::int is null or channel_id = $1)
      and ($2::text is null or status = $2)
      and ($3::uuid is null or deposit_id < $3)
      and ($5::text is null or from_owner = $5)
      and ${narrowedSql('bagged_at', 6)}
    order by deposit_id desc
    limit $4`,
    [channelId, status, beforeId, limit, agent, ...narrowedValues(narrowed)],
  )
  return rows
}

export type Picture = { type: 'image/png' | 'image/jpeg'; picture: Buffer }

/** The picture of a deposit's slip, or null. */
export const readPicture = async (pool: pg.Pool, depositId: string): Promise<Picture | null> => {
  const { rows } = await pool.query<Picture>(
    'select type, picture from deposit_pictures where deposit_id = $1',
    [depositId],
  )
  return rows[0] ?? null
}
