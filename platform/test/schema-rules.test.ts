/**
 * The rules that let a partner live whole in one of several databases (ARCHITECTURE.md): a
 * row is found, kept unique and referred to within its partner alone.
 */
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { MIGRATIONS_TABLE } from '../src/base/database/applied-migrations.ts'
import { useUndoneConnection } from './support/database.ts'

/** Small tables that belong to no partner; a spread database has a copy of them everywhere. */
const GLOBAL_TABLES: Record<string, string> = {
  channels: 'A channel takes payments for every partner.',
  restores: 'A restore and its repair are about a database.',
  channel_api_keys: 'A key of a channel is looked up before the partner is known.',
  handovers: 'Cash that changes hands in a channel, before it is about any partner.',
  bank_mappings: 'How the export of a bank account of the operator is read.',
  bank_imports: 'A file of such an account.',
  bank_group_things: 'What several such lines are together.',
  bank_posting_requests: 'What one person said of such a line, until another says it too.',
  security_notices: 'What a person is told of their account: most have no partner.',
  setting_requests: 'What one person said of a setting, until another says it too.',
  bank_lines: 'A line of a bank account of the operator.',
  payout_batches: 'A file for the bank, with payouts of several partners.',
  payout_batch_downloads: 'Who downloaded it.',
  deposits: 'A bag of cash of a channel.',
  deposit_pictures: 'The picture of the slip of such a bag.',
  floats: 'Cash that the safe of a channel has for change.',
  remittances: 'A bank transfer of a channel.',
  channel_kinds: 'The three kinds and their lock times, the same for all.',
  agents: 'An agent belongs to a channel, and takes payments for every partner.',
  shifts: 'A shift belongs to a channel, whose cash is of every partner.',
  shift_counts: 'What was counted at the end of a shift.',
  shift_count_parts: 'The same, cell by cell.',
  recoveries: 'What an agent pays to its channel, which is of every partner.',
  variances: 'A difference in the cash of a channel, which is of every partner.',
  ledger_state: 'Which days of the books of this database are closed.',
  account_codes: 'How the accountant calls each kind of account.',
  ledger_closings: 'The closings of those days.',
  ledger_archives: 'Which months of the books of this database are archived.',
  ledger_roll_up: 'Which transactions of this database are in the roll-up.',
  processes: 'The processes that share this database.',
  work_leases: 'Which of them does what one of them does for all.',
  notifications: 'A message to the operator, about every partner in trouble.',
  notification_watch: 'When this database was last looked at.',
  integrity_runs: 'A check of the whole database.',
  signing_keys: 'The platform signs the documents of every partner and payer.',
  refund_guesses: 'A wrong code of a refund may name any partner; the limit is of the channel.',
  operator_api_keys: 'An operator looks after every partner.',
  users: 'A user signs in before it is known to which partner it belongs, if to any.',
  sessions: 'A session is looked up before its user is known.',
  invitations: 'An invitation is of a user, who may belong to no partner.',
  passkeys: 'What a user signs in with, before the partner of the user is known.',
  passwords: 'The same.',
  user_secrets: 'The same.',
  recovery_codes: 'The same.',
  challenges: 'What a browser must answer to sign in.',
  guesses: 'How often an account was guessed, even one that nobody has.',
  sign_in_tries: 'A wrong try to sign in as a user, who may belong to no partner.',
  directories: 'Where people sign in, before it is known who they are.',
  directory_people: 'How a directory knows a user.',
  devices: 'A till of a channel, which takes payments for every partner.',
  device_links: 'How such a till enrols.',
  device_sessions: 'Which sessions began at such a till.',
  pin_codes: 'How an agent of a channel chooses a PIN.',
  pin_tries: 'How often a PIN was wrong at a till.',
  audit_chain: 'The places of all entries of the audit log of this database.',
  audit_chain_head: 'The last one of them.',
  audit_seals: 'What the platform signed of them.',
  ledger_day_hashes: 'What it signed of the closed days of this database.',
  ledger_day_seals: 'Which of them it signed.',
  key_uses: 'When a key of an operator or a channel was last used.',
  this_cell: 'Which of several databases this one is.',
  [MIGRATIONS_TABLE]: 'Which migrations were applied to the database as a whole.',
}

const TABLES = `
  select relname as name
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`

/** The first column of each unique index, null where it is an expression. */
const UNIQUE_INDEXES = `
  select relation.relname as table, class.relname as name, indisprimary as primary,
    (
      select attname from pg_attribute where attrelid = indrelid and attnum = indkey[0]
    ) as "firstColumn"
  from pg_index
  join pg_class as class on class.oid = indexrelid
  join pg_class as relation on relation.oid = indrelid
  where relation.relnamespace = 'public'::regnamespace
    and not relation.relispartition
    and (indisunique or indisexclusion)`

/** Whether each foreign key says that both rows are of one partner. */
const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, conname as name, confrelid::regclass::text as target,
    exists (
      select
      from unnest(conkey, confkey) as pair (here, there)
      join pg_attribute as mine on mine.attrelid = conrelid and mine.attnum = pair.here
      join pg_attribute as theirs on theirs.attrelid = confrelid and theirs.attnum = pair.there
      where mine.attname = 'partner_id' and theirs.attname = 'partner_id'
    ) as "carriesPartner"
  from pg_constraint
  join pg_class as relation on relation.oid = conrelid
  where contype = 'f'
    and relation.relnamespace = 'public'::regnamespace
    and not relation.relispartition`

type Index = { table: string; name: string; primary: boolean; firstColumn: string | null }
type ForeignKey = { table: string; name: string; target: string; carriesPartner: boolean }

const isGlobal = (table: string): boolean => Object.hasOwn(GLOBAL_TABLES, table)

const violationsOf = async (client: pg.Client): Promise<string[]> => {
  const tables = (await client.query<{ name: string }>(TABLES)).rows
  const indexes = (await client.query<Index>(UNIQUE_INDEXES)).rows
  const foreignKeys = (await client.query<ForeignKey>(FOREIGN_KEYS)).rows
  const withKey = new Set(indexes.filter(({ primary }) => primary).map(({ table }) => table))
  return [
    ...tables
      .filter(({ name }) => !withKey.has(name))
      .map(({ name }) => `${name} has no primary key`),
    ...indexes
      .filter(({ table, firstColumn }) => !isGlobal(table) && firstColumn !== 'partner_id')
      .map(({ table, name }) => `${name} of ${table} does not start with partner_id`),
    ...foreignKeys
      .filter(({ table, target, carriesPartner }) =>
        isGlobal(table) ? !isGlobal(target) : !carriesPartner,
      )
      .map(({ table, name }) => `${name} of ${table} does not carry partner_id`),
  ].toSorted()
}

const database = useUndoneConnection()

/** Columns of types that round; money is a bigint of centimes (D2). */
const ROUNDING_COLUMNS = `
  select attrelid::regclass::text || '.' || attname as column
  from pg_attribute
  join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0
    and not attisdropped
    and atttypid in ('float4'::regtype, 'float8'::regtype, 'numeric'::regtype, 'money'::regtype)`

describe('the schema', () => {
  test('has no column of a type that rounds', async () => {
    const roundingColumns = async () => (await database.client.query(ROUNDING_COLUMNS)).rows
    expect(await roundingColumns()).toEqual([])
    await database.client.query('alter table payments add column planted numeric')
    expect(await roundingColumns()).toContainEqual({ column: 'payments.planted' })
  })

  test('has keys, indexes and references within one partner only', async () => {
    expect(await violationsOf(database.client)).toEqual([])
  })

  test('has every table that is an exception to the rule', async () => {
    const tables = (await database.client.query<{ name: string }>(TABLES)).rows.map(
      ({ name }) => name,
    )
    expect(tables).toEqual(expect.arrayContaining(Object.keys(GLOBAL_TABLES)))
  })

  test.for([
    ['create table planted (partner_id integer, note text)', ['planted has no primary key']],
    [
      'create table planted (planted_id integer primary key, partner_id integer)',
      ['planted_pkey of planted does not start with partner_id'],
    ],
    [
      `create table planted (planted_id integer, at date, primary key (planted_id, at))
      partition by range (at)`,
      ['planted_pkey of planted does not start with partner_id'],
    ],
    [
      'create unique index planted on payments (payment_id)',
      ['planted of payments does not start with partner_id'],
    ],
    [
      'create unique index planted on payments ((partner_id + 0), payment_id)',
      ['planted of payments does not start with partner_id'],
    ],
    [
      'alter table payments add constraint planted foreign key (channel_id) references channels',
      ['planted of payments does not carry partner_id'],
    ],
    [
      `alter table channels add column partner_id integer,
      add constraint planted foreign key (partner_id) references partners`,
      ['planted of channels does not carry partner_id'],
    ],
  ] as const)('would be caught breaking the rule by: %s', async ([sql, violations]) => {
    await database.client.query(sql)
    expect(await violationsOf(database.client)).toEqual(violations)
  })
})
