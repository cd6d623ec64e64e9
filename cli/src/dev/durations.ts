/** Durations as they are typed and shown: 90s, 16m, 2h, 1d, 1h30m. */

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const PART = /(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h|d)/gy

/** Longer than the retry schedule and any lock. */
export const DURATION_MS_MAX = 400 * UNITS.d

/** Milliseconds, or null when the text is not a duration, zero or too long. */
export const parseDuration = (text: string): number | null => {
  const parts = Array.from(text.matchAll(new RegExp(PART)))
  if (parts.map(([whole]) => whole).join('') !== text || parts.length === 0) return null
  let durationMs = 0
  for (const [, count, unit] of parts) {
    durationMs += Number(count) * UNITS[unit as keyof typeof UNITS]
  }
  return durationMs > 0 && durationMs <= DURATION_MS_MAX ? Math.round(durationMs) : null
}

/** In at most two units: "1 d 2 h", "15 min", "9.4 s". */
export const durationText = (durationMs: number): string => {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`
  if (durationMs < 59_950) return `${Math.round(durationMs / 100) / 10} s`
  const parts: string[] = []
  let rest = Math.round(durationMs / 1_000)
  for (const [name, seconds] of [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ] as const) {
    const count = Math.floor(rest / seconds)
    if (count > 0) parts.push(`${count} ${name}`)
    rest -= count * seconds
  }
  return parts.slice(0, 2).join(' ')
}
