import type pg from 'pg'
import type { Step } from './steps.ts'

/**
 * - A *move* brings a partner from its home, the *source*, to another cell, the *target*.
 * - The *control cell* records it, step by step. It may be the source or the target itself.
 * - The *mover* is the process that makes the steps. Another one goes on when it dies.
 * - The *fence* of a cell is open while the partner's writes are accepted there.
 */
export type Move = {
  partnerId: number
  moveId: number
  source: string
  target: string
  /** Of the home when the move began. */
  epoch: number
  step: Step
}

/** A cell as the mover uses it, over connections of its own. */
export type MoveCell = { name: string; url: string; pool: pg.Pool }

export type MoveCells = { control: MoveCell; source: MoveCell; target: MoveCell }

/** What stops a move, with what to do about it. The move stays where it is. */
export class MoveProblem extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MoveProblem'
  }
}
