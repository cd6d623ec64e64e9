import type { Language } from '@wasl/protocol'
import { partnerText } from '../lookups/partner-text.ts'
import { html, type Html } from './html.ts'

/**
 * A name or label from outside: on one line, without invisible characters, and apart from the text
 * around it, so that neither's direction changes the other's.
 */
export const safeText = (text: string): Html => html`<bdi>${partnerText(text)}</bdi>`

/** Something to be read sign by sign, such as a code: always from left to right. */
export const codeText = (code: string): Html => html`<bdi dir="ltr" translate="no">${code}</bdi>`

/** A partner's name for readers of a language, and its other name where it has one. */
export const shownNames = (
  { name, nameAr }: { name: string; nameAr: string | null },
  language: Language,
): [name: string, also: string | null] => {
  if (nameAr === null || nameAr === name) return [name, null]
  return language === 'ar' ? [nameAr, name] : [name, nameAr]
}
