import { expect, test } from 'vitest'
import { useUndoneConnection } from '../../../test/support/database.ts'
import { FORGOTTEN } from './forget-payments.ts'

const KEPT = [
  'device_links',
  'device_sessions',
  'devices',
  'directories',
  'directory_people',
  'invitations',
  'passkeys',
  'passwords',
  'pin_codes',
  'recovery_codes',
  'sessions',
  'user_secrets',
  'users',
  'bank_mappings',
  'fee_versions',
  'settlement_settings',
  'account_codes',
  'agents',
  'audit_chain',
  'audit_chain_head',
  'audit_log',
  'audit_seals',
  'audit_unchained',
  'key_uses',
  'ledger_day_hashes',
  'ledger_day_seals',
  'channel_api_keys',
  'channel_kinds',
  'channels',
  'ledger_roll_up',
  'ledger_state',
  'migrations',
  'notification_watch',
  'operator_api_keys',
  'partner_account_changes',
  'partner_api_keys',
  'partner_canaries',
  'partner_fences',
  'partner_homes',
  'partner_moves',
  'partner_secrets',
  'partners',
  'qr_codes',
  'qr_configurations',
  'signing_keys',
  'status_quotas',
  'this_cell',
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
