import type { Logger } from 'pino'
import type pg from 'pg'
import { appendAudit, THE_PLATFORM } from '../../base/audit/append.ts'
import { monotonicMs } from '../../base/chance.ts'
import type { Database } from '../../base/database/database.ts'
import { timeOfId } from '../../base/database/period.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { ownerNumberOfId } from '../../base/wire-ids.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { OF_NOBODY, writeEntry } from '../follow-ups/follow-up.ts'
import { isWithin, readGaps, type Gap } from './gap.ts'
import { knownSql, type NamedKind } from './named.ts'

/** Something that a caller named, and that the caller was told is unknown. */
export type Unknown = {
  kind: NamedKind
  id: string
  /** What somebody wanted of it, such as `confirmPayment`. */
  wanted: string
  /** The wire id of who named it. */
  by: string
  /** What was said of it besides: an amount, when cash was taken. */
  facts: Readonly<Record<string, string | number>>
}

export type NoteUnknown = (unknown: Unknown) => Promise<void>

/** A repair in another cell is noticed after this time. */
const GAPS_KEPT_MS = 30_000

/** Of one partner, or of all that are unknown. More would help nobody, and ids can be made up. */
const CASES_MAX = 1_000

const ENTRIES_MAX = 20

/**
 * Opens a follow-up of the kind `restore` for each thing that somebody outside names and that was made in the
 * lost minutes of a restore (W286). An id carries its time, so that no other unknown id is taken for one.
 * Never throws: the caller has its answer either way.
 */
export const createNoteUnknown = (cells: EveryCell, log: Logger): NoteUnknown => {
  const gapsOf = createGaps()
  return async (unknown) => {
    const { id } = unknown
    const partnerId = ownerNumberOfId(id)
    if (partnerId === null) return
    try {
      await cells.at(partnerId, async (db) => {
        const at = new Date(timeOfId(id))
        const gap = (await gapsOf(db)).find((one) => isWithin(one, at))
        if (gap !== undefined) await note(db.pool, partnerId, unknown, log)
      })
    } catch (error) {
      log.error({ err: error, id }, 'what the lost minutes contained could not be noted')
    }
  }
}

const createGaps = (): ((db: Database) => Promise<Gap[]>) => {
  const known = new WeakMap<Database, { gaps: Promise<Gap[]>; untilMs: number }>()
  return (db) => {
    const kept = known.get(db)
    if (kept !== undefined && monotonicMs() < kept.untilMs) return kept.gaps
    const gaps = readGaps(db.pool)
    known.set(db, { gaps, untilMs: monotonicMs() + GAPS_KEPT_MS })
    gaps.catch(() => known.delete(db))
    return gaps
  }
}

const note = async (
  pool: pg.Pool,
  partnerId: number,
  unknown: Unknown,
  log: Logger,
): Promise<void> => {
  const known = await pool.query<{ known: boolean }>(knownSql(unknown.kind), [
    partnerId,
    unknown.id,
  ])
  // Another caller may not see it.
  if (known.rows[0]?.known === true) return
  await withTransaction(pool, async (tx) => {
    const partner = await tx.query('select from partners where partner_id = $1', [partnerId])
    // A partner that was made in the lost minutes is unknown too.
    const owner = partner.rowCount === 1 ? partnerId : OF_NOBODY
    const { rows } = await tx.query<{ cases: number }>(
      `select count(*)::int as cases from follow_ups where partner_id = $1 and subject is not null`,
      [owner],
    )
    if ((rows[0]?.cases ?? 0) >= CASES_MAX) {
      log.warn(
        { id: unknown.id },
        `a partner has ${CASES_MAX} follow-ups of a restore: no more are opened`,
      )
      return
    }
    await open(tx, owner, unknown)
  })
}

const open = async (tx: pg.ClientBase, owner: number, unknown: Unknown): Promise<void> => {
  const { id, kind, wanted, by } = unknown
  const words = wordsOf(unknown)
  const { rows } = await tx.query<{ follow_up_id: string }>(
    `insert into follow_ups (partner_id, follow_up_id, kind, payment_id, subject, words, due_on, opened_by,
      opener, opened_at)
    values ($1, new_id($1), 'restore', $2, $3, $4,
      (select (wasl_now() at time zone time_zone)::date from ledger_state), $5, $5, wasl_now())
    on conflict (partner_id, subject) where subject is not null do nothing
    returning follow_up_id`,
    [owner, kind === 'paymentId' ? id : null, id, words, THE_PLATFORM.name],
  )
  const [opened] = rows
  if (opened === undefined) {
    await addTo(tx, owner, unknown)
    return
  }
  const row = { partner_id: owner, follow_up_id: opened.follow_up_id }
  await writeEntry(tx, row, { act: 'opened' }, WRITER)
  await appendAudit(tx, THE_PLATFORM, {
    partnerId: owner,
    action: 'follow-up.open',
    subject: opened.follow_up_id,
    details: { named: id, wanted, by },
  })
}

const WRITER = { id: THE_PLATFORM.name, name: THE_PLATFORM.name, requestId: null }

/** Another caller, or another wish, says more about the same thing. */
const addTo = async (tx: pg.ClientBase, owner: number, unknown: Unknown): Promise<void> => {
  const words = wordsOf(unknown)
  const { rows } = await tx.query<{ partner_id: number; follow_up_id: string }>(
    `select partner_id, follow_up_id from follow_ups
    where partner_id = $1 and subject = $2 and words <> $3
      and not exists (
        select from follow_up_entries entry
        where entry.partner_id = $1 and entry.follow_up_id = follow_ups.follow_up_id and entry.text = $3
      )
      and (
        select count(*) from follow_up_entries entry
        where entry.partner_id = $1 and entry.follow_up_id = follow_ups.follow_up_id
      ) < $4
    for update`,
    [owner, unknown.id, words, ENTRIES_MAX],
  )
  const [row] = rows
  if (row !== undefined) await writeEntry(tx, row, { act: 'noted', text: words }, WRITER)
}

/** Facts without a sentence, which every reader understands in their own language. */
const wordsOf = ({ kind, id, wanted, by, facts }: Unknown): string =>
  [
    `${kind} ${id}`,
    new Date(timeOfId(id)).toISOString(),
    `${by}: ${wanted}`,
    ...Object.entries(facts).map(([name, value]) => `${name} ${value}`),
  ].join('\n')
