import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../base/api-error.ts'

/**
 * Reads bodies that are files, on the routes whose operation declares one. Every other route refuses
 * these media types with 415, as it refuses any that is not JSON. The limit on the size is the
 * route's own (`routes.ts`).
 */
export const readFileBodies = (app: FastifyInstance, types: readonly string[]): void => {
  app.addContentTypeParser([...types], { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-encoding': encoding = 'identity' } = request.headers
    const isAccepted = encoding.toLowerCase() === 'identity' && acceptsFile(request)
    if (isAccepted) done(null, body)
    else done(new ApiError('REQUEST415_UNSUPPORTED_MEDIA_TYPE'))
  })
}

/** Whether the operation of the route declares a file of this media type. */
const acceptsFile = ({ headers, routeOptions }: FastifyRequest): boolean => {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1)
  return routeOptions.config.operation?.file?.types.includes(type.trim().toLowerCase()) === true
}
