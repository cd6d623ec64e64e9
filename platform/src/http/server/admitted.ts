import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Returns the caller of a request to one of the routes for such callers. */
export type CallerOf<Caller> = (request: FastifyRequest) => Caller

/**
 * Adds routes that check the caller before any of the body is read: a caller who is not admitted
 * learns nothing else (D18).
 *
 * @param admit finds the caller, and throws the refusal when there is none who may call.
 */
export const addAdmitted = <Caller>(
  app: FastifyInstance,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>,
  addRoutes: (scope: FastifyInstance, callerOf: CallerOf<Caller>) => void,
): void => {
  const callers = new WeakMap<FastifyRequest, { caller: Caller }>()
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      callers.set(request, { caller: await admit(request, reply) })
    })
    addRoutes(scope, (request) => {
      const admitted = callers.get(request)
      if (admitted === undefined) throw new Error('the request was let in without its caller')
      return admitted.caller
    })
  })
}
