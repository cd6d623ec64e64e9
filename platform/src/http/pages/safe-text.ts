import type { Language } from '@wasl/protocol'
import { partnerText } from '../../delivery/lookups/partner-text.ts'
import { html, type Html } from './html.ts'

/**
 * A name or label from outside: on one line, without invisible characters, and isolated, so that
 * its direction and that of the text around it do not affect each other.
 */
export const safeText = (text: string): Html => html`<bdi>${partnerText(text)}</bdi>`

/** Text that is read character by character, such as a code: always from left to right. */
export const codeText = (code: string): Html => html`<bdi dir="ltr" translate="no">${code}</bdi>`

/** A partner's name in the reader's language, and its other name if it has one. */
export const shownNames = (
  { name, nameAr }: { name: string; nameAr: string | null },
  language: Language,
): [name: string, also: string | null] => {
  if (nameAr === null || nameAr === name) return [name, null]
  return language === 'ar' ? [nameAr, name] : [name, nameAr]
}
