import type { FastifyInstance } from 'fastify'
import { isUtf8 } from 'node:buffer'
import { hiddenDecimalsProblem, structureProblem } from '../../base/strict-json.ts'
import { ApiError } from '../../base/api-error.ts'

/**
 * Parses JSON bodies, and refuses other content types with 415. An empty body counts as absent,
 * because many clients send a type without a body.
 *
 * Refuses what two readers may read differently: bytes that are not UTF-8, a byte order mark,
 * another character set, duplicate keys, and amounts whose digits a double does not keep (D2).
 * Refuses compressed bodies by name, so that the sender does not search for an error in the JSON.
 */
export const readJsonBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    if (bytes.length === 0) {
      done(null)
      return
    }
    const { 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding.toLowerCase() !== 'identity') {
      done(new ApiError('REQUEST415_UNSUPPORTED_MEDIA_TYPE'))
      return
    }
    const charset = charsetOf(request.headers['content-type'])
    if (charset !== null && charset !== 'utf-8') {
      done(malformed(`Content-Type says charset=${charset.slice(0, CHARSET_SHOWN_MAX)}`))
      return
    }
    const text = isUtf8(bytes) ? bytes.toString('utf8') : null
    const problem = text === null ? null : textProblem(text)
    if (text !== null && problem === null) void parse(request, text, done)
    else done(malformed(problem))
  })
}

/** How much of a caller's text a message repeats. */
const CHARSET_SHOWN_MAX = 40

/** The character set in a Content-Type, in lower case; null when it names none. */
const charsetOf = (contentType = ''): string | null =>
  /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]?.toLowerCase() ?? null

/** JSON must not start with a byte order mark (RFC 8259, 8.1). */
const textProblem = (text: string): string | null =>
  text.startsWith('\ufeff')
    ? 'it begins with a byte order mark'
    : (structureProblem(text) ?? hiddenDecimalsProblem(text))

const malformed = (problem: string | null): ApiError => {
  const message = `expected a body of valid JSON in UTF-8${problem === null ? '' : `, but ${problem}`}`
  return new ApiError('VALIDATION400', { details: [{ path: '', message }] })
}
