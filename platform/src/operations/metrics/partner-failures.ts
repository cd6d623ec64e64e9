import { monotonicMs } from '../../base/chance.ts'

/** The kinds of calls to a partner. */
export type PartnerCall = 'lookup' | 'webhook'

export type FailingPartner = { partnerId: number } & Record<PartnerCall, number>

export type PartnerFailures = {
  count(partnerId: number, call: PartnerCall): void
  /** The partners with the most failures in the last ten minutes, the most first; ten at most. */
  worst(): FailingPartner[]
}

/** A label for every partner would make the metric grow with them; ten show where to look. */
export const WORST_MAX = 10

const SLOT_MS = 60_000

const SLOTS = 10

/** Partners counted in one minute. Limits memory when thousands fail at once. */
const SLOT_PARTNERS_MAX = 5_000

type Counts = Record<PartnerCall, number>

type Slot = { minute: number; partners: Map<number, Counts> }

/**
 * Counts failed calls by partner and minute, for the last ten minutes.
 *
 * @param nowMs milliseconds of a monotonic clock.
 */
export const createPartnerFailures = (nowMs = monotonicMs): PartnerFailures => {
  let slots: Slot[] = []

  const current = (): Slot => {
    const minute = Math.floor(nowMs() / SLOT_MS)
    const newest = slots.at(-1)
    if (newest?.minute === minute) return newest
    const slot = { minute, partners: new Map<number, Counts>() }
    slots = [...slots.filter((one) => one.minute > minute - SLOTS), slot]
    return slot
  }

  return {
    count(partnerId, call) {
      const { partners } = current()
      let counts = partners.get(partnerId)
      if (counts === undefined) {
        if (partners.size >= SLOT_PARTNERS_MAX) return
        counts = { lookup: 0, webhook: 0 }
        partners.set(partnerId, counts)
      }
      counts[call] += 1
    },
    worst() {
      current()
      const totals = new Map<number, FailingPartner>()
      for (const { partners } of slots) {
        for (const [partnerId, { lookup, webhook }] of partners) {
          const total = totals.get(partnerId) ?? { partnerId, lookup: 0, webhook: 0 }
          total.lookup += lookup
          total.webhook += webhook
          totals.set(partnerId, total)
        }
      }
      const all = (one: FailingPartner): number => one.lookup + one.webhook
      return [...totals.values()]
        .toSorted((a, b) => all(b) - all(a) || a.partnerId - b.partnerId)
        .slice(0, WORST_MAX)
    },
  }
}
