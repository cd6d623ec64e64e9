/** The API reference as Markdown, a page for each API, from the OpenAPI document. Pure. */
import { ERRORS, PARTNER_ERRORS, type ErrorEntry } from '@wasl/protocol'
import { groupsOf } from '../../platform/src/http/pages/api-reference/groups.ts'
import {
  errorBodies,
  keysOf,
  resolved,
  type Content,
  type Example,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Response,
  type TitledOperation,
} from '../../platform/src/http/pages/api-reference/open-api-document.ts'
import { fieldLine, fieldLines, oneLine, typesPage, typeText } from './schema-markdown.ts'

export type MadePage = { place: string; markdown: string }

export const apiPages = (document: OpenApiDocument): MadePage[] => {
  const tags = groupsOf(document).map(({ name, description, placed }) => ({
    place: `api/${slugOf(name)}.md`,
    markdown: [
      `# ${name}`,
      description,
      ...placed.map((one) => operationMarkdown(document, one)),
    ].join('\n\n'),
  }))
  return [
    { place: 'api/index.md', markdown: overview(document) },
    ...tags,
    { place: 'api/types.md', markdown: typesPage(document) },
    { place: 'reference/errors.md', markdown: errorsPage() },
  ]
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')

const overview = ({ info, tags }: OpenApiDocument): string =>
  [
    '# API reference',
    oneLine(info.description),
    'The [OpenAPI document](/files/protocol/openapi.json) has the same for programs. Every platform shows it at `/docs`.',
    tags
      .map(({ name, description }) => `- [${name}](./${slugOf(name)}.md): ${oneLine(description)}`)
      .join('\n'),
    'Also: [the types](./types.md) and [the errors](../reference/errors.md).',
  ].join('\n\n')

const operationMarkdown = (
  document: OpenApiDocument,
  { operation, method, place }: TitledOperation,
): string => {
  const { summary, description, requestBody, responses } = operation
  const answers = Object.entries(responses).map(([status, response]) =>
    answerMarkdown(document, status, resolved(document, response)),
  )
  return [
    `## ${summary}`,
    `\`${method === 'event' ? 'webhook' : method.toUpperCase()} ${place}\``,
    description,
    accessText(document, operation),
    ...parameterLines(document, operation),
    ...(requestBody === undefined
      ? []
      : ['**Body**', ...contentMarkdown(document, requestBody.content)]),
    '**Answers**',
    ...answers,
  ].join('\n\n')
}

const accessText = (document: OpenApiDocument, operation: Operation): string => {
  const keys = keysOf(operation)
  if (keys.length === 0) return 'No key.'
  const permission = operation['x-permission']
  const needed = permission === undefined ? '' : ` Permission \`${permission}\`.`
  const named = keys.map((name) => {
    const { name: header = 'Authorization', description = '' } =
      document.components.securitySchemes[name] ?? {}
    return `\`${header}\`: ${oneLine(description)}`
  })
  return `${named.join(' ')}${needed}`
}

const parameterLines = (document: OpenApiDocument, { parameters = [] }: Operation): string[] => {
  if (parameters.length === 0) return []
  const lines = parameters.flatMap((parameter) => {
    const found = resolved<Parameter>(document, parameter)
    const { name, in: where, schema = {}, description = '', required } = found
    return fieldLine(
      name,
      { ...schema, description: `in the ${where}. ${description}` },
      required === true,
    )
  })
  return ['**Parameters**', lines.join('\n')]
}

const answerMarkdown = (document: OpenApiDocument, status: string, response: Response): string => {
  if (status.startsWith('2')) {
    const { description, content = {} } = response
    return [`**${status}** ${oneLine(description)}`, ...contentMarkdown(document, content)].join(
      '\n\n',
    )
  }
  const codes = errorBodies(document, response).flatMap(({ error }) => error ?? [])
  const links = [...new Set(codes)].map((code) => `[\`${code}\`](${errorAddress(code)})`)
  return `**${status}** ${links.length > 0 ? links.join(', ') : oneLine(response.description)}`
}

const errorAddress = (code: string): string => `../reference/errors.md#${code.toLowerCase()}`

const contentMarkdown = (document: OpenApiDocument, content: Content): string[] =>
  Object.entries(content).flatMap(([type, { schema = {}, examples = {} }]) => {
    const fields = fieldLines(schema)
    const [example] = Object.values(examples).map((one) => resolved<Example>(document, one).value)
    const shown = example === undefined ? '' : fenced(example)
    return [`\`${type}\`, ${typeText(schema)}`, fields.join('\n'), shown].filter(
      (part) => part !== '',
    )
  })

const fenced = (example: unknown): string =>
  typeof example === 'string'
    ? `\`\`\`text\n${example}\n\`\`\``
    : `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``

/** Every code with its message in three languages. */
const errorsPage = (): string => {
  const entries = Object.entries<ErrorEntry>({ ...ERRORS, ...PARTNER_ERRORS })
  const sections = entries.map(([code, { status, messages }]) =>
    [`## ${code}`, `HTTP ${status}`, `- ${messages.en}\n- ${messages.fr}\n- ${messages.ar}`].join(
      '\n\n',
    ),
  )
  return [
    '# Errors',
    'Every error code, with its message in English, French and Arabic.',
    ...sections,
  ].join('\n\n')
}
