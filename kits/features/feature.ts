/** What a kit does, with the test that proves it in each language. */

/** A test, or what stands in its place where a language has no such feature. */
export type Cell = { file: string; titles: readonly string[] } | { instead: string }

export type Feature = { feature: string; node: Cell; php: Cell; python: Cell }

/** The titles, from the outside to the inside: of `describe`, where that is needed, and of `test`. */
export const node = (file: string, ...titles: string[]): Cell => ({
  file: `partner-kit/${file}`,
  titles,
})

export const php = (file: string, ...titles: string[]): Cell =>
  file.endsWith('.ts')
    ? { file: `kits/php/test/${file}`, titles }
    : { file: `kits/php/test/php/${file}.php`, titles }

export const python = (file: string, ...titles: string[]): Cell =>
  file.endsWith('.ts')
    ? { file: `kits/python/test/${file}`, titles }
    : { file: `kits/python/tests/${file}.py`, titles }
