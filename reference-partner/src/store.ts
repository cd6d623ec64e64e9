import type { Dedupe } from '@wasl/partner-kit'
import { readDataFile, writeDataFile } from './data-file.ts'
import type { Records } from './data-file.ts'

export type Store = {
  /** The records on the disk. Read-only. */
  records: () => Records
  /** Changes a copy of the records and writes it. If anything fails, the records stay unchanged. */
  change: <Result>(edit: (draft: Records) => Result | Promise<Result>) => Promise<Result>
  /** The record of handled events for the partner kit, written together with the orders. */
  dedupe: Dedupe<Records>
  /** Resolves when all started changes are written. */
  idle: () => Promise<void>
}

/** Opens the data file; creates it from `seed` if missing. */
export const openStore = async (path: string, seed: () => Promise<Records>): Promise<Store> => {
  const found = await readDataFile(path)
  let records = found ?? (await seed())
  if (found === null) await writeDataFile(path, records)

  // One change at a time: each one sees the result of the previous one.
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }

  const edit = async <Result>(change: (draft: Records) => Result | Promise<Result>) => {
    const draft = { orders: new Map(records.orders), events: new Map(records.events) }
    const result = await change(draft)
    await writeDataFile(path, draft)
    records = draft
    return result
  }

  return {
    records: () => records,
    change: (change) => inTurn(() => edit(change)),
    dedupe: {
      once: (key, run) =>
        inTurn(async () => {
          if (records.events.has(key)) return 'duplicate'
          await edit(async (draft) => {
            draft.events.set(key, new Date().toISOString())
            await run(draft)
          })
          return 'ran'
        }),
    },
    idle: async () => {
      await last
    },
  }
}
