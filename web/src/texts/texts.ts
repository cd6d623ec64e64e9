import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { withFirmSpaces } from './firm-spaces.ts'
import { useLanguage, type Language } from './language.ts'

/** The texts of a screen, beside it, each in ICU syntax: `{count, plural, one {…} other {…}}`. */
export type Texts = Readonly<Record<string, Readonly<Record<Language, string>>>>

type Values = Readonly<Record<string, string | number | Date>>

type Parts = Readonly<
  Record<string, string | number | Date | ReactNode | ((chunks: ReactNode) => ReactNode)>
>

/** A text in the language of the page. */
export type Translate<T extends Texts> = {
  (key: keyof T & string, values?: Values): string
  /** With elements as values: `{amount}`, `<b>…</b>`. */
  rich(key: keyof T & string, values: Parts): ReactNode
}

/** What has a meaning in ICU syntax. A text without it is already what it says. */
const SYNTAX = /[{}<>']/

/** @example const t = useTexts(TEXTS); t('title') */
export const useTexts = <const T extends Texts>(texts: T): Translate<T> => {
  const intl = useIntl()
  const { language } = useLanguage()
  const textOf = (key: string): string => withFirmSpaces(texts[key]?.[language] ?? key)
  const translate = (key: string, values?: Values): string => {
    const text = textOf(key)
    // Most texts have nothing to fill in, and reading them as ICU takes longest while a page begins.
    if (!SYNTAX.test(text)) return text
    return intl.formatMessage({ id: key, defaultMessage: text }, values)
  }
  const rich = (key: string, values: Parts): ReactNode =>
    intl.formatMessage(
      { id: key, defaultMessage: textOf(key) },
      values as Parameters<typeof intl.formatMessage>[1],
    )
  return Object.assign(translate, { rich })
}
