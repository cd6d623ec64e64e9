import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Tells who sent a request to one of the routes that are for such callers alone. */
export type CallerOf<Caller> = (request: FastifyRequest) => Caller

/**
 * Adds routes that ask who calls before a byte of the body is read: whoever is not admitted is told of
 * nothing else (D18).
 *
 * @param admit finds out who calls, and throws the refusal when nobody who may.
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
