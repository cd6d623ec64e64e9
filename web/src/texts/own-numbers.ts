/**
 * Numbers in texts, as amounts are shown (`protocol/src/shown-money.ts`): `ar-DZ` writes 2.307 for what
 * people here write 2 307, which a reader of amounts takes for two and three tenths.
 */
import { createIntl, type IntlConfig, type IntlShape } from 'react-intl'
import { LOCALES, type Language } from './language.ts'

const GROUP = '\u202f'

const MINUS = '\u2212'

/** What each part of a number is written as, in Arabic; the others stay. */
const SIGNS: Partial<Record<Intl.NumberFormatPartTypes, string>> = {
  group: GROUP,
  decimal: ',',
  minusSign: MINUS,
}

const rewritten = (format: Intl.NumberFormat): Intl.NumberFormat => {
  const formatToParts = (value: number | bigint): Intl.NumberFormatPart[] =>
    format
      .formatToParts(value)
      .map(({ type, value: text }) => ({ type, value: SIGNS[type] ?? text }))
  const write = (value: number | bigint): string =>
    formatToParts(value)
      .map(({ value: text }) => text)
      .join('')
  return new Proxy(format, {
    get: (of, name) => {
      if (name === 'format') return write
      if (name === 'formatToParts') return formatToParts
      const value: unknown = Reflect.get(of, name)
      return typeof value === 'function' ? (value.bind(of) as unknown) : value
    },
  })
}

/** Texts, dates and numbers of a language. Each text is given with its key, so there is no catalogue. */
export const intlOf = (
  language: Language,
  config: Pick<IntlConfig, 'timeZone'> = {},
): IntlShape => {
  const locale = LOCALES[language]
  // The texts count as defaults, and their plurals follow this language.
  const intl = createIntl({ ...config, locale, defaultLocale: locale, onError: () => undefined })
  if (language !== 'ar') return intl
  const { formatters } = intl
  const { getNumberFormat: plain, getMessageFormat } = formatters
  type Make = typeof plain
  const own: Make = (...asked) => rewritten(plain(...asked))
  // What formats a text looks up there what formats its numbers.
  const withOwn: typeof getMessageFormat = (message, locales, formats, options) =>
    getMessageFormat(message, locales, formats, { formatters, ...options })
  Object.assign(formatters, { getNumberFormat: own, getMessageFormat: withOwn })
  const formatNumber: IntlShape['formatNumber'] = (value, options) =>
    own(locale, options).format(value as number)
  return { ...intl, formatNumber }
}
