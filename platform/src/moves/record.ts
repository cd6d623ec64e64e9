/** The record of moves, in the control cell. */
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../base/audit/append.ts'
import { withTransaction } from '../base/database/with-transaction.ts'
import { partnerWireId } from '../base/wire-ids.ts'
import { findHome, switchHome } from '../cells/homes.ts'
import { MoveProblem, type Move } from './move.ts'
import { canUndo, nextStep, type Step } from './steps.ts'

export type RecordedMove = Move & {
  startedAt: Date
  stepAt: Date
  refusedMs: number | null
  problem: string | null
}

const COLUMNS = `
  partner_id as "partnerId", move_id as "moveId", source, target, epoch, step,
  started_at as "startedAt", step_at as "stepAt", refused_ms as "refusedMs", problem`

/**
 * Begins a move of the partner from its home to another cell.
 *
 * @throws MoveProblem when the partner has no home, lives in that cell already, or is being moved.
 */
export const startMove = (
  control: pg.Pool,
  { partnerId, target, by }: { partnerId: number; target: string; by: Actor },
): Promise<RecordedMove> =>
  withTransaction(control, async (tx) => {
    const name = partnerWireId(partnerId)
    const home = await findHome(tx, partnerId)
    if (home === null) throw new MoveProblem(`no partner has the id ${name}`)
    if (home.cell === target) {
      throw new MoveProblem(`the partner ${name} lives in ${target} already`)
    }
    const { rows } = await tx.query<RecordedMove>(
      `insert into partner_moves (partner_id, source, target, epoch, started_by)
      values ($1, $2, $3, $4, $5)
      on conflict (partner_id) where step not in ('done', 'undone') do nothing
      returning ${COLUMNS}`,
      [partnerId, home.cell, target, home.epoch, by.name],
    )
    const [move] = rows
    if (move === undefined) {
      throw new MoveProblem(`a move of the partner ${name} is under way: resume it, or undo it`)
    }
    await audit(tx, by, 'partner.move', move)
    return move
  })

const audit = (tx: pg.ClientBase, by: Actor, action: string, move: Move): Promise<void> =>
  appendAudit(tx, by, {
    partnerId: WHOLE_PLATFORM,
    action,
    subject: partnerWireId(move.partnerId),
    details: { move: move.moveId, source: move.source, target: move.target, step: move.step },
  })

/** The move of a partner that is under way, or its last one. */
export const findMove = async (
  control: Pick<pg.Pool, 'query'>,
  partnerId: number,
): Promise<RecordedMove | null> => {
  const { rows } = await control.query<RecordedMove>(
    `select ${COLUMNS} from partner_moves where partner_id = $1 order by move_id desc limit 1`,
    [partnerId],
  )
  return rows[0] ?? null
}

/** Every move that has not ended. */
export const listOpenMoves = async (control: Pick<pg.Pool, 'query'>): Promise<RecordedMove[]> => {
  const { rows } = await control.query<RecordedMove>(
    `select ${COLUMNS} from partner_moves
    where step not in ('done', 'undone')
    order by partner_id`,
  )
  return rows
}

/**
 * Goes on to the next step, if the move is still at this one.
 *
 * @returns what the move does next: another process may have decided it.
 */
export const recordStep = async (control: pg.Pool, move: Move): Promise<Step> => {
  await control.query(
    `update partner_moves set step = $4, step_at = clock_timestamp(), problem = null
    where partner_id = $1 and move_id = $2 and step = $3`,
    [move.partnerId, move.moveId, move.step, nextStep(move.step)],
  )
  return (await findMove(control, move.partnerId))?.step ?? move.step
}

export const recordProblem = async (control: pg.Pool, move: Move, text: string): Promise<void> => {
  await control.query(
    'update partner_moves set problem = $3 where partner_id = $1 and move_id = $2',
    [move.partnerId, move.moveId, text],
  )
}

export const recordRefused = async (control: pg.Pool, move: Move, ms: number): Promise<void> => {
  await control.query(
    'update partner_moves set refused_ms = $3 where partner_id = $1 and move_id = $2',
    [move.partnerId, move.moveId, Math.round(ms)],
  )
}

/**
 * Decides that a move is undone. From now on nobody can switch the home in its name.
 *
 * @throws MoveProblem when the home has changed already, or the move has ended.
 */
export const recordUndo = (control: pg.Pool, move: Move, by: Actor): Promise<RecordedMove> =>
  withTransaction(control, async (tx) => {
    const { rows } = await tx.query<RecordedMove>(
      `select ${COLUMNS} from partner_moves where partner_id = $1 and move_id = $2 for update`,
      [move.partnerId, move.moveId],
    )
    const [found] = rows
    if (found === undefined || !canUndo(found.step)) {
      throw new MoveProblem(
        `the partner lives in ${move.target} already: resume the move, and then move it back to ` +
          move.source,
      )
    }
    if (found.step === 'undo') return found
    await tx.query(
      `update partner_moves set step = 'undo', step_at = clock_timestamp(), problem = null
      where partner_id = $1 and move_id = $2`,
      [move.partnerId, move.moveId],
    )
    await audit(tx, by, 'partner.undo-move', found)
    return { ...found, step: 'undo' }
  })

/**
 * Changes the home, if it still has the epoch that the move began with and the move is still to be cut
 * over, and records it, both or neither.
 *
 * @throws MoveProblem when either has changed.
 */
export const switchTo = (control: pg.Pool, move: Move): Promise<void> =>
  withTransaction(control, async (tx) => {
    await tx.query('set local synchronous_commit = on')
    const { partnerId, source, target, epoch } = move
    const { rowCount } = await tx.query(
      `update partner_moves set step = 'open', step_at = clock_timestamp()
      where partner_id = $1 and move_id = $2 and step = 'cut over'`,
      [partnerId, move.moveId],
    )
    const home =
      rowCount === 1 ? await switchHome(tx, { partnerId, cell: source, epoch }, target) : null
    if (home !== null) return
    throw new MoveProblem(
      'another process has switched or undone the move, or the home was changed by hand',
    )
  })
