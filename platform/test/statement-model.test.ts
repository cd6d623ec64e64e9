/**
 * Statements of random payments, refunds, corrections and fee versions, against a model that computes the
 * same with BigInt and knows nothing of the database.
 */
import { centimesFromDinars, signedCentimesFromDinars } from '@wasl/protocol'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feeBackOf, feeOf, shareOf } from '../src/money/settlement/fees/fee.ts'
import { PAYOUT_INTEGRITY } from '../src/money/settlement/payouts/integrity.ts'
import { STATEMENT_INTEGRITY } from '../src/money/settlement/statements/integrity.ts'
import { openSettlementHouse, type SettlementHouse } from './support/settlement-house.ts'

let house: SettlementHouse

beforeAll(async () => {
  house = await openSettlementHouse()
})

afterAll(() => house.stop())

const SEED = 20_261_122
const PARTNERS = 12
const DATES = 20
const EVENTS_A_DATE = 6

/** Mulberry32: the same numbers for the same seed. */
const randomOf = (seed: number) => {
  let state = seed
  return (max: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max
  }
}

const dateOf = (day: number): string =>
  new Date(Date.UTC(2030, 5, 1 + day)).toISOString().slice(0, 10)

type Version = {
  kind: 'AGENCY' | 'MARKETPLACE'
  day: number
  basisPoints: number
  fixed: number
  minimum: number
  maximum: number | null
  vat: number
  onRefund: 'keep' | 'proportional'
}

type Payment = {
  id: string
  kind: Version['kind']
  day: number
  amount: number
  refunded: number
  ordinal: number
}

type Row = {
  day: number
  sourceId: string
  code: string
  line: number
  debit: [string, string]
  credit: [string, string]
  amount: number
}

/** What the model says of one line: what it adds, and what it costs at which rate. */
type ModelLine = {
  day: number
  code: string
  signed: bigint
  fee: bigint
  kind: string
  vat: number
}

const rounded = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return 2n * (numerator % denominator) >= denominator ? quotient + 1n : quotient
}

const modelFee = (version: Version, amount: number): bigint => {
  let fee = rounded(BigInt(amount) * BigInt(version.basisPoints), 10_000n) + BigInt(version.fixed)
  if (fee < BigInt(version.minimum)) fee = BigInt(version.minimum)
  if (version.maximum !== null && fee > BigInt(version.maximum)) fee = BigInt(version.maximum)
  return fee
}

const versionOf = (versions: Version[], { kind, day }: { kind: string; day: number }) =>
  versions.filter((one) => one.kind === kind && one.day <= day).toSorted((a, b) => b.day - a.day)[0]

/** One partner's random money. */
const story = (
  random: (max: number) => number,
  number: number,
  tills: Record<Version['kind'], string>,
  ids: string[],
) => {
  const versions: Version[] = []
  for (const kind of ['AGENCY', 'MARKETPLACE'] as const) {
    const days = new Set([random(4), random(DATES), random(DATES)])
    for (const day of days) {
      const minimum = random(3) * 777
      versions.push({
        kind,
        day,
        basisPoints: random(400),
        fixed: random(2) * random(1_000),
        minimum,
        maximum: random(2) === 0 ? null : minimum + random(20_000),
        vat: [0, 900, 1_900, 1_933][random(4)] ?? 0,
        onRefund: random(2) === 0 ? 'keep' : 'proportional',
      })
    }
  }
  const payable: [string, string] = ['partner_payable', `prt_${number}`]
  const due: [string, string] = ['refund_due', `prt_${number}`]
  const rows: Row[] = []
  const lines: ModelLine[] = []
  const payments: Payment[] = []
  const refunds: { payment: Payment; id: string; amount: number; expired: boolean }[] = []
  const costOf = (payment: Payment, change: number): bigint => {
    const version = versionOf(versions, payment)
    if (version === undefined || version.onRefund === 'keep') return 0n
    const fee = modelFee(version, payment.amount)
    const share = (of: number) => rounded(fee * BigInt(of), BigInt(payment.amount))
    return share(payment.refunded) - share(payment.refunded + change)
  }
  const push = (row: Omit<Row, 'line'>, line: Omit<ModelLine, 'day' | 'code'>): void => {
    rows.push({ ...row, line: 1 })
    lines.push({ ...line, day: row.day, code: row.code })
  }
  const NO_FEE = { fee: 0n, kind: '', vat: 0 }
  for (let day = 0; day < DATES; day += 1) {
    for (let event = random(EVENTS_A_DATE); event > 0; event -= 1) {
      const what = random(10)
      const payment = payments[random(Math.max(1, payments.length))]
      const sourceId = ids.pop() as string
      if (what < 5 || payment === undefined) {
        const kind = random(3) === 0 ? 'MARKETPLACE' : 'AGENCY'
        const amount = 1 + random(random(2) === 0 ? 300 : 5_000_000)
        const paid = { id: sourceId, kind, day, amount, refunded: 0, ordinal: 3 } as const
        const version = versionOf(versions, paid)
        payments.push({ ...paid })
        push(
          { day, sourceId, code: 'COLLECT', debit: ['cash', tills[kind]], credit: payable, amount },
          {
            signed: BigInt(amount),
            fee: version ? modelFee(version, amount) : 0n,
            kind,
            vat: version?.vat ?? 0,
          },
        )
      } else if (what < 8) {
        const left = payment.amount - payment.refunded
        if (left === 0) continue
        const amount = random(3) === 0 ? left : 1 + random(left)
        const id = `${payment.id.slice(0, 26)}${payment.ordinal.toString(16).padStart(2, '0')}${payment.id.slice(28)}`
        payment.ordinal += 1
        const fee = costOf(payment, amount)
        payment.refunded += amount
        refunds.push({ payment, id, amount, expired: false })
        push(
          { day, sourceId: id, code: 'REFUND', debit: payable, credit: due, amount },
          {
            signed: -BigInt(amount),
            fee,
            kind: payment.kind,
            vat: versionOf(versions, payment)?.vat ?? 0,
          },
        )
      } else if (what === 8) {
        const refund = refunds.find(({ expired }) => !expired)
        if (refund === undefined) continue
        refund.expired = true
        const fee = costOf(refund.payment, -refund.amount)
        refund.payment.refunded -= refund.amount
        push(
          {
            day,
            sourceId: refund.id,
            code: 'REFUND_EXPIRED',
            debit: due,
            credit: payable,
            amount: refund.amount,
          },
          {
            signed: BigInt(refund.amount),
            fee,
            kind: refund.payment.kind,
            vat: versionOf(versions, refund.payment)?.vat ?? 0,
          },
        )
      } else {
        const amount = 1 + random(900_000)
        const isDebit = random(2) === 0
        push(
          isDebit
            ? {
                day,
                sourceId,
                code: 'ADJUST',
                debit: payable,
                credit: ['over_short', 'chn_1'],
                amount,
              }
            : { day, sourceId, code: 'TOPUP', debit: ['bank', 'clients'], credit: payable, amount },
          { signed: isDebit ? -BigInt(amount) : BigInt(amount), ...NO_FEE },
        )
      }
    }
  }
  return { versions, rows, lines }
}

const storeVersions = async (number: number, versions: Version[]): Promise<void> => {
  for (const { kind, day, basisPoints, fixed, minimum, maximum, vat, onRefund } of versions) {
    await house.db.pool.query(
      `insert into fee_versions (partner_id, fee_version_id, owner, channel_kind, effective_from,
        revision, basis_points, fixed, minimum, maximum, vat_basis_points, on_refund, made_by, made_at,
        approved_by, approved_at)
      values ($1, new_id($1), 'prt_' || $1::int, $2, $3, 1, $4, $5, $6, $7, $8, $9, 'one', wasl_now(),
        'other', wasl_now())`,
      [number, kind, dateOf(day), basisPoints, fixed, minimum, maximum, vat, onRefund],
    )
  }
}

const storeRows = async (number: number, rows: Row[]): Promise<void> => {
  await house.db.pool.query(
    `insert into ledger_transfers (partner_id, source_id, code, line, debit_kind, debit_owner,
      credit_kind, credit_owner, amount, actor, at, business_date)
    select $1, given.source_id, given.code, 1, given.debit_kind, given.debit_owner, given.credit_kind,
      given.credit_owner, given.amount, 'test', given.date + place * interval '1 ms', given.date
    from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
      $9::date[]) with ordinality as given (source_id, code, debit_kind, debit_owner, credit_kind,
      credit_owner, amount, date, place)`,
    [
      number,
      rows.map(({ sourceId }) => sourceId),
      rows.map(({ code }) => code),
      rows.map(({ debit }) => debit[0]),
      rows.map(({ debit }) => debit[1]),
      rows.map(({ credit }) => credit[0]),
      rows.map(({ credit }) => credit[1]),
      rows.map(({ amount }) => amount),
      rows.map(({ day }) => dateOf(day)),
    ],
  )
}

/** What the statement of these lines must say, in centimes. */
const expectedOf = (lines: ModelLine[], previousNet: bigint) => {
  const total = (of: ModelLine[], pick: (line: ModelLine) => bigint): bigint =>
    of.reduce((sum, line) => sum + pick(line), 0n)
  const coded = (...codes: string[]) => lines.filter(({ code }) => codes.includes(code))
  const rates = [...Map.groupBy(lines, ({ vat }) => vat)]
  const positive = (value: bigint): bigint => (value > 0n ? value : 0n)
  const vatOf = (sign: bigint): bigint =>
    rates.reduce(
      (sum, [vat, of]) =>
        sum + rounded(total(of, ({ fee }) => positive(sign * fee)) * BigInt(vat), 10_000n),
      0n,
    )
  const gross = total(coded('COLLECT'), ({ signed }) => signed)
  const refunds = -total(coded('REFUND', 'REFUND_EXPIRED'), ({ signed }) => signed)
  const adjustments = total(coded('TOPUP', 'ADJUST'), ({ signed }) => signed)
  const fees = total(lines, ({ fee }) => fee)
  const vat = vatOf(1n) - vatOf(-1n)
  const carriedForward = previousNet < 0n ? previousNet : 0n
  const net = gross - refunds - fees - vat + adjustments + carriedForward
  return { lines: lines.length, gross, refunds, fees, vat, adjustments, carriedForward, net }
}

const SUMS = ['gross', 'refunds', 'fees', 'vat', 'adjustments', 'carriedForward', 'net'] as const

describe('statements', () => {
  test.for([SEED, 1, 2])('agree with the model, to the centime (seed %i)', async (seed) => {
    const random = randomOf(seed)
    const tills = {
      AGENCY: (await house.createChannel('AGENCY')).channelId,
      MARKETPLACE: (await house.createChannel('MARKETPLACE')).channelId,
    }
    await house.db.pool.query(
      `update ledger_state set open_day = $1::date, sealed_through = $1::date - 1`,
      [dateOf(DATES)],
    )
    let compared = 0
    for (let index = 0; index < PARTNERS; index += 1) {
      const partner = await house.createPayee()
      const { rows: made } = await house.db.pool.query<{ id: string }>(
        `select new_id($1) as id from generate_series(1, $2)`,
        [partner.number, DATES * EVENTS_A_DATE],
      )
      const ids = made.map(({ id }) => id)
      const { versions, rows, lines } = story(random, partner.number, tills, ids)
      await storeVersions(partner.number, versions)
      await storeRows(partner.number, rows)
      let previousNet = 0n
      for (let from = 0; from < DATES;) {
        const until = Math.min(DATES - 1, from + random(7))
        const statement = await house.closed(partner.partnerId, dateOf(until))
        const covered = lines.filter(({ day }) => day >= from && day <= until)
        const expected = expectedOf(covered, previousNet)
        expect(statement.lines).toBe(expected.lines)
        for (const sum of SUMS) {
          expect([sum, BigInt(signedCentimesFromDinars(statement[sum]) ?? NaN)]).toEqual([
            sum,
            expected[sum],
          ])
        }
        previousNet = expected.net
        from = until + 1
        compared += 1
      }
    }
    expect(compared).toBeGreaterThan(PARTNERS)
  })
})

describe('the arithmetic of fees', () => {
  const amounts = fc.integer({ min: 1, max: 999_999_999_999 })
  const terms = fc.record({
    basisPoints: fc.integer({ min: 0, max: 10_000 }),
    fixed: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 999_999_999_999 })),
    minimum: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
    maximum: fc.oneof(fc.constant(null), fc.integer({ min: 100_000, max: 999_999_999_999 })),
  })
  const sampled = fc.sample(fc.tuple(amounts, terms), { numRuns: 2_000, seed: SEED })

  test('is the same in the database: fee_of', async () => {
    const { rows } = await house.db.pool.query(
      `select fee_of(amount, basis_points, fixed, minimum, maximum) as fee
      from unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[]) with ordinality
        as given (amount, basis_points, fixed, minimum, maximum, place)
      order by place`,
      [
        sampled.map(([amount]) => amount),
        sampled.map(([, given]) => given.basisPoints),
        sampled.map(([, given]) => given.fixed),
        sampled.map(([, given]) => given.minimum),
        sampled.map(([, given]) => given.maximum),
      ],
    )
    expect(rows.map(({ fee }) => fee)).toEqual(
      sampled.map(([amount, given]) => feeOf(amount, given)),
    )
  })

  test('is the same in the database: share_of, also below zero and above 2^63', async () => {
    const shares = fc.sample(
      fc.tuple(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), amounts, amounts),
      { numRuns: 2_000, seed: SEED },
    )
    const fitting = shares.map(([amount, one, other]) => {
      const [part, whole] = one < other ? [one, other] : [other, one]
      return [amount, part, whole] as const
    })
    const { rows } = await house.db.pool.query(
      `select share_of(amount, part, whole) as share
      from unnest($1::bigint[], $2::bigint[], $3::bigint[]) with ordinality
        as given (amount, part, whole, place)
      order by place`,
      [0, 1, 2].map((place) => fitting.map((given) => given[place])),
    )
    expect(rows.map(({ share }) => share)).toEqual(fitting.map((given) => shareOf(...given)))
  })

  test('rounds half away from zero', () => {
    expect([shareOf(5, 1, 10), shareOf(4, 1, 10), shareOf(-5, 1, 10), shareOf(-4, 1, 10)]).toEqual([
      1, 0, -1, 0,
    ])
    const [read] = [centimesFromDinars(100.01)]
    expect(read).toEqual({ ok: true, centimes: 10_001 })
  })

  test('gives back exactly the fee when all of a payment is refunded, however often', () => {
    fc.assert(
      fc.property(
        amounts,
        amounts,
        fc.array(fc.integer({ min: 1, max: 999 })),
        (fee, payment, cuts) => {
          let refunded = 0
          let back = 0
          for (const cut of [...cuts, payment]) {
            const refund = Math.min(cut, payment - refunded)
            back += feeBackOf(fee, payment, { refundedBefore: refunded, refund })
            refunded += refund
          }
          expect(back).toBe(fee)
        },
      ),
    )
  })
})

/** What somebody who can change the tables might do, and the check that notices. */
const TAMPERINGS: [sql: string, check: string][] = [
  [`update statements set gross = gross + 1, net = net + 1`, 'L3: a closed statement recomputes'],
  [
    `update ledger_transfers set amount = amount + 1 where code = 'COLLECT'`,
    'L3: a closed statement',
  ],
  [`delete from ledger_transfers where code = 'REFUND'`, 'L3: a closed statement recomputes'],
  [`update fee_versions set basis_points = basis_points + 77`, 'L3: a closed statement recomputes'],
  [
    `update statements set period_until = period_until + 1 where number = 1`,
    'L3: the statements of',
  ],
  [`delete from statements where number = 2`, 'L3: the numbers of an owner have no gap'],
  [`update statement_fees set fee = fee + 1000`, 'L3: VAT is rounded once'],
  [
    `update statements set carried_forward = -1, net = net - 1 - carried_forward`,
    'L3: VAT is rounded',
  ],
  [`delete from ledger_transfers where code = 'FEE'`, 'L3: the ledger charges'],
  [`update ledger_state set sealed_through = '2030-06-02'`, 'L3: a statement covers sealed dates'],
  [
    `update ledger_transfers set business_date = '2020-01-01' where code = 'TOPUP'`,
    'L3: no line of a partner is before its first statement',
  ],
  [
    `alter table statements drop constraint statements_check;
    update statements set status = 'approved', approved_at = closed_at, approved_by = closed_by`,
    'L6: nobody approved a statement',
  ],
]

describe('the books of statements', () => {
  test.for(TAMPERINGS)('are found to contradict after: %s', async ([sql, check]) => {
    const client = await house.db.pool.connect()
    const violated: string[] = []
    try {
      await client.query('begin')
      await client.query('set local session_replication_role = replica')
      await client.query(sql)
      for (const [name, query] of Object.entries({ ...STATEMENT_INTEGRITY, ...PAYOUT_INTEGRITY })) {
        if ((await client.query(query)).rows.length > 0) violated.push(name)
      }
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect(violated).toContainEqual(expect.stringContaining(check))
  })
})
