import type pg from 'pg'
import { isPartnerMoved } from './errors.ts'

/**
 * SQL: whether a partner's rows in this cell are for this cell to work on. While a partner moves, the target
 * has a copy of its rows, and afterwards the source has one: work over all partners leaves them out (W175).
 */
export const isHere = (partnerId: string): string =>
  `${partnerId} <> all (array(select fence.partner_id from partner_fences fence where is_closed))`

/**
 * Setting of a session for work over all partners: writes for a fenced partner are skipped without
 * an error. A transaction during which the fence closes is still refused, so that it is never done
 * by half.
 */
export const LEAVES_OUT_FENCED = { 'wasl.fenced': 'skip' }

/** The same for one transaction. */
export const leaveOutFenced = async (tx: pg.ClientBase): Promise<void> => {
  await tx.query(`set local wasl.fenced = 'skip'`)
}

/**
 * How to log that work over all partners failed. It is refused when a partner's fence closes while it
 * runs. That is no fault: the next run leaves the partner out.
 */
export const levelOfFailure = (error: unknown): 'info' | 'error' =>
  isPartnerMoved(error) ? 'info' : 'error'
