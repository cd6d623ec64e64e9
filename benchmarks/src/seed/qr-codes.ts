import type pg from 'pg'
import type { Platform } from '../harness/platform.ts'

/** The amount of every code, in dinars. */
export const AMOUNT = 500

/**
 * Creates static QR codes through the operator API, `codesOfEach` for each partner. Each asks for
 * AMOUNT permanently. The table `bench_codes` numbers them from 1 for the floor.
 */
export const createQrCodes = async (
  platform: Platform,
  client: pg.Client,
  partners: number[],
  codesOfEach: number,
): Promise<string[]> => {
  const tokens: string[] = []
  for (const partnerId of partners) {
    for (let index = 0; index < codesOfEach; index += 1) {
      const path = `/partners/prt_${partnerId}/qr-codes`
      const body = { label: `Counter ${index}` }
      const made = await platform.operate<{ qrCodeToken: string }>('POST', path, body)
      tokens.push(made.qrCodeToken)
    }
  }
  await client.query(
    `insert into qr_configurations
      (partner_id, token, configuration_id, kind, amounts, set_at, set_by)
    select partner_id, token, new_id(partner_id), 'PERMANENT', array[$1::bigint], wasl_now(), 'bench'
    from qr_codes`,
    [AMOUNT * 100],
  )
  await client.query(
    `create table bench_codes as
    select row_number() over (order by token)::int as number, partner_id, token, configuration_id
    from qr_configurations`,
  )
  await client.query('create unique index on bench_codes (number)')
  await client.query('analyze')
  return tokens
}
