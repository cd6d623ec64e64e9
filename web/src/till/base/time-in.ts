import { LOCALES, type Language } from '../../texts/language.ts'
import { ZONE } from '../../time/zone.ts'

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: ZONE } as const

const DAY = { weekday: 'long', day: 'numeric', month: 'long', timeZone: ZONE } as const

const DATE = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: ZONE } as const

const OPTIONS = { time: TIME, day: DAY, date: DATE, both: { ...DATE, ...TIME } } as const

export type Shown = keyof typeof OPTIONS

/** A moment on the operator's 24-hour clock. Its digits run as on paper: `27/11/2026 12:40`. */
export const timeIn = (language: Language, at: string, shows: Shown): string => {
  const text = new Intl.DateTimeFormat(LOCALES[language], OPTIONS[shows]).format(new Date(at))
  return shows === 'both' ? text.replaceAll(/[\u200e\u200f،,]/g, '') : text
}
