/** Every error code of the reference page, with its messages and its operations. Pure. */
import { ERRORS, LANGUAGES, PARTNER_ERRORS, type ErrorEntry, type Language } from '@wasl/protocol'
import { DIRECTIONS } from '../document.ts'
import { html, type Html } from '../html.ts'
import { joined } from './joined.ts'
import {
  errorBodies,
  resolved,
  type OpenApiDocument,
  type TitledOperation,
} from './open-api-document.ts'

/** In the order of the protocol's tables. */
export const errorsSection = (
  document: OpenApiDocument,
  placed: readonly TitledOperation[],
): Html => {
  const entryHtml = ([code, entry]: [string, ErrorEntry]): Html =>
    html`<section class="error" id="${code}">
      <h4><span class="status">${entry.status}</span> <code>${code}</code></h4>
      ${LANGUAGES.map((language) => messageHtml(language, entry.messages[language]))}
      ${extraHtml(entry)}
      <p class="operations">${operationsHtml(document, placed, code)}</p>
    </section> `
  return html`<section class="group" id="errors">
    <h2>Errors</h2>
    <p>
      <code>error</code> never changes: use it in programs. <code>errorMessage</code> is for people.
      The platform writes it in English, French or Arabic as <code>Accept-Language</code> asks.
    </p>
    <h3>Errors of the platform</h3>
    ${Object.entries<ErrorEntry>(ERRORS).map(entryHtml)}
    <h3>Errors of a partner’s endpoints</h3>
    ${Object.entries<ErrorEntry>(PARTNER_ERRORS).map(entryHtml)}
  </section> `
}

/** The link from an operation to one of its errors. */
export const errorLink = (code: string): Html =>
  html`<a href="#${code}"><code class="name">${code}</code></a>`

// Without a direction of its own, `<API_SECRET>.` in Arabic shows its brackets and stop out of place.
const LATIN = /([A-Za-z<](?:[ -~]*[\w>])?)/

const messageHtml = (language: Language, message: string): Html => {
  const direction = DIRECTIONS[language]
  const text =
    direction === 'ltr'
      ? html`${message}`
      : html`${message
          .split(LATIN)
          .map((part, index) =>
            index % 2 === 0 ? html`${part}` : html`<bdi dir="ltr">${part}</bdi>`,
          )}`
  return html`<p lang="${language}" dir="${direction}">${text}</p> `
}

const extraHtml = ({ extra }: ErrorEntry): Html | null =>
  extra === undefined
    ? null
    : html`<p class="extra">
        In addition, for example: <code>${JSON.stringify(extra).slice(1, -1)}</code>
      </p>`

const operationsHtml = (
  document: OpenApiDocument,
  placed: readonly TitledOperation[],
  code: string,
): Html => {
  const answersIn = ({ operation }: TitledOperation, isDefault: boolean): boolean =>
    Object.entries(operation.responses).some(
      ([status, response]) =>
        (status === 'default') === isDefault &&
        errorBodies(document, resolved(document, response)).some(({ error }) => error === code),
    )
  if (placed.some((one) => answersIn(one, true)))
    return html`Answered by every operation of the platform.`
  const links = placed
    .filter((one) => answersIn(one, false))
    .map(({ operation }) => html`<a href="#${operation.operationId}">${operation.summary}</a>`)
  return html`Answered by: ${joined(links, html`, `)}`
}
