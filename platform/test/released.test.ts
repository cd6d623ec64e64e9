/**
 * Which days of a channel are released (money.md: whole channel-days, the oldest first), against a model
 * that pays the days off one after another.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollUpChannelDays } from '../src/money/settlement/statements/channel-days.ts'
import { STATEMENT_INTEGRITY } from '../src/money/settlement/statements/integrity.ts'
import { openSettlementHouse, type SettlementHouse } from './support/settlement-house.ts'

let house: SettlementHouse

beforeAll(async () => {
  house = await openSettlementHouse()
  for (const _ of PARTNERS) await house.createPayee()
})

afterAll(() => house.stop())

/** The first two of a new database. */
const PARTNERS = [1001, 1002] as const

const DAYS = 5

type Event =
  | { kind: 'collect'; channel: number; partner: number; day: number; amount: number }
  | { kind: keyof typeof COVERS; channel: number; day: number; amount: number }

type Side = [kind: string, owner: string]

/** What leaves a channel's hands, and how the ledger has it; `by` is 1 when it covers, -1 when it does not. */
const COVERS = {
  banked: {
    code: 'BANKED',
    by: 1,
    sides: (_: number, bag: string) => [
      ['bank', 'clients'],
      ['in_transit', bag],
    ],
  },
  remitted: {
    code: 'REMITTANCE',
    by: 1,
    sides: (c: number) => [
      ['bank', 'clients'],
      ['cash', `chn_${c}`],
    ],
  },
  netted: {
    code: 'NETTED',
    by: 1,
    sides: (c: number) => [
      ['channel_payable', `chn_${c}`],
      ['cash', `chn_${c}`],
    ],
  },
  refundPaid: {
    code: 'REFUND_PAID',
    by: 1,
    sides: (c: number) => [
      ['refund_due', 'prt_1001'],
      ['cash', `safe_${c}`],
    ],
  },
  refundReturned: {
    code: 'REFUND_RETURNED',
    by: -1,
    sides: (c: number) => [
      ['cash', `safe_${c}`],
      ['refund_due', 'prt_1001'],
    ],
  },
  short: {
    code: 'SHORT',
    by: 1,
    sides: (c: number) => [
      ['over_short', `chn_${c}`],
      ['variance', 'v'],
    ],
  },
  shortOfAgent: {
    code: 'SHORT',
    by: 0,
    sides: (c: number) => [
      ['agent_receivable', `chn_${c}`],
      ['variance', 'v'],
    ],
  },
  writtenOff: {
    code: 'ADJUST',
    by: 1,
    sides: (c: number) => [
      ['over_short', `chn_${c}`],
      ['agent_receivable', `chn_${c}`],
    ],
  },
  granted: {
    code: 'ADJUST',
    by: 0,
    sides: (c: number) => [
      ['over_short', `chn_${c}`],
      ['partner_payable', 'prt_1001'],
    ],
  },
  over: {
    code: 'OVER',
    by: -1,
    sides: (c: number) => [
      ['variance', 'v'],
      ['over_short', `chn_${c}`],
    ],
  },
  recovered: {
    code: 'RECOVERED',
    by: 1,
    sides: (c: number) => [
      ['bank', 'clients'],
      ['agent_receivable', `chn_${c}`],
    ],
  },
  taken: {
    code: 'TAKEN',
    by: -1,
    sides: (c: number) => [
      ['cash', `chn_${c}`],
      ['payer_held', 'case'],
    ],
  },
  givenBack: {
    code: 'GIVEN_BACK',
    by: 1,
    sides: (c: number) => [
      ['payer_held', 'case'],
      ['cash', `chn_${c}`],
    ],
  },
  floated: {
    code: 'FLOAT_FUNDED',
    by: 0,
    sides: (c: number) => [
      ['cash', `safe_${c}`],
      ['bank', 'clients'],
    ],
  },
  moved: {
    code: 'MOVED',
    by: 0,
    sides: (c: number) => [
      ['cash', `safe_${c}`],
      ['cash', `chn_${c}`],
    ],
  },
} as const satisfies Record<
  string,
  { code: string; by: number; sides: (c: number, bag: string) => [Side, Side] }
>

const eventOf = (channels: readonly number[]): fc.Arbitrary<Event> => {
  const common = {
    channel: fc.constantFrom(...channels),
    day: fc.integer({ min: 0, max: DAYS - 1 }),
    amount: fc.integer({ min: 1, max: 500 }),
  }
  return fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('collect' as const),
        partner: fc.constantFrom(...PARTNERS),
        ...common,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom(...(Object.keys(COVERS) as (keyof typeof COVERS)[])),
        ...common,
      }),
    },
  )
}

const dateOf = (day: number): string => `2030-01-0${day + 1}`

/** Pays each channel's days off, the oldest first; a day is released when all of it is paid. */
const modelOf = (
  events: Event[],
  channels: readonly number[],
  partner: number,
  through: number,
): number => {
  let unreleased = 0
  for (const channel of channels) {
    const own = events.filter((event) => event.channel === channel)
    let money = 0
    for (const event of own) {
      if (event.kind !== 'collect') money += COVERS[event.kind].by * event.amount
    }
    let isStuck = false
    for (let day = 0; day <= through; day += 1) {
      const collected = own.filter((event) => event.kind === 'collect' && event.day === day)
      const total = collected.reduce((sum, { amount }) => sum + amount, 0)
      if (total === 0) continue
      money -= total
      isStuck ||= money < 0
      if (!isStuck) continue
      for (const event of collected) {
        if (event.kind === 'collect' && event.partner === partner) unreleased += event.amount
      }
    }
  }
  return unreleased
}

test('a day of a channel is released when the days through it are covered', async () => {
  const channels = [(await house.createChannel()).number, (await house.createChannel()).number]
  const client = await house.db.pool.connect()
  const insert = (
    partner: number,
    code: string,
    [debit, credit]: readonly [Side, Side],
    event: Event,
    sourceId: string = randomUUID(),
  ) =>
    client.query(
      `insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
        credit_owner, amount, actor, at, business_date)
      values ($1, $9, $2, $3, $4, $5, $6, $7, 'test', wasl_now(), $8)`,
      [partner, code, ...debit, ...credit, event.amount, dateOf(event.day), sourceId],
    )
  const store = async (event: Event): Promise<void> => {
    const { channel, kind } = event
    if (kind === 'collect') {
      const sides: [Side, Side] = [
        ['cash', `chn_${channel}`],
        ['partner_payable', `prt_${event.partner}`],
      ]
      return void (await insert(event.partner, 'COLLECT', sides, event))
    }
    const { code, sides } = COVERS[kind]
    const sourceId = randomUUID()
    if (kind === 'banked') {
      const bagged: [Side, Side] = [
        ['in_transit', sourceId],
        ['cash', `safe_${channel}`],
      ]
      await insert(0, 'BAGGED', bagged, event, sourceId)
    }
    const isOfPartner = code.startsWith('REFUND')
    await insert(isOfPartner ? 1001 : 0, code, sides(channel, sourceId), event, sourceId)
  }
  const expectModel = async (events: Event[]): Promise<void> => {
    for (const partner of PARTNERS) {
      for (const through of [1, DAYS - 1]) {
        const { rows } = await client.query('select unreleased($1, $2) as sum', [
          partner,
          dateOf(through),
        ])
        expect(rows[0].sum).toBe(modelOf(events, channels, partner, through))
      }
    }
  }
  /** Seals the days before this one, and rolls them up. */
  const rollUp = async (day: number): Promise<void> => {
    await client.query(
      `update ledger_state set open_day = $1::date, sealed_through = $1::date - 1`,
      [dateOf(day)],
    )
    await rollUpChannelDays(client)
  }
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(eventOf(channels), { maxLength: 25 }),
        fc.integer({ min: 1, max: DAYS - 1 }),
        async (events, day) => {
          await client.query('begin')
          try {
            for (const event of events) if (event.day < day) await store(event)
            await expectModel(events.filter((event) => event.day < day))
            await rollUp(day)
            for (const event of events) if (event.day >= day) await store(event)
            await expectModel(events)
            await rollUp(DAYS)
            await expectModel(events)
            const name = 'channel_days is what the transfers of sealed dates add up to'
            const { rows } = await client.query(STATEMENT_INTEGRITY[name] as string)
            expect(rows).toEqual([])
          } finally {
            await client.query('rollback')
          }
        },
      ),
      { numRuns: 60, seed: 20_261_122 },
    )
  } finally {
    client.release()
  }
})

test('the transfers of the open day are not read before it is sealed', async () => {
  await house.createChannel()
  const client = await house.db.pool.connect()
  const scans = async (): Promise<number> => {
    const { rows } = await client.query(`
      select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as count
      from pg_stat_xact_user_tables
      where relname like 'ledger_transfers%'`)
    return rows[0].count
  }
  try {
    await client.query('begin')
    await client.query(
      'update ledger_state set open_day = $1::date, sealed_through = $1::date - 1',
      [dateOf(1)],
    )
    await rollUpChannelDays(client)
    const before = await scans()
    expect(before).toBeGreaterThan(0)
    await rollUpChannelDays(client)
    expect(await scans()).toBe(before)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
