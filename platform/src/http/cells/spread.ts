/**
 * Runs an operation in the cell where it belongs (W170). Handlers and use cases know one database; each
 * cell has handlers of its own, and this picks among them by the request.
 */
import type { Operation, OperationTable, SystemReport } from '@wasl/protocol'
import { ApiError } from '../../base/api-error.ts'
import { apiErrorOf } from '../server/error-to-api-error.ts'
import { asked, type AnyHandler, type AskedRequest } from './asked.ts'
import { atHome, type Homes, type IsUnknown } from '../../cells/at-home.ts'
import { mergeSystems, type Surveyed } from './merge-systems.ts'
import { mergeOf } from './merges.ts'
import { placeOf } from './places.ts'

/**
 * Makes the handlers of a table. With one cell they are those of `handlersOf`, and nothing is added.
 *
 * @param handlersOf makes them from what a cell has; called once for each cell.
 */
export type Spread = <Deps extends object, Handlers extends object>(
  table: OperationTable,
  deps: Deps,
  handlersOf: (deps: Deps) => Handlers,
) => Handlers

/** With one database. */
export const ONE_CELL: Spread = (_table, deps, handlersOf) => handlersOf(deps)

/** Spreads several tables that one function makes the handlers of. */
export const spreadTables = <Deps extends object, Tables extends Readonly<Record<string, object>>>(
  spread: Spread,
  tables: Readonly<Record<string, OperationTable>>,
  deps: Deps,
  handlersOf: (deps: Deps) => Tables,
): Tables => {
  if (spread === ONE_CELL) return handlersOf(deps)
  // The handlers of a cell are made once, and each table takes its own from them.
  const made = new WeakMap<object, Tables>()
  const of = (own: Deps & { db?: object }): Tables => {
    const key = own.db ?? own
    const known = made.get(key) ?? handlersOf(own)
    made.set(key, known)
    return known
  }
  const spreadOut = Object.entries(tables).map(([name, table]) => [
    name,
    spread(table, deps, (own) => of(own)[name] as object),
  ])
  return Object.fromEntries(spreadOut) as Tables
}

/** A cell for the router: what is its own among the dependencies of handlers, by their names. */
export type SpreadCell = {
  name: string
  parts: object
  /** Whether it was joined since this process started. */
  isReady(): boolean
}

/** How soon a caller may try again when the cell of its partner is away. */
const RETRY_SECONDS = 5

export const createSpread =
  (cells: readonly SpreadCell[], homes: Homes): Spread =>
  (table, deps, handlersOf) => {
    const perCell = cells.map((cell) => ({
      cell,
      handlers: handlersOf({ ...deps, ...cell.parts }) as unknown as Record<string, AnyHandler>,
    }))
    const spread = Object.entries(table).map(([id, operation]) => {
      const handlers = perCell.map(({ cell, handlers: own }) => ({
        name: cell.name,
        handle: whenReady(cell, own[id] as AnyHandler),
      }))
      return [id, spreadOver(handlers, homes, id, operation)]
    })
    return Object.fromEntries(spread) as ReturnType<typeof handlersOf>
  }

/** A handler of a cell that was not joined yet has no database to work on. */
const whenReady =
  (cell: SpreadCell, handle: AnyHandler): AnyHandler =>
  async (request, refuse) => {
    expectReady(cell)
    return handle(request, refuse)
  }

/** @throws ApiError SERVER503_UNAVAILABLE while the cell is not joined. */
export const expectReady = (cell: Pick<SpreadCell, 'isReady'>): void => {
  if (!cell.isReady()) {
    throw new ApiError('SERVER503_UNAVAILABLE', { headers: { 'retry-after': `${RETRY_SECONDS}` } })
  }
}

/** What a cell answers; null while it is away. */
const unlessAway = async (answer: unknown): Promise<unknown> => {
  try {
    return await answer
  } catch (error) {
    if (apiErrorOf(error).code === 'SERVER503_UNAVAILABLE') return null
    throw error
  }
}

/** What only the partner knows is unknown in every cell. */
const isUnknown: IsUnknown<unknown> = (outcome) => {
  if (outcome.ok) return false
  const { code } = apiErrorOf(outcome.error)
  return /^[A-Z_]+404_/.test(code) && code !== 'REFERENCE404_NOT_FOUND'
}

type CellHandler = { name: string; handle: AnyHandler }

const spreadOver = (
  handlers: readonly CellHandler[],
  homes: Homes,
  id: string,
  operation: Operation,
): AnyHandler => {
  const [control] = handlers as [CellHandler]
  const inCell = (name: string | null): AnyHandler =>
    (handlers.find((one) => one.name === name) ?? control).handle
  const place = placeOf(id, operation)
  switch (place.kind) {
    case 'control':
      return control.handle
    case 'surveyed':
      return async (request, refuse) => {
        const survey = handlers.map(async ({ name, handle }) => ({
          cell: name,
          answer: await unlessAway(handle(request, refuse)),
        }))
        return mergeSystems((await Promise.all(survey)) as Surveyed<SystemReport>[])
      }
    case 'partner':
    case 'merged': {
      const merge = place.kind === 'merged' ? mergeOf(id) : null
      return async (request, refuse) => {
        const partnerId = place.partnerOf(asked(request))
        if (partnerId !== null) {
          const inHome = (cell: string | null) => inCell(cell)(request, refuse)
          return atHome(homes, partnerId, inHome, isUnknown)
        }
        // An id that is of no partner is unknown in every cell.
        if (merge === null) return control.handle(request, refuse)
        const all = await Promise.all(handlers.map(({ handle }) => handle(request, refuse)))
        return merge(all, asked(request) satisfies AskedRequest)
      }
    }
    default:
      return place satisfies never
  }
}
