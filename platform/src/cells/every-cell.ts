/**
 * The other cells, for use cases that count over all partners (W177). With one database there is no
 * other cell: no partner is left out, and no other database is asked.
 */
import type { Database } from '../base/database/database.ts'
import { isDatabaseUnavailable } from '../base/database/errors.ts'
import { ApiError } from '../base/api-error.ts'
import { atHome, type Homes } from './at-home.ts'
import type { JoinedCell } from './cell.ts'

/** @param leftOut partners that are counted in another cell, although this one has rows of them. */
export type ReadCell<Answer> = (db: Database, leftOut: readonly number[]) => Promise<Answer>

export type EveryCell = {
  /** What belongs to no partner is here; with one database, everything. */
  control: Database
  /** With one database: then a statement may do by itself what takes several over cells. */
  isAlone: boolean
  /**
   * Reads in all cells at once; the control cell's answer is the first. Each partner is counted in one
   * cell, also while it moves. Nothing may be written: a read may be made again.
   *
   * @throws ApiError SERVER503_UNAVAILABLE while a cell is away: a sum without it would be wrong.
   */
  read<Answer>(read: ReadCell<Answer>): Promise<Answer[]>
  /**
   * Acts in one cell after the other, each by its own transactions, and in the control cell last: what it
   * notes there has been done. The process may die between two cells, so this must be repeatable.
   *
   * @throws ApiError SERVER503_UNAVAILABLE, before anything is done, when a cell was not joined.
   */
  act<Answer>(act: (db: Database) => Promise<Answer>): Promise<Answer[]>
  /** Does this where a partner lives. Partner 0 is nobody, whose rows are in the control cell. */
  at<Answer>(partnerId: number, run: (db: Database) => Promise<Answer>): Promise<Answer>
}

export const onlyCell = (db: Database): EveryCell => ({
  control: db,
  isAlone: true,
  read: async (read) => [await read(db, [])],
  act: async (act) => [await act(db)],
  at: (_partnerId, run) => run(db),
})

type Cell = Pick<JoinedCell, 'name' | 'db' | 'isReady'>

/** @param homes null with one database. */
export const createEveryCell = (cells: readonly Cell[], homes: Homes | null): EveryCell => {
  const [control] = cells as readonly [Cell]
  if (homes === null) return onlyCell(control.db)
  const expectAll = (): void => {
    for (const cell of cells) if (!cell.isReady()) throw isAway(cell)
  }
  return {
    control: control.db,
    isAlone: false,
    async read(read) {
      expectAll()
      for (let round = 1; round <= ROUNDS_MAX; round += 1) {
        const before = await named(control, () => readMoves(control.db))
        const answers = await Promise.all(
          cells.map((cell) => named(cell, () => read(cell.db, leftOutOf(cell, before)))),
        )
        const after = await named(control, () => readMoves(control.db))
        if (before.state === after.state) return answers
      }
      throw unavailable('Partners move from cell to cell: repeat this in a moment.')
    },
    async act(act) {
      expectAll()
      const answers = []
      for (const cell of cells.toReversed()) answers.unshift(await named(cell, () => act(cell.db)))
      return answers
    },
    at: (partnerId, run) =>
      partnerId === 0
        ? run(control.db)
        : atHome(homes, partnerId, (name) => {
            const home = cells.find((cell) => cell.name === name) ?? control
            if (!home.isReady()) throw isAway(home)
            return run(home.db)
          }),
  }
}

/** A move goes through its last steps within seconds; each of them begins another round. */
const ROUNDS_MAX = 5

const RETRY_SECONDS = 5

const unavailable = (explanation: string): ApiError =>
  new ApiError('SERVER503_UNAVAILABLE', {
    explanation,
    headers: { 'retry-after': `${RETRY_SECONDS}` },
  })

const isAway = ({ name }: Pick<Cell, 'name'>): ApiError =>
  unavailable(`This counts over all cells, and the cell ${name} does not answer.`)

const named = async <Answer>(cell: Cell, run: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await run()
  } catch (error) {
    throw isDatabaseUnavailable(error) ? isAway(cell) : error
  }
}

/** A partner that moves, and the cell in which it is not counted. */
type Moves = { moving: { partnerId: number; cell: string }[]; state: string }

/**
 * Both cells have the rows of a partner that moves. The target has its sums before its fence opens,
 * and the source has everything until `unlink` is recorded: from then on the target counts. The
 * fences alone do not decide it: both are closed while the home changes.
 *
 * `state` differs when any move began, ended or changed sides meanwhile.
 */
const readMoves = async ({ notes }: Pick<Database, 'notes'>): Promise<Moves> => {
  // On a lane: who asks may hold a connection of the pool, and would wait for another one like it.
  const [moves] = await notes.query<Moves>({
    name: 'moves-under-way',
    text: `select coalesce(json_agg(json_build_object(
        'partnerId', partner_id,
        'cell', case when step in ('unlink', 'remove') then source else target end
      )) filter (where step not in ('done', 'undone')), '[]') as moving,
      concat_ws(' ', max(move_id), count(*) filter (where step in ('done', 'undone')),
        string_agg(move_id || case when step in ('unlink', 'remove') then 'target' else 'source' end,
          ' ' order by move_id) filter (where step not in ('done', 'undone'))) as state
    from partner_moves`,
    values: [],
  })
  return moves as Moves
}

const leftOutOf = ({ name }: Pick<Cell, 'name'>, { moving }: Moves): number[] =>
  moving.filter(({ cell }) => cell === name).map(({ partnerId }) => partnerId)
