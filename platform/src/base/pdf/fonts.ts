import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openTypeOf } from './woff.ts'

/**
 * Vazirmatn for Arabic letters and Noto Sans for others (SIL Open Font License), regular and bold.
 * From a PDF in Vazirmatn, text can be copied and searched: the Noto fonts for Arabic draw letters
 * and their dots apart, and lose the text. A character that no font has is printed as a box.
 */
const FONTS = [
  'vazirmatn/files/vazirmatn-arabic',
  'noto-sans/files/noto-sans-latin',
  'noto-sans/files/noto-sans-latin-ext',
  'noto-sans/files/noto-sans-cyrillic',
  'noto-sans/files/noto-sans-greek',
]

const WEIGHTS = [400, 700]

export const readFonts = (): Buffer[] => {
  const { resolve } = createRequire(import.meta.url)
  return FONTS.flatMap((font) =>
    WEIGHTS.map((weight) =>
      openTypeOf(readFileSync(resolve(`@fontsource/${font}-${weight}-normal.woff`))),
    ),
  )
}
