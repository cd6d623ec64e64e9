/** A device of an agent: what it keeps outlives its pages, which are killed at any moment. */
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PageQuestion, PageData, Way } from './page.ts'

/** A touch of a screen. */
export type Touch =
  | { touch: 'open'; partnerId: string; reference: string }
  | { touch: 'take'; paymentId: string }
  | { touch: 'send' }

export type Touched =
  | { is: 'done'; value: any }
  /** The code of a refusal, or what else the page said. */
  | { is: 'refused'; code: string }
  | { is: 'killed' }

/** What may happen to a device at each step of its page. */
export type Fate = {
  /** The network, for one call or one answer. */
  isCut(): boolean
  /** The page ends here: the battery, the system, the agent. */
  isKilled(): boolean
  /** How far the platform's clock is ahead of the machine's. */
  aheadMs(): number
}

const tell = (page: Worker, said: object): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
  page.postMessage(said)
}

const PAGE = join(import.meta.dirname, 'till-page.ts')

export type Device = {
  touch(touch: Touch): Promise<Touched>
  /** The payments whose money was taken and not confirmed, as the device knows them. */
  waiting(): { paymentId: string; reference: string; state: string; trouble: string | null }[]
  /** The person, or the system for want of room, removes all that it keeps. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** @param data of its pages: whose session it has, and how wrong its clock is. */
export const createDevice = (data: Omit<PageData, 'remembered'>, fate: Fate): Device => {
  let stores = new Map<string, Map<string, any>>()
  let remembered: Record<string, string> = {}
  let page: Worker | null = null

  const storeOf = (name: string): Map<string, any> => {
    const known = stores.get(name) ?? new Map<string, any>()
    stores.set(name, known)
    return known
  }

  const answerOf = (asked: PageQuestion): unknown => {
    switch (asked.what) {
      case 'call':
      case 'answer':
        return { isCut: fate.isCut(), aheadMs: fate.aheadMs() } satisfies Way
      case 'remember':
        remembered[asked.name] = asked.value
        return null
      case 'store': {
        const store = storeOf(asked.store)
        if (asked.act === 'put') store.set(asked.key ?? '', asked.value)
        if (asked.act === 'delete') store.delete(asked.key ?? '')
        return asked.act === 'getAll' ? [...store] : store.get(asked.key ?? '')
      }
      default:
        return asked satisfies never
    }
  }

  const close = async (): Promise<void> => {
    const old = page
    page = null
    await old?.terminate()
  }

  /** Called with what becomes of the touch that is under way. */
  let onTouched: (touched: Touched) => void = () => undefined

  const onMessage = (its: Worker, said: any): void => {
    if (said.asked === undefined) return onTouched(saidBy(said))
    if (page !== its) return
    // Before the step or after it: what was kept or sent is there, and the page does not know.
    const isKilledBefore = fate.isKilled()
    const answer = isKilledBefore ? null : answerOf(said.asked)
    if (isKilledBefore || fate.isKilled()) void close().then(() => onTouched({ is: 'killed' }))
    else tell(its, { question: said.question, answer })
  }

  const openPage = async (): Promise<Worker> => {
    const its = new Worker(PAGE, {
      workerData: { ...data, remembered } satisfies PageData,
      execArgv: [],
    })
    await once(its, 'message')
    its.on('message', (said) => onMessage(its, said))
    page = its
    return its
  }

  return {
    async touch(touch) {
      const its = page ?? (await openPage())
      const touched = new Promise<Touched>((resolve, reject) => {
        onTouched = resolve
        its.once('error', reject)
      })
      tell(its, { touch })
      return touched.finally(() => its.removeAllListeners('error'))
    },
    waiting: () => [...storeOf('outbox').values()].filter(({ state }) => state === 'waiting'),
    async clear() {
      await close()
      stores = new Map()
      remembered = {}
    },
    close,
  }
}

const saidBy = (said: { done?: unknown; refused?: string }): Touched =>
  said.refused === undefined
    ? { is: 'done', value: said.done }
    : { is: 'refused', code: said.refused }
