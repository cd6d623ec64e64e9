/** A schema for people to read: its type in one line, its fields in a list. Pure. */
import { html, type Html } from '../html.ts'
import { joined } from './joined.ts'
import { refName, type Schema } from './open-api-document.ts'
import { limitsOf } from './schema-limits.ts'

/** The type in a few words, such as `list of Amount`, with links to the types that it names. */
export const typeHtml = (schema: Schema): Html => {
  const limits = limitsOf(schema)
  return html`${kindHtml(schema)}${limits === '' ? '' : `, ${limits}`}`
}

const kindHtml = (schema: Schema): Html => {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (schema.$ref !== undefined) return typeLink(refName(schema.$ref))
  if (schema.const !== undefined) return value(schema.const)
  if (schema.enum !== undefined) return joined(schema.enum.map(value), html` or `)
  if (alternatives !== undefined) return joined(alternatives.map(typeHtml), html` or `)
  if (schema.allOf !== undefined) return joined(schema.allOf.map(typeHtml), html` with `)
  if (schema.items !== undefined) return html`list of ${typeHtml(schema.items)}`
  if (schema.type === undefined) return html`anything`
  const names = typeof schema.type === 'string' ? [schema.type] : schema.type
  return html`${names.join(' or ')}`
}

/**
 * The fields of an object, of a list's objects, or of each alternative; empty for other schemas.
 */
export const fieldsHtml = (schema: Schema): Html => {
  const { properties, required = [], items } = schema
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) =>
      fieldHtml(name, field, required.includes(name)),
    )
    return html`<ul class="fields">
      ${fields}
    </ul>`
  }
  if (items !== undefined) return fieldsHtml(items)
  return html`${(schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).map(fieldsHtml)}`
}

/** One named value: a field, a parameter or a header. */
export const fieldHtml = (name: string, schema: Schema, isRequired: boolean): Html =>
  html`<li>
    <code class="name">${name}</code> <span class="type">${typeHtml(schema)}</span>${
      isRequired ? null : html` <span class="optional">optional</span>`
    }${schema.description === undefined ? null : html`<p>${schema.description}</p>`}${fieldsHtml(schema)}
  </li>`

const typeLink = (name: string): Html => html`<a href="#type-${name}">${name}</a>`

const value = (text: unknown): Html => html`<code>${JSON.stringify(text)}</code>`
