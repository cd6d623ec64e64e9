/** What a page of the till finds around it, in a thread of its own: see `device.ts`. */
import { parentPort, workerData } from 'node:worker_threads'

/** What a page asks of its device. */
export type PageQuestion =
  | { what: 'store'; act: StoreAct; store: string; key?: string; value?: unknown }
  /** A call goes out, or its answer comes in. */
  | { what: 'call' | 'answer'; path: string }
  | { what: 'remember'; name: string; value: string }

export type StoreAct = 'get' | 'getAll' | 'put' | 'delete'

/** How the network is at this moment, and how far the platform's clock is ahead of the machine's. */
export type Way = { isCut: boolean; aheadMs: number }

export type PageData = {
  origin: string
  /** What a browser adds to each request. */
  headers: Record<string, string>
  /** How far the clock of this device is ahead of the machine's; negative when it is behind. */
  aheadMs: number
  remembered: Record<string, string>
}

const { origin, headers, aheadMs, remembered } = workerData as PageData
const port = parentPort as NonNullable<typeof parentPort>

/** Says something to the device. */
export const say = (said: object): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- of a thread, not of a window
  port.postMessage(said)
}

export const untilTouched = (onTouch: (touch: any) => void): void => {
  port.on('message', ({ touch }) => touch !== undefined && onTouch(touch))
}

/** How long the till waits before it asks what became of a request (`kept-keys.ts`). Nobody waits for it here. */
const FIND_OUT_AFTER_MS = 1_000

let questions = 0
const waiting = new Map<number, (answer: any) => void>()

port.on('message', ({ question, answer }) => {
  waiting.get(question)?.(answer)
  waiting.delete(question)
})

export const ask = (asked: PageQuestion): Promise<any> => {
  questions += 1
  const question = questions
  say({ question, asked })
  return new Promise((resolve) => waiting.set(question, resolve))
}

const MachineDate = Date

/** The clock of the device, which may be wrong by a day. */
class DeviceDate extends MachineDate {
  constructor(...parts: any[]) {
    super(...((parts.length === 0 ? [MachineDate.now() + aheadMs] : parts) as [number]))
  }

  static override now(): number {
    return MachineDate.now() + aheadMs
  }
}

const machineFetch = fetch

const deviceFetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const out: Way = await ask({ what: 'call', path })
  if (out.isCut) throw new TypeError('the network is away')
  const sent = { ...init, headers: { ...(init.headers as object), ...headers } }
  const response = await machineFetch(`${origin}${path}`, sent)
  const body = await response.arrayBuffer()
  const back: Way = await ask({ what: 'answer', path })
  if (back.isCut) throw new TypeError('the answer was lost')
  const its = new Headers(response.headers)
  its.set('date', new MachineDate(MachineDate.now() + back.aheadMs).toUTCString())
  const isEmpty = response.status === 204
  return new Response(isEmpty ? null : body, { status: response.status, headers: its })
}

const nothing = (): void => undefined
const machineTimeout = setTimeout

/** One page at a time is open on a device. */
const locks = {
  isHeld: false,
  async request(_name: string, _options: object, run: (lock: object | null) => Promise<unknown>) {
    if (locks.isHeld) return run(null)
    locks.isHeld = true
    try {
      return await run({})
    } finally {
      locks.isHeld = false
    }
  },
}

const events = new EventTarget()

const AROUND: Record<string, unknown> = {
  Date: DeviceDate,
  fetch: deviceFetch,
  setTimeout: (run: () => void, ms = 0, ...more: []) =>
    machineTimeout(run, ms === FIND_OUT_AFTER_MS ? 0 : ms, ...more),
  navigator: { onLine: true, locks },
  document: { documentElement: { lang: 'fr' }, addEventListener: nothing },
  localStorage: {
    getItem: (name: string) => remembered[name] ?? null,
    setItem: (name: string, value: string) => void ask({ what: 'remember', name, value }),
  },
  BroadcastChannel: class extends EventTarget {
    postMessage = nothing
  },
  location: { pathname: '/till/' },
  history: { pushState: nothing, replaceState: nothing },
  scrollTo: nothing,
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
  dispatchEvent: events.dispatchEvent.bind(events),
}

for (const [name, value] of Object.entries(AROUND)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
