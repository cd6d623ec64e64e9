import type { FastifyInstance } from 'fastify'
import { isUtf8 } from 'node:buffer'
import { hiddenDecimalsProblem, structureProblem } from '../../strict-json.ts'
import { ApiError } from './api-error.ts'

/**
 * Reads JSON bodies, and no others: another Content-Type is refused with 415. An empty body counts as
 * none, because many clients name a type whether or not they send something; bytes that are not UTF-8
 * are refused instead of being replaced. So are keys that come twice, because two readers of the same
 * bytes could go by another of them, and amounts whose digits a double hides (D2). Another character set is
 * refused, and a byte order mark too, instead of being read as UTF-8. Nothing is unpacked:
 * what was packed is refused as such, because its sender would look for the fault in its JSON.
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

/** As much of a stranger's word as a sentence repeats. */
const CHARSET_SHOWN_MAX = 40

/** The character set that a Content-Type names, in small letters; null when it names none. */
const charsetOf = (contentType = ''): string | null =>
  /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]?.toLowerCase() ?? null

/** A mark at the beginning is no JSON (RFC 8259, 8.1), and two readers may see different bytes behind it. */
const textProblem = (text: string): string | null =>
  text.startsWith('\ufeff')
    ? 'it begins with a byte order mark'
    : (structureProblem(text) ?? hiddenDecimalsProblem(text))

const malformed = (problem: string | null): ApiError => {
  const message = `expected a body of valid JSON in UTF-8${problem === null ? '' : `, but ${problem}`}`
  return new ApiError('VALIDATION400', { details: [{ path: '', message }] })
}
