/**
 * Which files of PostgreSQL's log are missing in a repository. Neither `pgbackrest info` nor `pgbackrest verify`
 * says it (seen with 2.45). A restore stops at the first one. Pure.
 */

/** A file of the log: its timeline, and its place in the log. */
type Segment = { timeline: string; place: number }

export type LogGap = {
  /** The first file that is missing. */
  first: string
  missing: number
}

export type LogRange = {
  /** The first file that the base backup needs. */
  from: string
  /** The last file that PostgreSQL believes to be there. Later ones may arrive in any order. */
  until: string | null
  segmentBytes: number
}

/** Names such as `000000010000000000000002`: a timeline, a log and a segment of it. */
const TIMELINE_END = 8
const LOG_END = 16
const NAME_END = 24

/** A log, in the sense of the name, has 4 GB. */
const LOG_BYTES = 2 ** 32

/** @param names of the files that are there, in any order. */
export const logGaps = (
  names: readonly string[],
  { from, until, segmentBytes }: LogRange,
): LogGap[] => {
  const perLog = LOG_BYTES / segmentBytes
  const there = [...new Set(names)]
    .filter((name) => name >= from && !isAfter(name, until))
    .toSorted()
    .map((name) => segmentOf(name, perLog))
  const first = segmentOf(from, perLog)
  const gaps: LogGap[] = []
  const miss = ({ timeline, place }: Segment, missing: number): void => {
    if (missing > 0) gaps.push({ first: nameOf({ timeline, place }, perLog), missing })
  }
  let before: Segment = { timeline: first.timeline, place: first.place - 1 }
  let reached = before.place
  for (const segment of there) {
    // A timeline begins where a restore or a failover ended an earlier one.
    const last = segment.timeline === before.timeline ? before.place : reached
    miss({ timeline: before.timeline, place: last + 1 }, segment.place - last - 1)
    reached = Math.max(reached, segment.place)
    before = segment
  }
  if (there.length === 0) miss(first, 1)
  return gaps
}

const segmentOf = (name: string, perLog: number): Segment => ({
  timeline: name.slice(0, TIMELINE_END),
  place: fromHex(name.slice(TIMELINE_END, LOG_END)) * perLog + fromHex(name.slice(LOG_END)),
})

const nameOf = ({ timeline, place }: Segment, perLog: number): string =>
  timeline +
  toHex(Math.floor(place / perLog), LOG_END - TIMELINE_END) +
  toHex(place % perLog, NAME_END - LOG_END)

const fromHex = (text: string): number => Number.parseInt(text, 16)

const toHex = (value: number, length: number): string =>
  value.toString(16).toUpperCase().padStart(length, '0')

const isAfter = (name: string, until: string | null): boolean =>
  until !== null && name > until && name.slice(0, TIMELINE_END) === until.slice(0, TIMELINE_END)
