import type { FastifyInstance } from 'fastify'
import { isUtf8 } from 'node:buffer'

/**
 * Reads JSON bodies, and no others: another Content-Type is refused with 415. An empty body counts as
 * none, because many clients name a type whether or not they send something; bytes that are not UTF-8
 * are refused instead of being replaced.
 */
export const readJsonBodies = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    if (bytes.length === 0) done(null)
    else if (isUtf8(bytes)) void parse(request, bytes.toString('utf8'), done)
    else done(Object.assign(new Error('not UTF-8'), { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }))
  })
}
