import { expect, test } from 'vitest'
import { useUndoneConnection } from '../../test/support/database.ts'
import { FORGOTTEN } from './forget-payments.ts'

const KEPT = [
  'audit_log',
  'channel_api_keys',
  'channel_kinds',
  'channels',
  'migrations',
  'operator_api_keys',
  'partner_api_keys',
  'partner_secrets',
  'partners',
  'qr_codes',
  'qr_configurations',
  'status_quotas',
]

const connection = useUndoneConnection()

test('every table is either emptied with the payments or kept', async () => {
  const { rows } = await connection.client.query<{ name: string }>(
    `select relname as name
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by name`,
  )
  expect(rows.map(({ name }) => name)).toEqual([...FORGOTTEN, ...KEPT].toSorted())
})
