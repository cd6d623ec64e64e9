import type { Dedupe } from '@wasl/partner-kit'
import { readDataFile, writeDataFile } from './data-file.ts'
import type { Records } from './data-file.ts'

export type Store = {
  /** The records as they are on the disk. Not to be changed. */
  records: () => Records
  /** Changes a copy of the records and writes it; when anything fails, nothing has changed. */
  change: <Result>(edit: (draft: Records) => Result | Promise<Result>) => Promise<Result>
  /** The partner kit's record of handled events, kept in the same file and written in one go. */
  dedupe: Dedupe<Records>
  /** Resolves when what was under way is written. */
  settled: () => Promise<void>
}

/** Opens the data file, and makes it from `seed` when there is none yet. */
export const openStore = async (path: string, seed: () => Promise<Records>): Promise<Store> => {
  const found = await readDataFile(path)
  let records = found ?? (await seed())
  if (found === null) await writeDataFile(path, records)

  // One change at a time: each sees what the one before it wrote.
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }

  async function edit<Result>(change: (draft: Records) => Result | Promise<Result>) {
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
    settled: async () => {
      await last
    },
  }
}
