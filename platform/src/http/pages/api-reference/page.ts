/**
 * The API reference as one page: HTML and its style, no script, nothing from elsewhere (W62). First
 * what a partner serves, then what a partner may call; at the end the types and the errors. Pure.
 */
import { html, trusted, type Html } from '../html.ts'
import { errorsSection } from './errors-html.ts'
import { groupsOf, type Group } from './groups.ts'
import type { OpenApiDocument, Schema } from './open-api-document.ts'
import { operationHtml } from './operation-html.ts'
import { fieldsHtml, typeHtml } from './schema-html.ts'

/** @param style the text of the page's style sheet, put on the page unchanged. */
export const apiReferencePage = (document: OpenApiDocument, style: string): string => {
  const groups = groupsOf(document)
  const { title, version, description } = document.info
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} API ${version}</title>
        <link rel="icon" href="data:," />
        ${trusted(`<style>${style}</style>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the reference</a>
        <nav aria-label="Reference">
          <p class="title">${title} <span>${version}</span></p>
          ${groups.map(navigationHtml)}
          <p><a href="#types">Types</a></p>
          <p><a href="#errors">Errors</a></p>
          <p><a href="openapi.json">openapi.json</a></p>
        </nav>
        <main id="main">
          <h1>${title} API</h1>
          <p>${description}</p>
          <p>The same in a form for machines: <a href="openapi.json">OpenAPI 3.1</a>.</p>
          ${groups.map((group) => groupHtml(document, group))}
          <section class="group" id="types">
            <h2>Types</h2>
            ${Object.entries(document.components.schemas).map(([name, schema]) => typeSection(name, schema))}
          </section>
          ${errorsSection(
            document,
            groups.flatMap(({ placed }) => placed),
          )}
        </main>
      </body>
    </html> `.markup
}

const idOf = (name: string): string => `group-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`

const navigationHtml = ({ name, placed }: Group): Html =>
  html`<p><a href="#${idOf(name)}">${name}</a></p>
    <ul>
      ${placed.map(
        ({ operation }) =>
          html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
      )}
    </ul> `

const groupHtml = (document: OpenApiDocument, { name, description, placed }: Group): Html =>
  html`<section class="group" id="${idOf(name)}">
    <h2>${name}</h2>
    <p>${description}</p>
    ${placed.map((one) => operationHtml(document, one))}
  </section> `

const typeSection = (name: string, schema: Schema): Html =>
  html`<section id="type-${name}">
    <h3>${name}</h3>
    <p class="type">${typeHtml(schema)}</p>
    ${schema.description === undefined ? null : html`<p>${schema.description}</p>`}${fieldsHtml(schema)}
  </section> `
