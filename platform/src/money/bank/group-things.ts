/** The things that lines prove together (D37). */
import type { BankMatchKind, Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { BankAccount } from '../../ledger/account.ts'
import type { TransferCode } from '../../ledger/codes.ts'
import type { BankLineRow, Match } from './line.ts'

export type Thing = Match & { number: number; amount: Centimes; status: ThingStatus }

export type ThingStatus = 'claimed' | 'proved' | 'refused' | 'undone'

/**
 * One claim at a time: a transfer is proved by one line or by one group, and no unique index is over both
 * tables.
 */
export const lockClaims = async (tx: pg.ClientBase): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(hashtext('claims of bank lines'), 0)`)
}

/** Whether lines of this line's account prove the transfer together. */
export const isInGroup = async (
  tx: pg.ClientBase,
  bankLineId: string,
  { partnerId, sourceId, code, line }: Match,
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select from bank_group_things thing
    join bank_lines own on own.bank_line_id = $1 and own.account = thing.account
    where source_id = $2 and code = $3 and line = $4 and thing_partner = $5
      and thing.status in ('claimed', 'proved')`,
    [bankLineId, sourceId, code, line, partnerId],
  )
  return rowCount !== 0
}

/** Whether a line of this account, or another group, proves one of these transfers. */
export const isProved = async (
  tx: pg.ClientBase,
  account: BankAccount,
  things: readonly Match[],
): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select
    from unnest($2::uuid[], $3::text[], $4::int[], $5::int[]) as thing (source, code, line, partner)
    where exists (
      select from bank_lines
      where match_source = source and match_code = thing.code and match_line = thing.line
        and match_partner = partner and account = $1 and status <> 'unmatched'
    ) or exists (
      select from bank_group_things other
      where other.source_id = source and other.code = thing.code and other.line = thing.line
        and thing_partner = partner and account = $1 and status in ('claimed', 'proved')
    )
    limit 1`,
    [
      account,
      things.map(({ sourceId }) => sourceId),
      things.map(({ code }) => code),
      things.map(({ line }) => line),
      things.map(({ partnerId }) => partnerId),
    ],
  )
  return rowCount !== 0
}

export const insertThings = async (
  tx: pg.ClientBase,
  groupId: string,
  account: BankAccount,
  things: readonly (Match & { amount: Centimes })[],
): Promise<void> => {
  await tx.query(
    `insert into bank_group_things
      (group_id, number, account, kind, thing_partner, source_id, code, line, amount, posts)
    select $1, number, $2, kind, partner, source, code, line, amount, posts
    from unnest(
      $3::text[], $4::int[], $5::uuid[], $6::text[], $7::int[], $8::bigint[], $9::boolean[]
    ) with ordinality as thing (kind, partner, source, code, line, amount, posts, number)`,
    [
      groupId,
      account,
      things.map(({ kind }) => kind),
      things.map(({ partnerId }) => partnerId),
      things.map(({ sourceId }) => sourceId),
      things.map(({ code }) => code),
      things.map(({ line }) => line),
      things.map(({ amount }) => amount),
      things.map(({ posts }) => posts),
    ],
  )
}

type ThingRow = {
  number: number
  kind: BankMatchKind
  partnerId: number
  sourceId: string
  code: TransferCode
  line: number
  posts: boolean
  amount: Centimes
  status: ThingStatus
}

export const readThings = async (
  db: pg.Pool | pg.ClientBase,
  groupId: string,
): Promise<Thing[]> => {
  const { rows } = await db.query<ThingRow>(
    `select number, kind, thing_partner as "partnerId", source_id as "sourceId", code, line, posts,
      amount, status
    from bank_group_things where group_id = $1 order by number`,
    [groupId],
  )
  return rows
}

export const setThing = async (
  db: pg.Pool,
  groupId: string,
  number: number,
  [from, to]: readonly [ThingStatus, ThingStatus],
): Promise<void> => {
  await db.query(
    `update bank_group_things set status = $4
    where group_id = $1 and number = $2 and status = $3`,
    [groupId, number, from, to],
  )
}

/** The line as if it were the movement of this thing alone. */
export const lineOfThing = (line: BankLineRow, { amount }: { amount: Centimes }): BankLineRow => ({
  ...line,
  amount: line.amount > 0 ? amount : -amount,
})
