/** HTML as text in which nothing that came from outside is ever markup. */

/** Markup that is safe to put on a page: made by `html`, or by hand from constants with `trusted`. */
export type Html = { readonly markup: string }

type Value = Html | string | number | null | false | readonly Html[]

/**
 * A piece of markup. What is put in is escaped, for text and for attributes in double quotes, unless
 * it is markup itself; null and false leave no trace.
 *
 * @example html`<b>${'<script>'}</b>`.markup // '<b>&lt;script&gt;</b>'
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  trusted(parts.map((part, index) => part + markupOf(values[index] ?? null)).join(''))

/** Text of our own as markup. Never for anything that came from outside. */
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
