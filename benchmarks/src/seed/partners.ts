import type pg from 'pg'

export type SeededPartner = { partnerId: number; key: string }

export const FIRST_PARTNER = 1001

/** A partner's key follows from its number, so that a later run of the benchmark knows it too. */
const KEY = `'wasl_prt_' || partner_id || '_'
  || left(md5('a' || partner_id) || md5('b' || partner_id), 43)`

/**
 * Inserts partners that only call the status API: each has a key and a quota, but no shared secrets,
 * because the platform never calls them.
 */
export const seedPartners = async (client: pg.Client, count: number): Promise<SeededPartner[]> => {
  const { rows } = await client.query<{ partner_id: number; key: string }>(
    `with made as (
      insert into partners (partner_id, name, api_url)
      select partner_id, 'Partner ' || partner_id, 'http://127.0.0.1:9/'
      from generate_series($1::int, $1::int + $2::int - 1) as partner_id
      returning partner_id
    ), keyed as (
      select partner_id, ${KEY} as key from made
    ), quotas as (
      insert into status_quotas (partner_id) select partner_id from made
    ), keys as (
      insert into partner_api_keys (partner_id, key_hash)
      select partner_id, sha256(convert_to(key, 'UTF8')) from keyed
    )
    select partner_id, key from keyed order by partner_id`,
    [FIRST_PARTNER, count],
  )
  return rows.map(({ partner_id, key }) => ({ partnerId: partner_id, key }))
}

/** Those that were inserted earlier. */
export const seededPartners = async (client: pg.Client): Promise<SeededPartner[]> => {
  const { rows } = await client.query<SeededPartner>(
    `select partner_id as "partnerId", ${KEY} as key from partners
    where partner_id >= $1 order by partner_id`,
    [FIRST_PARTNER],
  )
  return rows
}

/** Resets the quotas of all partners (60 calls in 60 s, D5). */
export const clearQuotas = async (client: pg.Client): Promise<void> => {
  await client.query(`update status_quotas set accepted_at = default`)
  await client.query('vacuum status_quotas')
}
