import type { Language } from '../../texts/language.ts'

const MINUS = '\u2212'
const NARROW = '\u202f'

/** Beyond it a percentage says nothing that the two amounts do not say better. */
const PERCENT_MAX = 999

/** How much more or less than then, in whole percent; null when then was nothing. */
export const changeText = (now: number, then: number, language: Language): string | null => {
  if (then <= 0) return null
  const percent = Math.round(((now - then) / then) * 100)
  if (percent > PERCENT_MAX) return null
  const sign = percent > 0 ? '+' : percent < 0 ? MINUS : ''
  return `${sign}${Math.abs(percent)}${language === 'en' ? '' : NARROW}%`
}
