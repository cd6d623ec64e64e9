import { ownerOfKey } from '../../base/secrets/api-key.ts'
import { authenticatePartner, type FindPartner } from '../../parties/keys/authenticate.ts'
import { createKeyUses, type KeyUses } from '../../parties/keys/key-use.ts'
import type { Core } from '../core.ts'
import type { Database, DatabaseOf } from '../../base/database/database.ts'
import type { MakeTransition } from '../../payments/transition.ts'
import { readCurrentQrCode } from '../../payments/qr-codes/read-current.ts'
import type { QrCodeFacts } from '../../payments/qr-codes/read-facts.ts'
import { partnerOfQrToken } from '../../payments/qr-codes/token.ts'
import {
  createReadStatus,
  type ReadStatus,
  type StatusReading,
} from '../../payments/status/read-status.ts'
import { atHome, type Homes } from '../../cells/at-home.ts'
import type { JoinedCell } from '../../cells/cell.ts'
import type { HomeCache } from '../../cells/home-cache.ts'
import { addHome, emptiestCell } from '../../cells/homes.ts'
import type { PlacePartner } from '../../cells/place-partner.ts'
import { createSpread, expectReady, ONE_CELL, type Spread } from '../../http/cells/spread.ts'

type RoutedCell = JoinedCell & { core: Core }

/** What is asked by a partner outside the handlers of operations. */
export type ByPartner = {
  readStatus: ReadStatus
  makeTransition: MakeTransition
  authenticate: FindPartner
  keyUses: KeyUses
  readCode: (token: string) => Promise<QrCodeFacts | null>
}

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
  const placeOf = (name: string | null): number => {
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
      homes,
    ),
    databaseOf: async (partnerId) => (cells[placeOf(await homes.cellOf(partnerId))] as Cell).db,
    byPartner: spreadPartners(homes, (name) => own[placeOf(name)] as ByPartner),
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
  authenticate: (key) => authenticatePartner(db, key),
  keyUses: createKeyUses(db.notes),
  readCode: (token) => readCurrentQrCode({ hot: db.hot, makeTransition }, token),
})

const isUnknownStatus = (reading: StatusReading): boolean =>
  reading.verdict === 'unauthorized' || (reading.verdict === 'read' && reading.payment === null)

const spreadPartners = (homes: Homes, of: (cell: string | null) => ByPartner): ByPartner => {
  const at = <Result>(
    partnerId: number,
    run: (own: ByPartner) => Promise<Result>,
    isUnknown: (result: Result) => boolean = () => false,
  ) =>
    atHome(
      homes,
      partnerId,
      (cell) => run(of(cell)),
      (outcome) => outcome.ok && isUnknown(outcome.result),
    )
  return {
    readStatus: (request) =>
      at(request.partnerId, ({ readStatus }) => readStatus(request), isUnknownStatus),
    makeTransition: (request) =>
      at(
        request.partnerId,
        ({ makeTransition }) => makeTransition(request),
        ({ found }) => !found,
      ),
    async authenticate(key) {
      const owner = ownerOfKey(key)
      if (owner?.kind !== 'partner') return null
      return at(
        owner.partnerId,
        ({ authenticate }) => authenticate(key),
        (found) => found === null,
      )
    },
    keyUses: {
      note(partnerId, keyHash) {
        // The key has just opened something in that cell. Its next use is noted if this one is not.
        at(partnerId, async ({ keyUses }) => keyUses.note(partnerId, keyHash)).catch(
          () => undefined,
        )
      },
    },
    async readCode(token) {
      const partnerId = partnerOfQrToken(token)
      if (partnerId === null) return null
      return at(
        partnerId,
        ({ readCode }) => readCode(token),
        (facts) => facts === null,
      )
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
