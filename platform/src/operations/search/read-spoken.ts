/** What a caller says in several words: `5490 Blida hier 14h30`. Each part narrows the others. */
import { readAmounts, type AmountRange } from '../../base/typed/read-amount.ts'
import { withLatinDigits } from '../../base/typed/typed-text.ts'

/** A day as people say it: days ago, a day of the week (0 is Sunday), or a date with or without its year. */
export type SpokenDay =
  | { ago: number }
  | { weekday: number }
  | { day: number; month: number; year: number | null }

export type Spoken = {
  /** Each is a part of a name or a city. */
  words: string[]
  amounts: AmountRange | null
  /** The end of a reference. */
  end: string | null
  day: SpokenDay | null
  /** Minutes of the day, both included. */
  time: { from: number; to: number } | null
}

const AGO: Readonly<Record<string, number>> = {
  today: 0,
  "aujourd'hui": 0,
  'aujourd’hui': 0,
  اليوم: 0,
  yesterday: 1,
  hier: 1,
  أمس: 1,
  امس: 1,
  البارحة: 1,
  'avant-hier': 2,
}

const WEEKDAYS = [
  ['sunday', 'dimanche', 'الأحد', 'الاحد'],
  ['monday', 'lundi', 'الاثنين', 'الإثنين'],
  ['tuesday', 'mardi', 'الثلاثاء'],
  ['wednesday', 'mercredi', 'الأربعاء', 'الاربعاء'],
  ['thursday', 'jeudi', 'الخميس'],
  ['friday', 'vendredi', 'الجمعة'],
  ['saturday', 'samedi', 'السبت'],
]

/** Words between the parts, which say nothing themselves. */
const FILLERS = new Set(
  'à a at on of in the le la les l de du des d chez vers da dzd dinar dinars دج د.ج دينار في من على'.split(
    ' ',
  ),
)

/** People are this sure of a time that they say with its minutes. */
const AROUND_MINUTES = 15

const LAST_MINUTE = 1_439

/** A shorter end would find every tenth reference. */
const END_LENGTH_MIN = 3

/** @param text without invisible marks. */
export const readSpoken = (text: string): Spoken => {
  const spoken: Spoken = { words: [], amounts: null, end: null, day: null, time: null }
  const numbers: string[] = []
  for (const token of withLatinDigits(text).split(' ')) {
    const word = token.toLowerCase()
    const day = readDay(word)
    const time = readTime(word)
    if (day !== null) spoken.day ??= day
    else if (time !== null) spoken.time ??= time
    else if (/^[0-9][0-9.,]*$/.test(word)) numbers.push(word)
    else if (/[0-9]/.test(word)) spoken.end ??= token
    else if (word.length > 1 && !FILLERS.has(word)) spoken.words.push(word)
  }
  spoken.amounts = readAmounts(numbers.join(' '))
  if (numbers.length === 1 && /^[0-9]+$/.test(numbers[0] ?? '')) spoken.end ??= numbers[0] ?? null
  if ((spoken.end?.length ?? 0) < END_LENGTH_MIN) spoken.end = null
  return spoken
}

const readDay = (word: string): SpokenDay | null => {
  const ago = AGO[word]
  if (ago !== undefined) return { ago }
  const weekday = WEEKDAYS.findIndex((names) => names.includes(word))
  if (weekday !== -1) return { weekday }
  const iso = /^(20[0-9]{2})-([0-9]{2})-([0-9]{2})$/.exec(word)
  if (iso !== null) return dateOf(iso[3], iso[2], iso[1])
  const local = /^([0-9]{1,2})\/([0-9]{1,2})(?:\/((?:20)?[0-9]{2}))?$/.exec(word)
  return local === null ? null : dateOf(local[1], local[2], local[3])
}

const dateOf = (day?: string, month?: string, year?: string): SpokenDay | null => {
  const date = {
    day: Number(day),
    month: Number(month),
    year: year === undefined ? null : (Number(year) % 100) + 2000,
  }
  // 29 February may be of a year that is not said.
  const time = new Date(Date.UTC(date.year ?? 2000, date.month - 1, date.day))
  return time.getUTCDate() === date.day && time.getUTCMonth() === date.month - 1 ? date : null
}

const readTime = (word: string): Spoken['time'] => {
  const [, hour = '', minute] = /^([01]?[0-9]|2[0-3])(?:h|[h:]([0-5][0-9]))$/.exec(word) ?? []
  if (hour === '') return null
  const at = Number(hour) * 60
  if (minute === undefined) return { from: at, to: at + 59 }
  const said = at + Number(minute)
  return {
    from: Math.max(0, said - AROUND_MINUTES),
    to: Math.min(LAST_MINUTE, said + AROUND_MINUTES),
  }
}

/** The day that was meant, seen from today: the last one that is not in the future. As `2026-11-19`. */
export const dayOf = (day: SpokenDay, today: string): string => {
  const time = new Date(today)
  if ('ago' in day) time.setUTCDate(time.getUTCDate() - day.ago)
  else if ('weekday' in day) {
    time.setUTCDate(time.getUTCDate() - ((time.getUTCDay() - day.weekday + 7) % 7))
  } else {
    time.setTime(Date.UTC(day.year ?? time.getUTCFullYear(), day.month - 1, day.day))
    if (day.year === null && time > new Date(today)) time.setUTCFullYear(time.getUTCFullYear() - 1)
  }
  return time.toISOString().slice(0, 10)
}

/** `14:30` of a minute of the day. */
export const clockOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
