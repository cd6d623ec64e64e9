import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unknownNames, type Issue } from '@wasl/protocol'
import { ALL_OPERATIONS } from '@wasl/protocol/operations'
import { ApiError } from './api-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page that people open: links to it collect parameters of others on their way (W82). */
    isPage?: true
  }
}

type Declared = { query: readonly string[]; hasBody: boolean }

/** Of a route that no operation declares, such as /docs. */
const NOTHING: Declared = { query: [], hasBody: false }

const declarations = new Map<string, Declared>(
  ALL_OPERATIONS.map(([, { method, path, query, body }]) => [
    `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    { query: Object.keys(query?.shape ?? {}), hasBody: body !== undefined },
  ]),
)

/**
 * Refuses query parameters and bodies that the operation does not declare (D24), on every route alike: a
 * new route takes nothing until the tables of the protocol say what it takes. The fields of a declared
 * body are refused by its schema, which is strict. It comes after the routes' own admission, which is
 * in onRequest, and before any of their work. Call before any route is added.
 */
export const refuseUndeclaredInput = (app: FastifyInstance): void => {
  // Fastify reads no body of these; then one could carry anything unseen.
  for (const method of ['GET', 'HEAD']) {
    app.addHttpMethod(method, { hasBody: true, overrideExisting: true })
  }
  app.addHook('preValidation', (request, _reply, done) => {
    const { url } = request.routeOptions
    const details = url === undefined ? [] : undeclaredInput(request, url)
    if (details.length === 0) done()
    else done(new ApiError('VALIDATION400', { details }))
  })
}

const undeclaredInput = (request: FastifyRequest, url: string): Issue[] => {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const { query, hasBody } = declarations.get(`${method} ${url}`) ?? NOTHING
  const { isPage = false } = request.routeOptions.config
  return [
    ...(isPage ? [] : undeclaredParameters(request.query as Query, query)),
    ...(hasBody ? [] : undeclaredBody(request.body)),
  ]
}

type Query = Record<string, string | string[]>

const undeclaredParameters = (query: Query, declared: readonly string[]): Issue[] => {
  const names = Object.keys(query)
  if (names.length === 0) return []
  const unknown = names.filter((name) => !declared.includes(name))
  const repeated = declared.filter((name) => Array.isArray(query[name]))
  return [
    ...unknownNames(unknown, declared, 'parameter'),
    ...repeated.map((path) => ({
      path,
      message: `expected this parameter once, received it ${query[path]?.length} times`,
    })),
  ]
}

const undeclaredBody = (body: unknown): Issue[] => {
  if (body === undefined) return []
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject) return [{ path: '', message: 'expected an empty body or {}' }]
  return unknownNames(Object.keys(body), [], 'field')
}
