const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

const nameIn = (text: string, names: readonly (readonly [string, string])[]): string | null =>
  names.find(([sign]) => text.includes(sign))?.[1] ?? null

/** What a `User-Agent` says to a person; null for what it does not. */
export const browserOf = (
  userAgent: string,
): { browser: string | null; system: string | null } => ({
  browser: nameIn(userAgent, BROWSERS),
  system: nameIn(userAgent, SYSTEMS),
})
