import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findHome } from '../src/cells/homes.ts'
import { runMove } from '../src/moves/mover.ts'
import type { MoveCells } from '../src/moves/move.ts'
import { findMove, recordUndo, startMove, type RecordedMove } from '../src/moves/record.ts'
import type { Act } from '../src/moves/steps.ts'
import { BY_COMMAND } from '../src/run/commands/run-command.ts'
import { checkInvariants } from './support/invariants.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import type { TestChannel, TestPartner } from './support/node.ts'
import { printsOf, startTwoCells, sumsOf, type TwoCells } from './support/two-cells.ts'
import { until } from './support/wait.ts'
import { startWriters, type Writers } from './support/writers.ts'

const WRITERS = 4

let cells: TwoCells
let shop: PartnerServer
let partner: TestPartner
let neighbour: TestPartner
let channel: TestChannel
let writers: Writers

beforeAll(async () => {
  ;[cells, shop] = await Promise.all([startTwoCells(), startPartner()])
  partner = await cells.createPartner(shop)
  neighbour = await cells.createPartner(shop)
  channel = await cells.createChannel()
  writers = startWriters(cells, channel, { partner, neighbour }, WRITERS)
  await until('payments', () => writers.confirmed.size > 10 * WRITERS)
})

afterAll(async () => {
  await writers.stop()
  await cells.close()
  await shop.close()
})

const cellsOf = (move: RecordedMove): MoveCells => ({
  control: cells.north,
  source: cells.cellOf(move.source),
  target: cells.cellOf(move.target),
})

const start = (target: string): Promise<RecordedMove> =>
  startMove(cells.north.pool, { partnerId: partner.number, target, by: BY_COMMAND })

const asRecorded = async (): Promise<RecordedMove> =>
  (await findMove(cells.north.pool, partner.number)) as RecordedMove

const SILENT = { say: () => undefined, before: () => undefined }

/** More payments of the partner are confirmed than now. */
const untilMore = (): Promise<unknown> => {
  const count = (): number =>
    [...writers.confirmed.keys()].filter((name) => name.startsWith('M')).length
  const before = count()
  return until('more payments of the partner', () => count() > before + WRITERS)
}

const rowsIn = async (name: 'north' | 'south'): Promise<string[]> => {
  const prints = {
    ...(await printsOf(cells[name].pool, partner.number)),
    ...(await sumsOf(cells[name].pool, partner.number)),
  }
  return Object.keys(prints).filter((table) => !prints[table]?.startsWith('0 '))
}

describe('a partner that moves while it is paid', () => {
  test('has the same rows in both cells before the target opens, and none in the source afterwards', async () => {
    const move = await start('south')
    let compared = 0
    const before = async (act: Act): Promise<void> => {
      if (act !== 'open') return
      const here = await printsOf(cells.north.pool, partner.number)
      expect(await printsOf(cells.south.pool, partner.number)).toEqual(here)
      compared = Object.values(here).filter((print) => !print.startsWith('0 ')).length
    }
    expect(await runMove(cellsOf(move), move, { ...SILENT, before })).toBe('done')
    expect(compared).toBeGreaterThan(10)
    expect(await rowsIn('north')).toEqual([])
    expect(await findHome(cells.north.pool, partner.number)).toMatchObject({
      cell: 'south',
      epoch: 2,
    })
    await untilMore()
  })

  test('moves back although its mover dies before each act', async () => {
    const { moveId } = await start('north')
    const died: Act[] = []
    const before = (act: Act): void => {
      if (died.includes(act)) return
      died.push(act)
      throw new Error(`the mover died before ${act}`)
    }
    let end: string | null = null
    while (end === null) {
      const move = await asRecorded()
      end = await runMove(cellsOf(move), move, { ...SILENT, before }).catch((error: Error) => {
        if (error.message.startsWith('the mover died')) return null
        throw error
      })
    }
    expect(end).toBe('done')
    expect(died).toEqual([
      'fence',
      'link',
      'copy',
      'close',
      'drain',
      'position',
      'catch up',
      'switch',
      'open',
      'unlink',
      'remove',
    ])
    expect(await asRecorded()).toMatchObject({ moveId, step: 'done', problem: null })
    expect(await rowsIn('south')).toEqual([])
    await untilMore()
  })

  test('stays where it is when its move is undone before the switch', async () => {
    const move = await start('south')
    const before = (act: Act): void => {
      if (act === 'switch') throw new Error('the mover died')
    }
    await expect(runMove(cellsOf(move), move, { ...SILENT, before })).rejects.toThrow('died')
    const undone = await recordUndo(cells.north.pool, await asRecorded(), BY_COMMAND)
    expect(await runMove(cellsOf(undone), undone, SILENT)).toBe('undone')
    expect(await rowsIn('south')).toEqual([])
    expect(await findHome(cells.north.pool, partner.number)).toMatchObject({
      cell: 'north',
      epoch: 3,
    })
    await untilMore()
  })

  test('keeps everything that was acknowledged, once, and every invariant in both cells', async () => {
    await writers.stop()
    const { confirmed, strange } = writers
    expect(strange).toEqual([])
    const { rows } = await cells.north.pool.query<{ reference: string; payment_id: string }>(
      `select reference, payment_id from payments where stage = 'paid'`,
    )
    const paid = new Map(rows.map((row) => [row.reference, row.payment_id]))
    expect(paid.size).toBe(rows.length)
    for (const [reference, paymentId] of confirmed) {
      expect([reference, paid.get(reference)]).toEqual([reference, paymentId])
    }
    const { clock, pool } = cells.north.installation
    await until('every event to be delivered', async () => {
      await clock.advance(5)
      const due = await pool.query(
        'select from webhook_deliveries where due_at is not null limit 1',
      )
      return due.rowCount === 0
    })
    const told = new Set(
      shop.requests
        .filter(({ event }) => event?.event === 'payment.success')
        .map(({ reference }) => reference),
    )
    expect([...confirmed.keys()].filter((reference) => !told.has(reference))).toEqual([])
    expect(await checkInvariants(cells.north.pool)).toEqual([])
    expect(await checkInvariants(cells.south.pool)).toEqual([])
  })
})
