/** Builds HTML in which text from outside never becomes markup. */

/** Safe markup: made by `html`, or from constants with `trusted`. */
export type Html = { readonly markup: string }

type Value = Html | string | number | null | false | readonly Html[]

/**
 * Builds markup from a template. Values are escaped, for text and for attributes in double quotes,
 * unless they are markup themselves; null and false become nothing.
 *
 * @example html`<b>${'<script>'}</b>`.markup // '<b>&lt;script&gt;</b>'
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  trusted(parts.map((part, index) => part + markupOf(values[index] ?? null)).join(''))

/** Declares a constant text as markup. Never use it for text from outside. */
export const trusted = (markup: string): Html => ({ markup })

const markupOf = (value: Value): string => {
  if (value === null || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string =>
  text.toWellFormed().replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] as string)
