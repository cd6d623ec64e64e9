import type pg from 'pg'

/** A problem that the partner's developers should fix although the payment went on (D11). */
export type PartnerWarning = { kind: string; reference: string; message: string }

/** Older warnings are deleted: a partner whose every lookup is wrong must not fill the disk. */
const WARNINGS_KEPT = 100

/** How many of them an operator sees. */
export const WARNINGS_SHOWN = 20

export const recordWarning = async (
  client: pg.ClientBase | pg.Pool,
  partnerId: number,
  { kind, reference, message }: PartnerWarning,
): Promise<void> => {
  await client.query(
    `with dropped as (
      delete from partner_warnings
      where partner_id = $1 and warning_id <= (
        select warning_id
        from partner_warnings
        where partner_id = $1
        order by warning_id desc
        limit 1 offset $5::int - 1
      )
    )
    insert into partner_warnings (partner_id, warning_id, kind, reference, message)
    values ($1, new_id($1), $2, $3, $4)`,
    [partnerId, kind, reference, message, WARNINGS_KEPT],
  )
}
