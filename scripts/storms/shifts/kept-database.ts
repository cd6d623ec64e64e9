/** Takes the place of the package `idb` in a page: the device keeps what is written, whatever becomes of the page. */
import { ask, type StoreAct } from './page.ts'

type Row = Record<string, unknown>

const act = (its: StoreAct, store: string, more: { key?: string; value?: unknown } = {}) =>
  ask({ what: 'store', act: its, store, ...more })

const put = (store: string, value: unknown, key = String((value as Row)['paymentId'])) =>
  act('put', store, { key, value })

const ofIndex = async (store: string, index: string, wanted: unknown): Promise<[string, Row][]> =>
  ((await act('getAll', store)) as [string, Row][]).filter(([, row]) => row[index] === wanted)

const database = {
  put,
  get: (store: string, key: string) => act('get', store, { key }),
  delete: (store: string, key: string) => act('delete', store, { key }),
  getAll: async (store: string) =>
    ((await act('getAll', store)) as [string, Row][]).map(([, row]) => row),
  getAllFromIndex: async (store: string, index: string, wanted: unknown) =>
    (await ofIndex(store, index, wanted)).map(([, row]) => row),
  getAllKeysFromIndex: async (store: string, index: string, wanted: unknown) =>
    (await ofIndex(store, index, wanted)).map(([key]) => key),
  // One page at a time is open, and nothing else of it writes meanwhile.
  transaction: (store: string) => ({
    store: {
      get: (key: string) => database.get(store, key),
      put: (value: unknown) => put(store, value),
    },
    done: Promise.resolve(),
  }),
}

export const openDB = async () => database
