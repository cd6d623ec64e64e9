/** What must always be true of the manifests of statements (L3). */
export const DOCUMENT_INTEGRITY: Record<string, string> = {
  'L3: the manifests of a partner are one chain, in the order of its statements': `
    select partner_id, statement_id, position
    from (
      select made.partner_id, made.statement_id, position, previous_sha256,
        lag(sha256) over by_position as sha256_before,
        row_number() over by_position as number,
        row_number() over (partition by made.partner_id order by period_from) as number_by_date
      from statement_manifests made
      join statements using (partner_id, statement_id)
      window by_position as (partition by made.partner_id order by position)
    ) as chain
    where previous_sha256 is distinct from sha256_before or position <> number
      or number <> number_by_date`,

  'L3: a manifest is of a closed statement, and no earlier statement is without one': `
    select made.partner_id, made.statement_id
    from statement_manifests made
    join statements statement using (partner_id, statement_id)
    where statement.closed_at is null or exists (
      select
      from statements earlier
      where earlier.partner_id = made.partner_id and earlier.owner = statement.owner
        and earlier.period_from < statement.period_from
        and not exists (
          select
          from statement_manifests known
          where known.partner_id = earlier.partner_id
            and known.statement_id = earlier.statement_id
        )
    )`,
}
