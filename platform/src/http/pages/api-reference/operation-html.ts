/** One operation or webhook of the reference page. Pure. */
import { html, type Html } from '../html.ts'
import { errorLink } from './errors-html.ts'
import { joined } from './joined.ts'
import {
  errorBodies,
  keysOf,
  resolved,
  type Content,
  type Example,
  type Header,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
  type TitledOperation,
} from './open-api-document.ts'
import { fieldHtml, fieldsHtml, typeHtml } from './schema-html.ts'

export const operationHtml = (document: OpenApiDocument, placed: TitledOperation): Html => {
  const { operation, method, place } = placed
  return html`<section class="operation" id="${operation.operationId}">
    <h3>${operation.summary}</h3>
    <p class="place">
      <span class="method ${method}">${method}</span> <code>${breakable(place)}</code>
    </p>
    <p>${operation.description}</p>
    ${accessHtml(document, operation)}${parametersHtml(document, operation)}${requestHtml(document, operation)}
    <h4>Answers</h4>
    ${Object.entries(operation.responses).map(([status, response]) =>
      responseHtml(document, status, resolved(document, response)),
    )}
  </section> `
}

/** Lets a long path wrap after its slashes. */
const breakable = (place: string): Html =>
  joined(
    place.split('/').map((segment) => html`${segment}`),
    html`/<wbr />`,
  )

const accessHtml = (document: OpenApiDocument, operation: Operation): Html => {
  const keys = keysOf(operation)
  if (keys.length === 0) return html`<p class="access">No key.</p>`
  return html`${keys.map((name) => {
    const scheme = document.components.securitySchemes[name]
    const header = scheme?.name ?? 'Authorization'
    return html`<p class="access"><code>${header}</code> ${scheme?.description ?? ''}</p>`
  })}${permissionHtml(operation)}`
}

const permissionHtml = (operation: Operation): Html | null => {
  const permission = operation['x-permission']
  if (permission === undefined) return null
  const stepUp = operation['x-step-up'] === true ? ' A user confirms first that it is they.' : ''
  return html`<p class="access">Permission <code>${permission}</code>.${stepUp}</p>`
}

const parametersHtml = (document: OpenApiDocument, { parameters = [] }: Operation): Html => {
  if (parameters.length === 0) return html``
  const fields = parameters.map((parameter) => {
    const {
      name,
      in: where,
      schema = {},
      description = '',
      required,
    } = resolved<Parameter>(document, parameter)
    const told = { ...schema, description: `${PLACES[where] ?? where}. ${description}` }
    return fieldHtml(name, told, required === true)
  })
  return html`<h4>Parameters</h4>
    <ul class="fields">
      ${fields}
    </ul>`
}

const PLACES: Record<string, string> = {
  path: 'In the path',
  query: 'In the query',
  header: 'A header',
}

const requestHtml = (document: OpenApiDocument, { requestBody }: Operation): Html => {
  if (requestBody === undefined) return html``
  // In OpenAPI a body is optional unless it says otherwise.
  const mark = requestBody.required === true ? null : html` <span class="optional">optional</span>`
  return html`<h4>Body${mark}</h4>
    ${contentHtml(document, requestBody.content)}`
}

const responseHtml = (document: OpenApiDocument, status: string, response: Response): Html => {
  const { content = {}, headers = {} } = response
  const isError = !status.startsWith('2')
  const names = Object.keys(headers)
  return html`<details class="answer" ${isError ? null : html` open`}>
    <summary><span class="status">${status}</span> ${response.description}</summary>
    ${isError ? errorsHtml(document, response) : contentHtml(document, content)}${
      names.length === 0
        ? null
        : html`<h5>Headers</h5>
            <ul class="fields">
              ${names.map((name) =>
                headerHtml(name, resolved<Header>(document, headers[name] ?? {})),
              )}
            </ul>`
    }
  </details> `
}

const headerHtml = (name: string, { description = '', schema = {} }: Header): Html =>
  fieldHtml(name, { ...schema, description }, true)

const contentHtml = (document: OpenApiDocument, content: Content): Html =>
  html`${Object.entries(content).map(([type, { schema = {}, examples = {} }]) => {
    const shown = Object.entries(examples).map(([name, example]) =>
      exampleHtml(name, resolved<Example>(document, example)),
    )
    return html`<p class="type"><code>${type}</code> ${typeHtml(schema)}</p>
      ${fieldsHtml(schema)}${shown}`
  })}`

/** Focusable, because it scrolls when it is wide and keyboard users must reach it. */
const exampleHtml = (name: string, { value }: Example): Html =>
  html`<figure>
    <figcaption>${name}</figcaption>
    <pre tabindex="0">${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
  </figure>`

/** All errors have the same body, so the page lists only their codes and messages. */
const errorsHtml = (document: OpenApiDocument, response: Response): Html =>
  html`<ul class="fields">
    ${errorBodies(document, response).map((body) => {
      const { error, errorMessage = '' } = body
      if (error === undefined) return html`<li><code>${JSON.stringify(body)}</code></li>`
      return html`<li>
        ${errorLink(error)}
        <p>${errorMessage}</p>
      </li>`
    })}
  </ul>`
