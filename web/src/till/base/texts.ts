/**
 * The till's own formatter: `{name}` and `{count, plural, …}` of ICU. react-intl alone weighs as much
 * as all screens of the till.
 */
import { Fragment, createElement, type ReactNode } from 'react'
import { withFirmSpaces } from '../../texts/firm-spaces.ts'
import { useLanguage, type Language } from '../../texts/language.ts'
import type { Texts } from '../../texts/texts.ts'

export type { Texts } from '../../texts/texts.ts'

type Values = Readonly<Record<string, string | number>>

type Parts = Readonly<Record<string, ReactNode>>

export type Translate<T extends Texts> = {
  (key: keyof T & string, values?: Values): string
  /** With elements as values. */
  rich(key: keyof T & string, values: Parts): ReactNode
}

const PLURAL = /\{(\w+), plural,((?:\s*[=\w]+ \{[^{}]*\})+)\s*\}/g

const BRANCH = /(=\d+|\w+) \{([^{}]*)\}/g

const branchOf = (language: Language, count: number, branches: string): string => {
  const texts = new Map([...branches.matchAll(BRANCH)].map(([, name, text]) => [name, text]))
  const kind = new Intl.PluralRules(language).select(count)
  const text = texts.get(`=${count}`) ?? texts.get(kind) ?? texts.get('other') ?? ''
  return text.replaceAll('#', String(count))
}

const withPlurals = (text: string, language: Language, values: Parts): string =>
  text.replaceAll(PLURAL, (_, name: string, branches: string) =>
    branchOf(language, Number(values[name]), branches),
  )

/** @example const t = useTexts(TEXTS); t('waiting', { count: 3 }) */
export const useTexts = <const T extends Texts>(texts: T): Translate<T> => {
  const { language } = useLanguage()
  const textOf = (key: string, values: Parts): string =>
    withPlurals(withFirmSpaces(texts[key]?.[language] ?? key), language, values)
  const translate = (key: string, values: Values = {}): string =>
    textOf(key, values).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      String(values[name] ?? whole),
    )
  const rich = (key: string, values: Parts): ReactNode =>
    textOf(key, values)
      .split(/\{(\w+)\}/)
      .map((part, index) =>
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
        createElement(Fragment, { key: index }, index % 2 === 1 ? values[part] : part),
      )
  return Object.assign(translate, { rich })
}
