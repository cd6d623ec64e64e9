import { createKeyUses, type KeyUses } from '../keys/key-use.ts'
import type { Core } from '../core.ts'
import type { Database, DatabaseOf } from '../database/database.ts'
import type { MakeTransition } from '../payments/transition.ts'
import { readCurrentQrCode } from '../qr-codes/read-current.ts'
import type { QrCodeFacts } from '../qr-codes/read-facts.ts'
import { partnerOfQrToken } from '../qr-codes/token.ts'
import { createReadStatus, type ReadStatus } from '../status/read-status.ts'
import type { JoinedCell } from './cell.ts'
import type { HomeCache } from './home-cache.ts'
import { addHome, emptiestCell } from './homes.ts'
import { createSpread, expectReady, ONE_CELL, type Spread } from './spread.ts'

type RoutedCell = JoinedCell & { core: Core }

/** What is asked by a partner outside the handlers of operations. */
export type ByPartner = {
  readStatus: ReadStatus
  makeTransition: MakeTransition
  keyUses: KeyUses
  readCode: (token: string) => Promise<QrCodeFacts | null>
}

/** Where a new partner's rows go; null where they go with one database, which numbers it too. */
export type PlacePartner = () => Promise<{ partnerId: number; db: Database } | null>

export type Router<Parts> = {
  spread: Spread
  databaseOf: DatabaseOf
  byPartner: ByPartner
  placePartner: PlacePartner
  /** The parts of the control cell. */
  control: Parts
}

/**
 * Finds the cell of each request. With one database there is nothing to find, and no request passes
 * through here.
 *
 * @param partsOf what handlers need of a cell.
 */
export const createRouter = <Cell extends RoutedCell, Parts extends object>(
  cells: readonly Cell[],
  homes: HomeCache | null,
  partsOf: (cell: Cell) => Parts,
): Router<Parts> => {
  const parts = cells.map(partsOf)
  const own = cells.map(partnersOf)
  const [cell] = cells as readonly [Cell]
  const [control] = parts as [Parts]
  const [alone] = own as [ByPartner]
  if (homes === null) {
    const databaseOf = () => cell.db
    const placePartner = () => Promise.resolve(null)
    return { spread: ONE_CELL, databaseOf, byPartner: alone, placePartner, control }
  }
  const placeOf = async (partnerId: number): Promise<number> => {
    const name = await homes.cellOf(partnerId)
    // A partner without a home is unknown in the control cell too.
    const place = Math.max(
      0,
      cells.findIndex((one) => one.name === name),
    )
    expectReady(cells[place] as Cell)
    return place
  }
  return {
    spread: createSpread(
      cells.map(({ name, isReady }, place) => ({ name, isReady, parts: parts[place] as Parts })),
      homes.cellOf,
    ),
    databaseOf: async (partnerId) => (cells[await placeOf(partnerId)] as Cell).db,
    byPartner: spreadPartners(own, placeOf),
    placePartner: () =>
      placePartner(
        cell.db,
        cells.filter((one) => one.isReady()),
      ),
    control,
  }
}

const partnersOf = ({ core: { db, makeTransition } }: RoutedCell): ByPartner => ({
  readStatus: createReadStatus(db.status, db.apart),
  makeTransition,
  keyUses: createKeyUses(db.notes),
  readCode: (token) => readCurrentQrCode({ hot: db.hot, makeTransition }, token),
})

const spreadPartners = (
  own: ByPartner[],
  placeOf: (partnerId: number) => Promise<number>,
): ByPartner => {
  const of = async (partnerId: number): Promise<ByPartner> =>
    own[await placeOf(partnerId)] as ByPartner
  return {
    readStatus: async (request) => (await of(request.partnerId)).readStatus(request),
    makeTransition: async (request) => (await of(request.partnerId)).makeTransition(request),
    keyUses: {
      note(partnerId, keyHash) {
        // The key has just opened something in that cell. Its next use is noted if this one is not.
        of(partnerId).then(
          ({ keyUses }) => keyUses.note(partnerId, keyHash),
          () => undefined,
        )
      },
    },
    async readCode(token) {
      const partnerId = partnerOfQrToken(token)
      return partnerId === null ? null : (await of(partnerId)).readCode(token)
    },
  }
}

/**
 * The home is stored first: a crash before the partner's rows leaves a number that nobody has, and no
 * rows that nobody finds.
 */
const placePartner = async (
  { pool }: Database,
  ready: readonly RoutedCell[],
): Promise<{ partnerId: number; db: Database }> => {
  const name = await emptiestCell(
    pool,
    ready.map((cell) => cell.name),
  )
  const { partnerId } = await addHome(pool, name)
  const cell = ready.find((one) => one.name === name)
  if (cell === undefined) throw new Error(`there is no cell ${name}`)
  return { partnerId, db: cell.db }
}
