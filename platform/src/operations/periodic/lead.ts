import type { Logger } from 'pino'
import { after, monotonicMs, type Timer } from '../../base/chance.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'

/** Work that one process does for all processes on a database. */
export type Work = 'dispatch' | 'notify' | 'periodic'

/**
 * One of the processes on a database leads some work and does it for all, so that the statements do not
 * grow with the number of processes (W168). All of this work is safe when several processes do it: a
 * process that was paused does not know yet that another one leads.
 */
export type Lead = {
  /** Asks now, and each second. */
  start(): void
  /** Whether this process does the work now. */
  holds(work: Work): boolean
  /** `begin` is called whenever this process takes the work over, and `end` when another one has. */
  watch(work: Work, does: { begin: () => void; end: () => void }): void
  /** Gives the work up, so that no other process waits for the end of the lease. */
  stop(): Promise<void>
}

/** How often each process asks: one small statement, which writes nothing while another process leads. */
const ASK_MS = 1_000

/** A leader may fail to renew four times in a row. At the fifth, another process may lead. */
const LEASE_SECONDS = 5

/**
 * A lease that ends later than any could was taken before the database's clock went back, and counts no
 * more. What holds a lease need not survive a crash, so its commit does not wait for the disk.
 */
const TAKE = `
  with clock as materialized (
    select wasl_now() as now, make_interval(secs => $3::integer) as lease,
      set_config('synchronous_commit', 'off', true) as unused
  ), free as (
    select work
    from clock
    cross join unnest($1::text[]) as asked (work)
    left join work_leases as lease using (work)
    where lease.holder is null or lease.holder = $2
      or lease.leased_until not between clock.now and clock.now + 2 * clock.lease
    order by work
  )
  insert into work_leases as lease (work, holder, leased_until)
  select free.work, $2, clock.now + clock.lease from free, clock
  on conflict (work) do update set holder = excluded.holder, leased_until = excluded.leased_until
  where lease.holder = excluded.holder
    or lease.leased_until not between wasl_now() and wasl_now() + 2 * make_interval(secs => $3::integer)
  returning work`

const GIVE_UP = 'delete from work_leases where work = any($1) and holder = $2'

export type LeadDeps = {
  connection: Pipeline
  processId: string
  /** What this process can do. */
  works: readonly Work[]
  /** Shorter in tests. */
  askMs?: number
  leaseSeconds?: number
  log: Logger
}

export const createLead = ({
  connection,
  processId,
  works,
  askMs = ASK_MS,
  leaseSeconds = LEASE_SECONDS,
  log,
}: LeadDeps): Lead => {
  const watchers: { work: Work; does: { begin: () => void; end: () => void } }[] = []
  let held: ReadonlySet<Work> = new Set()
  let answeredMs = monotonicMs()
  let timer: Timer | undefined
  let isStopped = false
  let asking = Promise.resolve()

  const hold = (now: ReadonlySet<Work>): void => {
    const before = held
    held = now
    for (const { work, does } of watchers) {
      if (now.has(work) && !before.has(work)) does.begin()
      if (!now.has(work) && before.has(work)) does.end()
    }
  }

  const ask = async (): Promise<void> => {
    const values = [works, processId, leaseSeconds]
    try {
      const rows = await connection.query<{ work: Work }>({ name: 'take-work', text: TAKE, values })
      answeredMs = monotonicMs()
      if (!isStopped) hold(new Set(rows.map(({ work }) => work)))
    } catch (error) {
      log.debug({ err: error }, 'nobody could be asked who leads the work')
      // Leases that nobody can read must not stop the work: it is safe when every process does it.
      const isLong = monotonicMs() - answeredMs > leaseSeconds * 1_000
      if (isLong && !isStopped) hold(new Set(works))
    }
    if (!isStopped) timer = after(askMs, again)
  }

  const again = (): void => {
    asking = ask()
  }

  return {
    start() {
      if (works.length > 0) again()
    },
    holds: (work) => held.has(work),
    watch: (work, does) => void watchers.push({ work, does }),
    async stop() {
      isStopped = true
      timer?.cancel()
      await asking
      const own = [...held]
      hold(new Set())
      if (own.length === 0) return
      // When the database is away, the lease ends by itself.
      const statement = { name: 'give-work-up', text: GIVE_UP, values: [own, processId] }
      await connection.query(statement).catch(() => undefined)
    },
  }
}
