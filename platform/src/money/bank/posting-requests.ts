import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import { behind, isSamePerson } from '../../parties/people/persons-behind.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'

/** The amount above which a posting by hand needs another person (D34). */
export type ManualPostings = { manualPostingAbove?: Centimes }

export type PostingRequest = {
  bankLineId: string
  askedBy: string
  askedAt: Date
  act: 'match' | 'unmatch' | 'group'
}

/**
 * Requires two persons: the first request is recorded, and the same request by somebody else
 * confirms it. A different request replaces the one that waits.
 *
 * @param said what is to be posted, with the act as its first word.
 */
export const confirmTogether = (
  pool: pg.Pool,
  { bankLineId, said }: { bankLineId: string; said: string },
  by: OperatorActor,
): Promise<'confirmed' | 'APPROVAL409_SECOND_PERSON' | 'APPROVAL409_SAME_PERSON'> =>
  withTransaction(pool, async (tx) => {
    // Two first requests for one line take turns.
    await tx.query('select from bank_lines where bank_line_id = $1 for update', [bankLineId])
    const { rows } = await tx.query<OpenRequest>(
      `select request_id as id, said, asked_by as name, asked_behind as behind
      from bank_posting_requests where bank_line_id = $1 and ended_at is null`,
      [bankLineId],
    )
    const [open] = rows
    if (open?.said === said) {
      if (isSamePerson(open, by)) return 'APPROVAL409_SAME_PERSON'
      await end(tx, open.id, by.holder)
      return 'confirmed'
    }
    if (open !== undefined) await end(tx, open.id, null)
    await tx.query(
      `insert into bank_posting_requests
        (request_id, bank_line_id, said, asked_by, asked_behind)
      values (new_id(0), $1, $2, $3, $4)`,
      [bankLineId, said, by.holder, behind(by)],
    )
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'bank-line.request',
      subject: bankLineId,
      details: { said },
    })
    return 'APPROVAL409_SECOND_PERSON'
  })

type OpenRequest = { id: string; said: string; name: string; behind: string[] }

const end = async (
  tx: pg.ClientBase,
  requestId: string,
  confirmedBy: string | null,
): Promise<void> => {
  await tx.query(
    `update bank_posting_requests set ended_at = wasl_now(), confirmed_by = $2
    where request_id = $1`,
    [requestId, confirmedBy],
  )
}

/** What waits for another person, of these lines. */
export const listPostingRequests = async (
  db: pg.Pool,
  bankLineIds: readonly string[],
): Promise<PostingRequest[]> => {
  const { rows } = await db.query<PostingRequest>(
    `select bank_line_id as "bankLineId", asked_by as "askedBy", asked_at as "askedAt",
      split_part(said, ' ', 1) as act
    from bank_posting_requests
    where bank_line_id = any($1::uuid[]) and ended_at is null`,
    [bankLineIds],
  )
  return rows
}
