import type { OperatorActor } from '../../base/audit/append.ts'
import type pg from 'pg'
import { behind } from '../../parties/people/persons-behind.ts'
import { LINE_COLUMNS, type BankLineRow, type Match } from './line.ts'

/**
 * The only statements that change the status of a bank line. Each returns null when the line does
 * not have the status that it needs.
 */

/** `unmatched → matching`: the intention, before any transfer is posted. */
export const claimLine = async (
  tx: pg.ClientBase,
  bankLineId: string,
  { kind, partnerId, sourceId, code, line, posts }: Match,
  by: OperatorActor,
): Promise<BankLineRow | null> => {
  const { rows } = await tx.query<BankLineRow>(
    `update bank_lines
    set status = 'matching', match_kind = $2, match_partner = $3, match_source = $4, match_code = $5,
      match_line = $6, match_by = $7, match_actor = $8, match_name = $9, match_posts = $10,
      match_behind = $11, claimed_at = wasl_now()
    where bank_line_id = $1 and status = 'unmatched'
    returning ${LINE_COLUMNS}`,
    [
      bankLineId,
      kind,
      partnerId,
      sourceId,
      code,
      line,
      by.holder,
      by.id,
      by.name,
      posts,
      behind(by),
    ],
  )
  return rows[0] ?? null
}

/** `matching → matched`: the transfer is in the ledger. */
export const finishLine = async (
  tx: pg.ClientBase,
  bankLineId: string,
): Promise<BankLineRow | null> => {
  const { rows } = await tx.query<BankLineRow>(
    `update bank_lines set status = 'matched', matched_at = wasl_now()
    where bank_line_id = $1 and status = 'matching'
    returning ${LINE_COLUMNS}`,
    [bankLineId],
  )
  return rows[0] ?? null
}

/**
 * `matching → unmatched`: the transfer of this claim cannot be posted any more. A later claim of another
 * transfer stays.
 */
export const releaseLine = async (
  tx: pg.ClientBase | pg.Pool,
  bankLineId: string,
  { sourceId, code, line }: Match,
): Promise<BankLineRow | null> => {
  const { rows } = await tx.query<BankLineRow>(
    `update bank_lines
    set status = 'unmatched', match_kind = null, match_partner = null, match_source = null,
      match_code = null, match_line = null, match_by = null, match_actor = null, match_name = null,
      match_posts = null, claimed_at = null
    where bank_line_id = $1 and status = 'matching'
      and match_source = $2 and match_code = $3 and match_line = $4
    returning ${LINE_COLUMNS}`,
    [bankLineId, sourceId, code, line],
  )
  return rows[0] ?? null
}

/** `matched → unmatching`: somebody takes the match back. */
export const beginUnmatch = async (
  tx: pg.ClientBase,
  bankLineId: string,
  reason: string,
  by: OperatorActor,
): Promise<BankLineRow | null> => {
  const { rows } = await tx.query<BankLineRow>(
    `update bank_lines
    set status = 'unmatching', matched_at = null, claimed_at = wasl_now(), unmatch_reason = $2,
      unmatch_by = $3, unmatch_actor = $4, unmatch_name = $5
    where bank_line_id = $1 and status = 'matched'
    returning ${LINE_COLUMNS}`,
    [bankLineId, reason, by.holder, by.id, by.name],
  )
  return rows[0] ?? null
}

/** `unmatching → unmatched`: what the match posted is reversed. */
export const endUnmatch = async (
  tx: pg.ClientBase,
  bankLineId: string,
): Promise<BankLineRow | null> => {
  const { rows } = await tx.query<BankLineRow>(
    `update bank_lines
    set status = 'unmatched', match_kind = null, match_partner = null, match_source = null,
      match_code = null, match_line = null, match_by = null, match_actor = null, match_name = null,
      match_posts = null, claimed_at = null, times_unmatched = times_unmatched + 1
    where bank_line_id = $1 and status = 'unmatching'
    returning ${LINE_COLUMNS}`,
    [bankLineId],
  )
  return rows[0] ?? null
}
