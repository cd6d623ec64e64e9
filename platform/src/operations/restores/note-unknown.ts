import type { Logger } from 'pino'
import type pg from 'pg'
import { timeOfId } from '../../base/database/period.ts'
import { ownerNumberOfId } from '../../base/wire-ids.ts'
import type { EveryCell } from '../../cells/every-cell.ts'
import { isWithin } from './gap.ts'
import type { GapsOf } from './gaps-of.ts'
import { isKnownSql, type NamedKind } from './named.ts'
import { openCase } from './open-case.ts'

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

/**
 * Opens a follow-up of the kind `restore` for each thing that somebody outside names and that was made in the
 * lost minutes of a restore (W286). An id carries its time, so that no other unknown id is taken for one.
 * Never throws: the caller has its answer either way.
 */
export const createNoteUnknown = (cells: EveryCell, gapsOf: GapsOf, log: Logger): NoteUnknown => {
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

const note = async (
  pool: pg.Pool,
  partnerId: number,
  unknown: Unknown,
  log: Logger,
): Promise<void> => {
  const { kind, id, wanted, by } = unknown
  const known = await pool.query<{ known: boolean }>(
    `select ${isKnownSql(kind, '$2::uuid')} as known`,
    [partnerId, id],
  )
  // Another caller may not see it.
  if (known.rows[0]?.known === true) return
  const one = {
    partnerId,
    subject: id,
    paymentId: kind === 'paymentId' ? id : null,
    words: wordsOf(unknown),
    details: { named: id, wanted, by },
  }
  await openCase(pool, one, log)
}

const wordsOf = ({ kind, id, wanted, by, facts }: Unknown): string =>
  [
    `${kind} ${id}`,
    new Date(timeOfId(id)).toISOString(),
    `${by}: ${wanted}`,
    ...Object.entries(facts).map(([name, value]) => `${name} ${value}`),
  ].join('\n')
