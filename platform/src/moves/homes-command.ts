/** What `wasl homes` and `npm run platform:homes` do and say (W176). */
import type { Actor } from '../base/audit/append.ts'
import { partnerNumber, partnerWireId } from '../base/wire-ids.ts'
import { findHome } from '../cells/homes.ts'
import { MoveProblem, type Move, type MoveCell, type MoveCells } from './move.ts'
import { runMove } from './mover.ts'
import { openMoveCell } from './open-cells.ts'
import { findMove, listOpenMoves, recordUndo, startMove, type RecordedMove } from './record.ts'
import { canUndo, isEnded, type Step } from './steps.ts'

export type HomesInput = {
  /** As in `WASL_CELLS`, the control cell first. */
  cells: readonly { name: string; url: string }[]
  by: Actor
  say(line: string): void
  /** How the command is typed, such as `wasl homes`, for what to run next. */
  call: string
}

export type HomesCommand =
  | { verb: 'list' }
  | { verb: 'move'; partner: string; cell: string }
  | { verb: 'resume'; partner: string }
  | { verb: 'undo'; partner: string }

/**
 * Runs one command.
 *
 * @throws MoveProblem with what was wrong and what to do; where a partner is refused by now, it says so.
 */
export const homesCommand = async (input: HomesInput, command: HomesCommand): Promise<void> => {
  if (input.cells.length < 2) {
    throw new MoveProblem(
      'WASL_CELLS: expected at least two cells such as north=postgres://…,south=postgres://…, the control ' +
        'cell first. With one database every partner lives there',
    )
  }
  const cells = input.cells.map(({ name, url }) => openMoveCell(name, url))
  try {
    if (command.verb === 'list') await list(cells, input)
    else await change(cells, input, command)
  } finally {
    await Promise.all(cells.map(({ pool }) => pool.end()))
  }
}

const controlOf = (cells: readonly MoveCell[]): MoveCell => cells[0] as MoveCell

const list = async (cells: readonly MoveCell[], { say, call }: HomesInput): Promise<void> => {
  const control = controlOf(cells).pool
  const { rows } = await control.query<{ cell: string; count: number }>(
    'select cell, count(*)::int from partner_homes group by cell',
  )
  for (const [index, { name }] of cells.entries()) {
    const count = rows.find(({ cell }) => cell === name)?.count ?? 0
    say(`${name}${index === 0 ? ' (control cell)' : ''}: ${partners(count)}`)
  }
  for (const { cell, count } of rows) {
    if (!cells.some(({ name }) => name === cell)) {
      say(`${cell}, which WASL_CELLS does not name: ${partners(count)}`)
    }
  }
  const moves = await listOpenMoves(control)
  if (moves.length === 0) say('No partner is being moved.')
  for (const move of moves) for (const line of linesOf(move, call)) say(line)
}

const partners = (count: number): string => (count === 1 ? '1 partner' : `${count} partners`)

const linesOf = (move: RecordedMove, call: string): string[] => {
  const name = partnerWireId(move.partnerId)
  const since = move.stepAt.toISOString()
  return [
    `${name}: ${move.source} → ${move.target}, ${DOING[move.step]}, since ${since}`,
    ...(move.problem === null ? [] : [`  It stopped: ${move.problem}`]),
    `  If no process is at it: ${call} resume ${name}${canUndo(move.step) ? `, or ${call} undo ${name}` : ''}`,
  ]
}

const DOING: Record<Step, string> = {
  prepare: 'to be prepared',
  copy: 'being copied',
  'cut over': 'to be cut over',
  open: 'to be opened in its new home',
  unlink: 'at its new home; the link is to be removed',
  remove: 'at its new home; the old copy is to be removed',
  undo: 'being undone',
  done: 'done',
  undone: 'undone',
}

const change = async (
  cells: readonly MoveCell[],
  input: HomesInput,
  command: Exclude<HomesCommand, { verb: 'list' }>,
): Promise<void> => {
  const partnerId = partnerNumber(command.partner)
  if (partnerId === null) {
    throw new MoveProblem(
      `expected the id of a partner such as prt_1001, received ${command.partner}`,
    )
  }
  const control = controlOf(cells)
  if (command.verb === 'move') cellNamed(cells, command.cell)
  const move =
    command.verb === 'move'
      ? await startMove(control.pool, { partnerId, target: command.cell, by: input.by })
      : await openMoveOf(control, partnerId, input.call)
  const chosen = command.verb === 'undo' ? await recordUndo(control.pool, move, input.by) : move
  const all = {
    control,
    source: cellNamed(cells, move.source),
    target: cellNamed(cells, move.target),
  }
  const end = await runMove(all, chosen, { say: input.say, before: () => undefined }).catch(
    async (error: unknown) => {
      throw await explained(all, chosen, error, input.call)
    },
  )
  const where = end === 'done' ? move.target : move.source
  input.say(`${command.partner} lives in ${where}. The move is ${end}.`)
}

const openMoveOf = async (
  control: MoveCell,
  partnerId: number,
  call: string,
): Promise<RecordedMove> => {
  const move = await findMove(control.pool, partnerId)
  if (move !== null && !isEnded(move.step)) return move
  throw new MoveProblem(`no move of ${partnerWireId(partnerId)} is under way: see "${call} list"`)
}

const cellNamed = (cells: readonly MoveCell[], name: string): MoveCell => {
  const cell = cells.find((each) => each.name === name)
  if (cell !== undefined) return cell
  const names = cells.map((each) => each.name).join(', ')
  throw new MoveProblem(`WASL_CELLS names no cell ${name}; it names ${names}`)
}

/** An operator must know above all whether the partner is refused now. */
const explained = async (
  cells: MoveCells,
  move: Move,
  error: unknown,
  call: string,
): Promise<Error> => {
  const message = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
  const name = partnerWireId(move.partnerId)
  const state = await isRefused(cells, move).catch(() => null)
  const now =
    state === null
      ? `Whether ${name} is refused is not known, because a cell does not answer`
      : state
        ? `Writes of ${name} ARE REFUSED now, until the move is resumed or undone`
        : `Writes of ${name} are accepted`
  return new MoveProblem(
    `${message}. ${now}. See "${call} list". Next: ${call} resume ${name}, or ${call} undo ${name}`,
    { cause: error },
  )
}

const isRefused = async ({ control, source, target }: MoveCells, move: Move): Promise<boolean> => {
  const home = await findHome(control.pool, move.partnerId)
  const cell = home?.cell === target.name ? target : source
  const { rowCount } = await cell.pool.query(
    'select from partner_fences where partner_id = $1 and is_closed',
    [move.partnerId],
  )
  return rowCount === 1
}
