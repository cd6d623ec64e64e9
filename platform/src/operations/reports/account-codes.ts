import type { AccountCodes } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'

export const readAccountCodes = async (db: pg.ClientBase | pg.Pool): Promise<AccountCodes> => {
  const { rows } = await db.query<AccountCodes['items'][number]>(
    'select kind, account_code as "accountCode" from account_codes order by kind',
  )
  return { items: rows }
}

/** Replaces the account codes of the journal; of two codes for one kind the later counts. */
export const setAccountCodes = (
  pool: pg.Pool,
  { items }: AccountCodes,
  by: OperatorActor,
): Promise<AccountCodes> =>
  withTransaction(pool, async (tx) => {
    const codes = new Map(items.map(({ kind, accountCode }) => [kind, accountCode]))
    await tx.query('lock table account_codes in exclusive mode')
    await tx.query('delete from account_codes')
    await tx.query(
      `insert into account_codes (kind, account_code, set_by)
      select *, $3 from unnest($1::text[], $2::text[])`,
      [[...codes.keys()], [...codes.values()], by.holder],
    )
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'account-codes.set',
      subject: 'journal',
      details: { codes: Object.fromEntries(codes) },
    })
    return readAccountCodes(tx)
  })
