/**
 * A month of business, from a seed: what was paid where, what was refunded, and when statements close.
 * The platform runs it in month.test.ts; expected.py computes the same books by itself.
 */
import type { ChannelKind } from '@wasl/protocol'

export type FeeVersion = {
  kind: ChannelKind
  /** The first day of the month on which it is in force, from 1. */
  fromDay: number
  basisPoints: number
  fixed: number
  minimum: number
  maximum: number | null
  vatBasisPoints: number
  onRefund: 'keep' | 'proportional'
}

export type Day = {
  /** The partner, the agent and the centimes of each payment. */
  payments: [partner: number, agent: number, amount: number][]
  /** The payment, counted over the whole month, and the centimes of each refund. */
  refunds: [payment: number, amount: number][]
}

export type Plan = {
  partners: { versions: FeeVersion[] }[]
  channels: { kind: ChannelKind }[]
  agents: { channel: number }[]
  days: Day[]
  /** The days of the month after which every partner's statement closes. */
  closings: number[]
}

export type Size = { partners: number; agents: number; payments: number; refunds: number }

const KINDS = ['AGENCY', 'DELIVERY', 'MARKETPLACE'] as const

const CHANNELS = 12
const DAYS = 30
const CLOSINGS = [7, 14, 21, 30]

/** The day on which half of the partners get new fees: in the middle of a statement. */
const NEW_FEES_DAY = 11

/** A generator of whole numbers below a bound, the same for the same seed. */
const generatorOf = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) % below
  }
}

export const planMonth = (seed: number, size: Size): Plan => {
  const below = generatorOf(seed)
  const days: Day[] = Array.from({ length: DAYS }, () => ({ payments: [], refunds: [] }))
  const perDay = Math.floor(size.payments / DAYS)
  const paid: { left: number }[] = []
  const ofLast: number[] = []
  const last = size.partners - 1
  days.forEach((day, index) => {
    for (let count = 0; count < perDay; count += 1) {
      // The last partner is paid in the first week alone, so that later nets are below zero.
      const isLast = index < 7 && below(50) === 0
      const partner = isLast ? last : below(last)
      if (isLast) ofLast.push(paid.length)
      const amount = 1 + below(below(3) === 0 ? 5_000_000 : 20_000)
      day.payments.push([partner, below(size.agents), amount])
      paid.push({ left: amount })
    }
    const earlier = index * perDay
    for (let count = 0; earlier > 0 && count < size.refunds / DAYS; count += 1) {
      const isOfLast = index >= 7 && below(5) === 0
      const payment = isOfLast ? (ofLast[below(ofLast.length)] ?? 0) : below(earlier)
      const of = paid[payment] ?? { left: 0 }
      const isWhole = below(2) === 0
      const amount = of.left === 0 ? 0 : isWhole ? of.left : 1 + below(of.left)
      if (amount === 0) continue
      of.left -= amount
      day.refunds.push([payment, amount])
    }
  })
  return {
    partners: Array.from({ length: size.partners }, (_, index) => ({
      versions: versionsOf(index, below),
    })),
    channels: Array.from({ length: CHANNELS }, (_, index) => ({
      kind: KINDS[index % 3] ?? 'AGENCY',
    })),
    agents: Array.from({ length: size.agents }, (_, index) => ({ channel: index % CHANNELS })),
    days,
    closings: CLOSINGS,
  }
}

const versionsOf = (partner: number, below: (bound: number) => number): FeeVersion[] =>
  KINDS.flatMap((kind) => {
    const version = (fromDay: number): FeeVersion => {
      const minimum = below(3) * 500
      return {
        kind,
        fromDay,
        basisPoints: below(400),
        fixed: below(2) * 1_000,
        minimum,
        maximum: below(2) === 0 ? null : minimum + 20_000,
        vatBasisPoints: kind === 'DELIVERY' ? 900 : 1_900,
        onRefund: below(2) === 0 ? 'keep' : 'proportional',
      }
    }
    return partner % 2 === 0 ? [version(1)] : [version(1), version(NEW_FEES_DAY)]
  })
