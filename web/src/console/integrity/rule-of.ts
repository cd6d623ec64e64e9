import type { Language } from '../../texts/language.ts'
import { RULES } from './rules.ts'

const NAME = /^(?:([A-Z][0-9]+): )?(.*)$/

/** What a check asks, in the language of the page; in English where a run is older than its text. */
export const ruleOf = (
  name: string,
  language: Language,
): { code: string; text: string; isEnglish: boolean } => {
  const [, code = '', english = ''] = NAME.exec(name) ?? []
  const told = language === 'en' ? undefined : RULES[name]?.[language]
  if (told !== undefined) return { code, text: told, isEnglish: false }
  return {
    code,
    text: english.charAt(0).toUpperCase() + english.slice(1) + '.',
    isEnglish: language !== 'en',
  }
}
