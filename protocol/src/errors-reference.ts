/** The reference page of the errors, made from their table. */
import { ERRORS, PARTNER_ERRORS } from './errors.ts'
import type { ErrorCode, ErrorEntry } from './errors.ts'
import { CHANNEL_API_ERRORS } from './errors/channel-api.ts'
import { GENERAL_ERRORS } from './errors/general.ts'
import { OPERATOR_API_ERRORS } from './errors/operator-api.ts'
import { PARTNER_API_ERRORS } from './errors/partner-api.ts'
import { QR_API_ERRORS } from './errors/qr-api.ts'
import { PLATFORM_OPERATIONS, errorsOf } from './openapi/platform-operations.ts'

const INTRODUCTION = `# Errors

<!-- Generated from protocol/src/errors.ts by \`npm run generated\`. Edit the table, not this page. -->

The platform answers every error with the same body (D4):

\`\`\`json
{ "error": "CODE", "errorMessage": "what was wrong and what to do", "requestId": "…" }
\`\`\`

\`error\` never changes: let programs go by it. \`errorMessage\` is for people and follows
\`Accept-Language\` among English, French and Arabic. \`requestId\` is also in the header
\`X-Request-Id\`; give it to the operator when you ask for help. \`REFERENCE409_LOCKED\` and
\`QR_CODE409_IN_USE\` add \`lockReleaseTime\`, and \`QR_CODE409_AMOUNT_CHANGED\` adds \`qrConfig\`.

\`VALIDATION400\` adds \`details: [{ "path", "message" }]\`, an entry for each field that was wrong.
Other refusals that can be explained, such as those for a partner's answer
(\`REFERENCE404_NOT_FOUND\`, \`REFERENCE409_ALREADY_PAID\`, \`PARTNER502_BAD_RESPONSE\`,
\`PARTNER503_UNAVAILABLE\`, \`PARTNER504_TIMEOUT\`), add one entry with an empty \`path\`. Its
message is in English whatever \`Accept-Language\` says.
`

const SECTIONS: [title: string, table: Record<string, ErrorEntry>][] = [
  ['Payment Status API', PARTNER_API_ERRORS],
  ['Static QR codes', QR_API_ERRORS],
  ['Channel API', CHANNEL_API_ERRORS],
  ['Operator API', OPERATOR_API_ERRORS],
  ['Any endpoint', GENERAL_ERRORS],
]

const PARTNER_INTRODUCTION = `## Partner-hosted endpoints

What the partner's own endpoints answer the platform with (section 7.1), as
\`{ "error": "CODE", "errorMessage": "…" }\`. The messages are the partner's own; these are the ones
of the partner kit.
`

/** docs/reference/errors.md, in Markdown; the same text at every call. */
export function errorsReference(): string {
  const sections = SECTIONS.map(([title, table]) => `## ${title}\n\n${entries(table, answeredBy)}`)
  const partner = `${PARTNER_INTRODUCTION}\n${entries(PARTNER_ERRORS, () => null)}`
  return [INTRODUCTION, ...sections, partner].join('\n')
}

function entries(
  table: Record<string, ErrorEntry>,
  source: (code: string) => string | null,
): string {
  return Object.entries(table)
    .map(([code, { status, messages }]) => {
      const from = source(code)
      return [
        `### ${code}`,
        '',
        `HTTP ${status}${from === null ? '' : `. Answered by ${from}.`}`,
        '',
        `- ${text(messages.en)}`,
        `- ${text(messages.fr)}`,
        `- <span dir="rtl" lang="ar">${text(messages.ar)}</span>`,
        '',
      ].join('\n')
    })
    .join('\n')
}

/** A message as Markdown shows it word for word. */
function text(message: string): string {
  return message.replaceAll('<', '&lt;').replaceAll(/[_*]/g, '\\$&')
}

/** The endpoints that answer with a code: an API as a whole where all of its endpoints do. */
function answeredBy(code: string): string | null {
  if (code in GENERAL_ERRORS) return null
  if (!isErrorCode(code)) throw new Error(`expected a code of the table, received ${code}`)
  const tags = [...new Set(PLATFORM_OPERATIONS.map(({ tag }) => tag))]
  return tags.flatMap((tag) => answeredIn(tag, code)).join(', ')
}

function answeredIn(tag: string, code: ErrorCode): string[] {
  const all = PLATFORM_OPERATIONS.filter((operation) => operation.tag === tag)
  const answering = all.filter((operation) => errorsOf(operation).includes(code))
  if (answering.length > 1 && answering.length === all.length)
    return [`every endpoint of the ${tag}`]
  return answering.map(({ method, path }) => `\`${method.toUpperCase()} ${path}\``)
}

function isErrorCode(code: string): code is ErrorCode {
  return code in ERRORS
}
