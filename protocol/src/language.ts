/** Chooses the language of an answer (D4). */

export const LANGUAGES = ['en', 'fr', 'ar'] as const

export type Language = (typeof LANGUAGES)[number]

/** The largest number of entries of Accept-Language that are read. */
const ENTRIES_MAX = 32

// RFC 9110: a language range and an optional quality of 0 to 1 with at most three decimals.
const ENTRY =
  /^[ \t]*(?<range>[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\*)[ \t]*(?:;[ \t]*[qQ]=(?<q>0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?[ \t]*$/

/**
 * The supported language with the highest quality in Accept-Language; among equals the first; English
 * without a match. Ignores regions (`fr-DZ` is French) and malformed entries. `*` means the languages
 * that are not named.
 */
export const pickLanguage = (acceptLanguage: string | undefined): Language => {
  if (acceptLanguage === undefined) return 'en'
  const named = new Map<string, number>()
  for (const text of acceptLanguage.split(',', ENTRIES_MAX)) {
    const groups = ENTRY.exec(text)?.groups
    if (groups === undefined) continue
    const primary = (groups['range'] ?? '').toLowerCase().replace(/-.*/, '')
    const quality = Number(groups['q'] ?? 1)
    named.set(primary, Math.max(quality, named.get(primary) ?? 0))
  }
  const rest = named.get('*') ?? 0
  const order = [...named.keys()].flatMap((name) => (name === '*' ? LANGUAGES : [name]))
  let best: Language = 'en'
  let bestQuality = 0
  for (const language of order.filter(isLanguage)) {
    const quality = named.get(language) ?? rest
    if (quality > bestQuality) [best, bestQuality] = [language, quality]
  }
  return best
}

const isLanguage = (name: string): name is Language =>
  (LANGUAGES as readonly string[]).includes(name)
