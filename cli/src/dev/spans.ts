/** Spans of time as they are typed and shown: 90s, 16m, 2h, 1d, 1h30m. */

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const PART = /(\d{1,6}(?:\.\d{1,3})?)(ms|s|m|h|d)/gy

/** Longer than the retry schedule and any lock; what lies further ahead nobody needs. */
export const SPAN_MS_MAX = 400 * UNITS.d

/** Milliseconds, or null when the text is no span, zero or too long. */
export const parseSpan = (text: string): number | null => {
  const parts = Array.from(text.matchAll(new RegExp(PART)))
  if (parts.map(([whole]) => whole).join('') !== text || parts.length === 0) return null
  let spanMs = 0
  for (const [, count, unit] of parts) {
    spanMs += Number(count) * UNITS[unit as keyof typeof UNITS]
  }
  return spanMs > 0 && spanMs <= SPAN_MS_MAX ? Math.round(spanMs) : null
}

/** In the two largest units that say something: "1 d 2 h", "15 min", "9.4 s". */
export const spanText = (spanMs: number): string => {
  if (spanMs < 1_000) return `${Math.round(spanMs)} ms`
  if (spanMs < 59_950) return `${Math.round(spanMs / 100) / 10} s`
  const parts: string[] = []
  let rest = Math.round(spanMs / 1_000)
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
