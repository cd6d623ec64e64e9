import type pg from 'pg'

export type SeededStatement = { partnerId: number; statementId: string; day: string }

const CHUNK = 250_000

/**
 * Inserts a partner's paid payments, their transfers, and the closed statement that they add up to, on
 * one business date. Everything is as the platform leaves it, without its events.
 */
export const seedStatement = async (
  client: pg.Client,
  { partnerId, payments }: { partnerId: number; payments: number },
): Promise<SeededStatement> => {
  // The rows are consistent, so foreign keys need not be checked for each of a million.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into channels (channel_id, name, kind) overriding system value values (1, 'Till', 'AGENCY')
    on conflict do nothing`,
  )
  await client.query(
    `insert into fee_versions (partner_id, fee_version_id, owner, channel_kind, effective_from,
      revision, basis_points, fixed, minimum, vat_basis_points, on_refund, made_by, made_at,
      approved_by, approved_at)
    values ($1, new_id($1), 'prt_' || $1, 'AGENCY', '2020-01-01', 1, 150, 0, 0, 1900, 'keep', 'a',
      wasl_now(), 'b', wasl_now())`,
    [partnerId],
  )
  for (let from = 0; from < payments; from += CHUNK) {
    await client.query(PAYMENTS, [partnerId, from, Math.min(from + CHUNK, payments) - 1])
  }
  await client.query('set session_replication_role = origin')
  const { rows } = await client.query<SeededStatement>(STATEMENT, [partnerId])
  await client.query('vacuum analyze payments')
  await client.query('vacuum analyze ledger_transfers')
  const [row] = rows
  if (row === undefined) throw new Error('no statement was seeded')
  return row
}

const DAY = `date '2026-11-20'`

const PAYMENTS = `
  with made as (
    insert into payments (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount,
      currency, amount_detail, details, opened_at, lock_expires_at, paid_at)
    select $1::int, (lpad(to_hex(1795000000000 + number), 12, '0') || '700080000000'
      || lpad(to_hex($1::int), 8, '0'))::uuid, 'FAC/2026-' || number, 1, 'AGENCY', 'paid',
      59980 + number % 1000, 'DZD', '[]', '[]', ${DAY}, ${DAY} + interval '1 hour',
      ${DAY} + number * interval '1 millisecond'
    from generate_series($2::int, $3::int) as number
    returning partner_id, payment_id, amount, paid_at
  )
  insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
    credit_owner, amount, actor, at, business_date)
  select partner_id, payment_id, 'COLLECT', 'cash', 'chn_1', 'partner_payable', 'prt_' || partner_id,
    amount, 'chn_1', paid_at, ${DAY}
  from made`

const STATEMENT = `
  insert into statements (partner_id, statement_id, owner, period_from, period_until, status, year,
    number, lines, payments, gross, refunds, fees, fees_back, vat, vat_back, adjustments,
    carried_forward, net, opened_at, closed_at)
  select $1, new_id($1), 'prt_' || $1, ${DAY}, ${DAY}, 'closed', 2026, 1, sum(lines), sum(payments),
    sum(gross), 0, sum(fee), 0, 0, 0, 0, 0, sum(gross) - sum(fee), wasl_now(), wasl_now()
  from statement_sums($1, ${DAY}, ${DAY})
  returning partner_id as "partnerId", statement_id as "statementId", period_from::text as day`
