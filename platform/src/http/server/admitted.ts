import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expectPermitted, type Permitted } from './permitted.ts'

/** Returns the caller of a request to one of the routes for such callers. */
export type CallerOf<Caller> = (request: FastifyRequest) => Caller

/**
 * Adds routes that check the caller, and what its role permits, before any of the body is read: a
 * caller who is not admitted learns nothing else (D18).
 *
 * @param admit finds the caller, and throws the refusal when the caller is unknown or may not call.
 */
export const addAdmitted = <Caller extends Permitted>(
  app: FastifyInstance,
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>,
  addRoutes: (scope: FastifyInstance, callerOf: CallerOf<Caller>) => void,
): void => {
  const callers = new WeakMap<FastifyRequest, { caller: Caller }>()
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const caller = await admit(request, reply)
      const { operation } = request.routeOptions.config
      if (operation === undefined) throw new Error('expected a route of an operation')
      await expectPermitted(operation, caller)
      callers.set(request, { caller })
    })
    addRoutes(scope, (request) => {
      const admitted = callers.get(request)
      if (admitted === undefined) throw new Error('the request was let in without its caller')
      return admitted.caller
    })
  })
}
