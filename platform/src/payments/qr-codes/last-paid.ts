import type pg from 'pg'

export type LastPaid = { token: string; payment_id: string; paid_at: Date }

/** The newest paid payment of each of a partner's codes. Codes that nobody paid are left out. */
export const readLastPaid = async (
  pool: pg.Pool,
  partnerId: number,
  tokens: readonly string[],
): Promise<Map<string, LastPaid>> => {
  if (tokens.length === 0) return new Map()
  const { rows } = await pool.query<LastPaid>(
    `select code.token, paid.payment_id, paid.paid_at
    from unnest($2::text[]) as code (token)
    cross join lateral (
      select payment_id, paid_at
      from payments
      where partner_id = $1 and qr_token = code.token and paid_at is not null
      order by payment_id desc
      limit 1
    ) as paid`,
    [partnerId, tokens],
  )
  return new Map(rows.map((row) => [row.token, row]))
}
