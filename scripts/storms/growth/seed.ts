/** Seeds months of payments. Each table of a month is a job of its own, so that several run at a time. */
import pg from 'pg'
import {
  after,
  partitionName,
  startOf,
  type Period,
} from '../../../platform/src/base/database/period.ts'
import {
  BY_DAY,
  BY_MONTH,
  boundsOf,
  insertDay,
  insertMonth,
  REFERENCES,
  type SeededMonth,
} from './rows.ts'

/** At a time: more than a small machine has cores, because a vacuum mostly waits for the disk. */
const WORKERS = 4

type Job = (session: pg.Client) => Promise<void>

export type Seeding = {
  months: SeededMonth[]
  /** From this day on there are attempts. */
  attemptsFrom: Period
}

/**
 * Inserts what a month has, into partitions that are made for it where they are missing.
 *
 * @param done called when a month is there.
 */
export const seedMonths = async (
  url: string,
  { months, attemptsFrom }: Seeding,
  done: (month: Period) => void,
): Promise<void> => {
  const jobs = months.flatMap((month) => [
    ...monthJobs(month),
    ...daysOf(month.month)
      .filter((day) => day >= attemptsFrom)
      .flatMap((day) => dayJobs(month, day)),
    async () => done(month.month),
  ])
  const queue = jobs.values()
  const worker = async (): Promise<void> => {
    const session = new pg.Client({ connectionString: url })
    await session.connect()
    try {
      for (const job of queue) await job(session)
    } finally {
      await session.end()
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
}

const monthJobs = (month: SeededMonth): Job[] => [
  ...Object.entries(BY_MONTH).map(
    ([table, columns]): Job =>
      (session) =>
        fillPartition(session, table, month.month, (into) => insertMonth(into, columns, month)),
  ),
  ...EMPTY_TABLES.map(
    (table): Job =>
      (session) =>
        fillPartition(session, table, month.month, () => null),
  ),
  ...Object.entries(REFERENCES).map(([table, columns]): Job => async (session) => {
    await session.query(insertMonth(table, columns, month))
  }),
]

/** Tables of a month in which these payments have no rows. */
const EMPTY_TABLES = ['payment_refusals', 'payment_notes', 'refunds', 'refund_transitions']

const dayJobs = (month: SeededMonth, day: Period): Job[] =>
  Object.entries(BY_DAY).map(
    ([table, columns]): Job =>
      (session) =>
        fillPartition(session, table, day, (into) => insertDay(into, columns, month, day)),
  )

/**
 * A partition that is not there yet is filled before it gets its indexes and its place, which takes a
 * fraction of the time. Then it is as a partition of a quiet month is after its last vacuum.
 */
const fillPartition = async (
  session: pg.Client,
  table: string,
  period: Period,
  insertInto: (partition: string) => string | null,
): Promise<void> => {
  const partition = partitionName(table, period)
  const insert = insertInto(partition)
  const { rows } = await session.query<{ is_there: boolean; options: string }>(
    `select to_regclass($1) is not null as is_there, (
      select coalesce('with (' || array_to_string(reloptions, ', ') || ')', '')
      from pg_class where oid = to_regclass($2)
    ) as options`,
    [partition, `${table}_other`],
  )
  const [state] = rows
  if (state?.is_there === true) {
    if (insert !== null) await session.query(insert)
  } else {
    const [from, until] = boundsOf(period)
    await session.query('begin')
    await session.query(
      `create table ${partition} (like ${table} including all excluding indexes) ${state?.options}`,
    )
    if (insert !== null) await session.query(insert)
    await session.query(
      `alter table ${table} attach partition ${partition} for values from (${from}) to (${until})`,
    )
    await session.query('commit')
  }
  if (insert !== null) await session.query(`vacuum (freeze, analyze) ${partition}`)
}

const daysOf = (month: Period): Period[] => {
  const days: Period[] = []
  for (let day = `${month}-01`; startOf(day) < startOf(after(month, 1)); day = after(day, 1)) {
    days.push(day)
  }
  return days
}
