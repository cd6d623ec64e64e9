import { unknownNames, type Issue, type Operation } from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../base/api-error.ts'

/**
 * Refuses query parameters and bodies that the operation does not declare (D24), on every route; a
 * route without an operation accepts none, unless it is a screen. Strict schemas refuse undeclared fields of a body. This
 * runs after the route's admission (onRequest) and before its work. Call it before adding any
 * route.
 */
export const refuseUndeclaredInput = (app: FastifyInstance): void => {
  // Fastify parses no body for these methods, so a body could pass unnoticed.
  for (const method of ['GET', 'HEAD']) {
    app.addHttpMethod(method, { hasBody: true, overrideExisting: true })
  }
  app.addHook('preValidation', (request, _reply, done) => {
    const { url, config } = request.routeOptions
    const isFree = url === undefined || config.isScreen === true
    const details = isFree ? [] : undeclaredInput(request, config.operation)
    if (details.length === 0) done()
    else done(new ApiError('VALIDATION400', { details }))
  })
}

const undeclaredInput = (request: FastifyRequest, operation: Operation | undefined): Issue[] => [
  ...(operation?.anyQuery === true
    ? []
    : undeclaredParameters(request.query as Query, operation?.query)),
  ...(operation?.body === undefined && operation?.file === undefined
    ? undeclaredBody(request.body)
    : []),
]

type Query = Record<string, string | string[]>

const undeclaredParameters = (query: Query, schema: Operation['query']): Issue[] => {
  const names = Object.keys(query)
  if (names.length === 0) return []
  const declared = Object.keys(schema?.shape ?? {})
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
