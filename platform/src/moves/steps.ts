/**
 * The protocol of a move, without I/O: how a partner goes from its cell, the source, to another one, the
 * target, while it is paid (W174). `model.test.ts` searches every interleaving of these steps with two
 * platform processes and a crash; `mover.ts` makes them.
 *
 *   prepare → copy → cut over → open → unlink → remove → done
 *        ↘      ↘        ↘
 *                           undo: lift → unlink → clear → undone
 *
 * A move is recorded in the control cell before each step, so any process can go on with it. Each step
 * may be made twice. The home changes in the last act of `cut over`, in one transaction with the record:
 * before it the move can be undone, after it only finished.
 */

/** What a move does next. `done` and `undone` are its ends. */
export type Step =
  | 'prepare'
  | 'copy'
  | 'cut over'
  | 'open'
  | 'unlink'
  | 'remove'
  | 'done'
  | 'undo'
  | 'undone'

const NEXT: Record<Step, Step | null> = {
  prepare: 'copy',
  copy: 'cut over',
  'cut over': 'open',
  open: 'unlink',
  unlink: 'remove',
  remove: 'done',
  done: null,
  undo: 'undone',
  undone: null,
}

/** The step after this one; null at an end. */
export const nextStep = (step: Step): Step | null => NEXT[step]

export const isEnded = (step: Step): boolean => NEXT[step] === null

/** Until the home has changed, nothing is lost by going back. */
export const canUndo = (step: Step): boolean =>
  step === 'prepare' || step === 'copy' || step === 'cut over' || step === 'undo'

/**
 * The acts of each step, in their order. The reasons for the order are the faults that the model finds
 * in every other one:
 *
 * - `fence`: both cells know the move. The source's fence is open, the target's is closed, so that the
 *   target's own work leaves the copy alone.
 * - `link`: the source publishes the partner's rows and the target subscribes to them.
 * - `copy`: every table has been copied once, and changes follow within moments.
 * - `close`: the source refuses what the partner writes. Statements that passed the fence may still run.
 * - `drain`: those have ended. Only now nothing more can be written.
 * - `position`: where the source's log ends. Read earlier, it would miss what was being written.
 * - `catch up`: the target has everything up to that position.
 * - `switch`: the home is the target, if it still has the epoch that the move began with.
 * - `open`: the target's fence opens. The source's stays closed, for processes that know the old home.
 * - `unlink`: nothing follows any more. Until then a removal at the source would follow, too.
 * - `remove`: the source's copy goes. Its fence stays until the partner comes back.
 * - `lift`: the source's fence is open, and no late command of this move closes it again.
 * - `clear`: the target's copy goes. Its fence stays.
 */
export const ACTS = {
  prepare: ['fence', 'link'],
  copy: ['copy'],
  'cut over': ['close', 'drain', 'position', 'catch up', 'switch'],
  open: ['open'],
  unlink: ['unlink'],
  remove: ['remove'],
  undo: ['lift', 'unlink', 'clear'],
  done: [],
  undone: [],
} as const satisfies Record<Step, readonly Act[]>

export type Act =
  | 'fence'
  | 'link'
  | 'copy'
  | 'close'
  | 'drain'
  | 'position'
  | 'catch up'
  | 'switch'
  | 'open'
  | 'unlink'
  | 'remove'
  | 'lift'
  | 'clear'
