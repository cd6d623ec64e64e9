import { TOLERANCE_SECONDS } from '@wasl/protocol'
import { cause, type Cause } from './causes.ts'
import { milliseconds } from './materials.ts'

/**
 * What is wrong with the timestamp itself (D13): its form and its age.
 *
 * @param nowSeconds null: do not check the age.
 */
export const clockCauses = (timestamp: string, nowSeconds: number | null): Cause[] => {
  if (timestamp === '') return [missing]
  if (/^[0-9]{13}$/.test(timestamp)) return [milliseconds]
  if (!/^[0-9]{10}$/.test(timestamp)) return [malformed(timestamp)]
  if (nowSeconds === null) return []
  const ageSeconds = Math.floor(nowSeconds) - Number(timestamp)
  if (Math.abs(ageSeconds) <= TOLERANCE_SECONDS) return []
  return [ageSeconds > 0 ? stale(ageSeconds) : ahead(-ageSeconds)]
}

const missing = cause(
  'timestamp_missing',
  'There is no timestamp.',
  'It is the header X-Timestamp. A proxy in front of your server may drop unknown headers.',
)

const malformed = (timestamp: string): Cause =>
  cause(
    'timestamp_malformed',
    `The timestamp is ${JSON.stringify(timestamp.slice(0, 40))}, not ten digits.`,
    'X-Timestamp is the Unix time in seconds: ten digits and nothing else.',
  )

const stale = (seconds: number): Cause =>
  cause(
    'clock_behind',
    `The timestamp is ${durationOf(seconds)} old; more than ${TOLERANCE_SECONDS} s is refused as a replay.${zoneHint(seconds)}`,
    'For an old webhook, give the time of its arrival (--at). For one that has just arrived, set the clocks (NTP).',
  )

const ahead = (seconds: number): Cause =>
  cause(
    'clock_ahead',
    `The timestamp is ${durationOf(seconds)} ahead; more than ${TOLERANCE_SECONDS} s is refused.${zoneHint(seconds)}`,
    'One of the two clocks is wrong: set them (NTP).',
  )

/** If a clock is wrong by whole hours, its time zone is usually the mistake. */
const zoneHint = (seconds: number): string => {
  const hours = Math.round(seconds / 3600)
  const isWhole = Math.abs(seconds - hours * 3600) <= 60
  if (!isWhole || hours < 1 || hours > 14) return ''
  return ` These are exactly ${hours} h: probably a time zone. Unix time is always UTC.`
}

const durationOf = (seconds: number): string => {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800
    ? `${Math.round(seconds / 3600)} h`
    : `${Math.round(seconds / 86_400)} days`
}
