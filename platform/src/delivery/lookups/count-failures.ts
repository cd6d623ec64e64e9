import type { Pipeline } from '../../base/database/pipeline.ts'
import type { FailedLookup, Lookup } from './read-lookup.ts'

/** A right answer: the partner knows its references. Or our own fault. */
const NO_FAILURES: ReadonlySet<string> = new Set([
  'REFERENCE404_NOT_FOUND',
  'REFERENCE409_ALREADY_PAID',
  'SERVER503_UNAVAILABLE',
])

/** How much of an explanation is kept. */
const EXPLANATION_LENGTH_MAX = 300

type LookUp<Args extends unknown[]> = (...args: Args) => Promise<Lookup>

/**
 * Counts the lookups that failed, by partner and hour, for the partner to see (W154). The payer does not
 * wait for the count, and a count that cannot be written is left out.
 */
export const countFailures =
  (notes: Pipeline) =>
  <Args extends [{ partnerId: number }, ...unknown[]]>(lookUp: LookUp<Args>): LookUp<Args> =>
  async (...args) => {
    const lookup = await lookUp(...args)
    if (!lookup.ok && !NO_FAILURES.has(lookup.code)) {
      countFailure(notes, args[0].partnerId, lookup).catch(() => undefined)
    }
    return lookup
  }

const countFailure = (
  notes: Pipeline,
  partnerId: number,
  { code, explanation }: FailedLookup,
): Promise<unknown> =>
  notes.query({
    name: 'count-lookup-failure',
    text: `
      with dropped as (
        delete from lookup_failures
        where partner_id = $1::int and hour < wasl_now() - interval '31 days'
      )
      insert into lookup_failures as known (partner_id, hour, code, count, explanation, last_at)
      select $1::int, date_trunc('hour', now), $2::text, 1, $3::text, now
      from (select wasl_now() as now) as clock
      on conflict (partner_id, hour, code) do update
      set count = known.count + 1, explanation = excluded.explanation, last_at = excluded.last_at`,
    values: [partnerId, code, explanation.slice(0, EXPLANATION_LENGTH_MAX)],
  })
