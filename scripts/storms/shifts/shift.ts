/** One shift of an agent with two devices, and what its people know of its cash. */
import type { Random } from '../../../platform/test/simulation/random.ts'
import { createDevice, type Device, type Fate, type Touched } from './device.ts'

/** What a shift needs of the platform. */
export type Counter = {
  origin: string
  partnerId: string
  /** The cookie and the origin that each of the devices sends. */
  sessions: readonly Record<string, string>[]
  /** A new reference of this price in dinars. */
  owe(price: number): string
  /** The partner asks another price from now on. */
  changePrice(reference: string, price: number): void
  /** So much time passes that every lock ends. */
  passLocks(): Promise<void>
  /** Another channel is paid the same reference. */
  payElsewhere(reference: string): Promise<void>
  aheadMs(): number
}

/** A payer who gave cash. */
export type Payer = {
  reference: string
  /** What the agent has in hand, in whole dinars: coins make no centimes. */
  cash: number
  /** Whether the only record of it was on a device that was cleared. */
  isForgotten: boolean
  /**
   * Whether the agent said it on two devices, of two payments: the lock of the first had ended. Nobody but
   * people can know that it is the same cash.
   */
  isOfTwoPayments: boolean
}

export type Worked = {
  payers: Payer[]
  /** What is left to be sent at the end, a sentence each; it should be empty. */
  stuck: string[]
  /** Cash that was said to be taken on both devices. */
  twice: number
  killed: number
  cleared: number
  cut: number
}

export const PAYERS = 6

const DAY_MS = 86_400_000
const CENTIMES = 100

/** Of one call or answer, and of each step of a page. */
const CUT = 0.08
const KILLED = 0.01

const CLEARED = 0.06
const LAPSED = 0.1
const CHANGED = 0.3
const ELSEWHERE = 0.3
const SENT_AT_ONCE = 0.6
const TWICE = 0.3

/** More attempts than any of the till's own reasons to wait. */
const ATTEMPTS_MAX = 40

export const workShift = async (counter: Counter, random: Random): Promise<Worked> => {
  const worked: Worked = { payers: [], stuck: [], twice: 0, killed: 0, cleared: 0, cut: 0 }
  let isQuiet = false
  const happens = (share: number): boolean => !isQuiet && random.unit() < share
  const fate: Fate = {
    isCut: () => tally('cut', happens(CUT)),
    isKilled: () => tally('killed', happens(KILLED)),
    aheadMs: counter.aheadMs,
  }
  const tally = (what: 'cut' | 'killed', is: boolean): boolean => {
    if (is) worked[what] += 1
    return is
  }
  const devices = counter.sessions.map((headers) =>
    createDevice(
      { origin: counter.origin, headers, aheadMs: random.below(2 * DAY_MS) - DAY_MS },
      fate,
    ),
  )
  const payers = Array.from({ length: PAYERS }, () => newPayer(counter, random))
  for (const { payer, price } of payers) {
    if (!(await pay(counter, devices, payer, random, worked))) continue
    worked.payers.push(payer)
    if (happens(LAPSED)) await lapse(counter, payer, price, random)
    const device = random.pick(devices)
    if (happens(SENT_AT_ONCE)) await device.touch({ touch: 'send' })
    if (happens(CLEARED)) await forget(device, worked)
  }
  isQuiet = true
  for (const device of devices) worked.stuck.push(...(await sendAll(device)))
  return worked
}

const newPayer = ({ owe }: Counter, random: Random): { payer: Payer; price: number } => {
  // Some bills have centimes, which are rounded to the dinar.
  const centimes = random.unit() < 0.2 ? 1 + random.below(99) : 0
  const price = (CENTIMES * (100 + random.below(5_000)) + centimes) / CENTIMES
  const cash = Math.floor((Math.round(price * CENTIMES) + 50) / CENTIMES)
  return {
    payer: { reference: owe(price), cash, isForgotten: false, isOfTwoPayments: false },
    price,
  }
}

/**
 * The agent opens the reference, on whichever device answers, takes the cash once, and touches "taken" until a
 * device says so.
 *
 * @returns whether the payer gave the cash.
 */
const pay = async (
  { partnerId }: Counter,
  devices: readonly Device[],
  payer: Payer,
  random: Random,
  worked: Worked,
): Promise<boolean> => {
  const { reference } = payer
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const device = random.pick(devices)
    const opened = await device.touch({ touch: 'open', partnerId, reference })
    if (opened.is !== 'done') continue
    // The cash is on the counter now.
    for (let touch = 0; touch < ATTEMPTS_MAX; touch += 1) {
      if ((await take(device, opened)).is !== 'done') continue
      const other = random.pick(devices)
      if (other !== device && random.unit() < TWICE) {
        const again = await takeAgain(partnerId, other, reference)
        payer.isOfTwoPayments = again !== null && again !== opened.value.paymentId
        if (again !== null) worked.twice += 1
      }
      return true
    }
  }
  return false
}

/**
 * The first device is slow to send, so the agent touches the other one as well, for the same cash.
 *
 * @returns the payment of which that device may have kept that it was taken.
 */
const takeAgain = async (
  partnerId: string,
  device: Device,
  reference: string,
): Promise<string | null> => {
  const opened = await device.touch({ touch: 'open', partnerId, reference })
  if (opened.is !== 'done') return null
  await take(device, opened)
  return opened.value.paymentId
}

const take = (device: Device, opened: Extract<Touched, { is: 'done' }>): Promise<Touched> =>
  device.touch({ touch: 'take', paymentId: opened.value.paymentId })

/** The lock ends before the confirmation comes; meanwhile the bill may change, or be paid elsewhere. */
const lapse = async (
  counter: Counter,
  { reference }: Payer,
  price: number,
  random: Random,
): Promise<void> => {
  await counter.passLocks()
  if (random.unit() < CHANGED) counter.changePrice(reference, price + 1)
  else if (random.unit() < ELSEWHERE) await counter.payElsewhere(reference)
}

/** What waited there alone is in no book: the count finds it in the drawer. */
const forget = async (device: Device, worked: Worked): Promise<void> => {
  const lost = new Set(device.waiting().map(({ reference }) => reference))
  for (const payer of worked.payers) payer.isForgotten ||= lost.has(payer.reference)
  await device.clear()
  worked.cleared += 1
}

const sendAll = async (device: Device): Promise<string[]> => {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    await device.touch({ touch: 'send' })
    if (device.waiting().length === 0) break
  }
  const stuck = device
    .waiting()
    .map(({ reference, trouble }) => `The till still waits to send ${reference}: ${trouble}.`)
  await device.close()
  return stuck
}
