import type { Report } from './report.ts'

/** I9, written down a second time here. */
const WINDOW_MS = 60_000
const CALLS_MAX = 60

export type StatusLog = {
  /** A status call was accepted between these two moments. */
  accepted(partnerId: number, sentMs: number, receivedMs: number): void
}

/** 61 calls that were all sent and answered within less than 60 seconds are one too many. */
export const createStatusLog = (report: Report): StatusLog => {
  const calls = new Map<number, { sentMs: number; receivedMs: number }[]>()
  return {
    accepted(partnerId, sentMs, receivedMs) {
      const own = calls.get(partnerId) ?? []
      own.push({ sentMs, receivedMs })
      calls.set(partnerId, own)
      const within = own.filter((call) => call.sentMs > receivedMs - WINDOW_MS)
      if (within.length > CALLS_MAX)
        report(`partner ${partnerId} was given ${within.length} status calls within 60 s`)
    },
  }
}
