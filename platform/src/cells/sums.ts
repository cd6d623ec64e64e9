/** Adding up what several cells answered. Amounts on the wire are dinars with two decimals (D2). */

const CENTIMES = 100

/** @example addDinars([0.1, 0.2]) // 0.3 */
export const addDinars = (amounts: number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * CENTIMES), 0) / CENTIMES

/** The earliest of dates; null when one of them is, because there is nothing before it. */
export const earliest = (dates: (string | null)[]): string | null =>
  dates.includes(null) ? null : ((dates as string[]).toSorted()[0] ?? null)

export const latestOf = (dates: string[]): string => dates.toSorted().at(-1) ?? ''
