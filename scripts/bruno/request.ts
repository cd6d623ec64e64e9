/** One request of the collection, in Bruno's own language. Pure. */
import {
  resolved,
  schemesOf,
  type Content,
  type Example,
  type OpenApiDocument,
  type Parameter,
} from '../../platform/src/http/pages/api-reference/open-api-document.ts'
import { parametersOf, type Placed } from './variables.ts'

export type Place = {
  order: number
  variables: ReadonlySet<string>
  /** Names of the fields of the answer that later requests use. */
  brings: readonly string[]
}

export const block = (name: string, lines: readonly string[]): string => {
  const inside = lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`.trimEnd())
  return `${name} {\n${inside.join('\n')}\n}`
}

export const requestFile = (
  document: OpenApiDocument,
  placed: Placed,
  { order, variables, brings }: Place,
): string => {
  const { operation, method } = placed
  const { summary, description, requestBody, responses } = operation
  const parameters = parametersOf(document, operation)
  const body = bodyOf(document, requestBody?.content ?? {}, variables)
  const query = parameters.filter(({ in: where }) => where === 'query')
  const blocks = [
    block('meta', [`name: ${summary}`, 'type: http', `seq: ${order}`]),
    block(method, [
      `url: ${addressOf(placed)}${queryText(query)}`,
      `body: ${body?.kind ?? 'none'}`,
      'auth: none',
    ]),
    query.length > 0 ? block('params:query', query.map(queryLine)) : '',
    block('headers', headerLines(placed, parameters)),
    body === null ? '' : block(`body:${body.kind}`, [body.text]),
    brings.length > 0
      ? block(
          'vars:post-response',
          brings.map((name) => `${name}: res.body.${name}`),
        )
      : '',
    block('assert', [`res.status: in [${Object.keys(responses).filter(isNumber).join(', ')}]`]),
    block('docs', [description]),
  ]
  return `${blocks.filter((one) => one !== '').join('\n\n')}\n`
}

const isNumber = (status: string): boolean => /^\d+$/.test(status)

const addressOf = ({ operation, path }: Placed): string => {
  const isOfPartner = operation.tags.includes('Partner-hosted')
  const filled = path.replaceAll(/\{(\w+)\}/g, '{{$1}}')
  return `{{${isOfPartner ? 'partnerUrl' : 'baseUrl'}}}${filled}`
}

/** A parameter that is not required is there, and switched off. */
const queryLine = ({ name, required }: Parameter): string =>
  required === true ? `${name}: {{${name}}}` : `~${name}: `

const queryText = (query: readonly Parameter[]): string => {
  const sent = query.filter(({ required }) => required === true)
  return sent.length === 0 ? '' : `?${sent.map(({ name }) => `${name}={{${name}}}`).join('&')}`
}

const KEYS = ['partnerKey', 'channelKey', 'operatorKey']

const headerLines = ({ operation }: Placed, parameters: readonly Parameter[]): string[] => {
  const schemes = new Set(schemesOf(operation))
  const key = KEYS.find((name) => schemes.has(name))
  return [
    ...(key === undefined ? [] : [`x-api-key: {{${key}}}`]),
    ...(operation.requestBody?.content['text/csv'] === undefined ? [] : ['content-type: text/csv']),
    ...(schemes.has('apiSecret') ? ['Authorization: Bearer {{apiSecret}}'] : []),
    ...parameters.flatMap(({ in: where, name, required }) => {
      if (where !== 'header') return []
      if (name === 'Idempotency-Key') return [`${required === true ? '' : '~'}${name}: {{$guid}}`]
      return [name === 'X-Timestamp' ? `${name}: {{$timestamp}}` : `~${name}: fr`]
    }),
  ]
}

/** The one text that an operation reads is a bank's export. */
const BANK_LINES = 'Date;Libellé;Réf;Montant\n2026-11-22;VERSEMENT;;1250.50'

type Body = { kind: 'json' | 'text'; text: string }

const bodyOf = (
  document: OpenApiDocument,
  content: Content,
  variables: ReadonlySet<string>,
): Body | null => {
  const [entry] = Object.entries(content)
  if (entry === undefined) return null
  const [type, { examples = {} }] = entry
  const [example] = Object.values(examples).map((one) => resolved<Example>(document, one).value)
  if (type !== 'application/json') return { kind: 'text', text: BANK_LINES }
  return { kind: 'json', text: JSON.stringify(withVariables(example ?? {}, variables), null, 2) }
}

/** A field that is named as a variable has its value. */
const withVariables = (value: unknown, variables: ReadonlySet<string>): unknown => {
  if (Array.isArray(value)) return value.map((item) => withVariables(item, variables))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      typeof inner === 'string' &&
      (name.endsWith('Id') || name === 'reference') &&
      variables.has(name)
        ? `{{${name}}}`
        : withVariables(inner, variables),
    ]),
  )
}
