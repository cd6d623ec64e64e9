/** `@wasl/partner-kit/nest`: the partner in an application of NestJS, on Express or on Fastify. */
import type { Partner } from '../partner.ts'
import { toExpressHandler } from './express.ts'
import { toFastifyPlugin } from './fastify.ts'

/** The parts of a NestJS application that are used. */
export type NestApplication = {
  use: (path: string, middleware: ReturnType<typeof toExpressHandler>) => unknown
  getHttpAdapter: () => { getType: () => string; getInstance: () => unknown }
}

type FastifyInstance = {
  register: (plugin: unknown, options: { prefix: string }) => PromiseLike<unknown>
}

/**
 * Mounts the partner at the path of its API URL, after `create` and before `listen`:
 *
 *     const app = await NestFactory.create(AppModule)
 *     await mountOnNest(app, '/payments', partner)
 *     await app.listen(3000)
 *
 * NestJS adds its body parsers when it starts to listen, so the partner runs before them and gets the
 * raw bytes. Global prefixes, guards and pipes do not apply to it.
 *
 * @throws Error when the application is already initialised, or runs on another platform.
 */
export const mountOnNest = async (
  app: NestApplication,
  path: string,
  partner: Partner,
): Promise<void> => {
  if ((app as { isInitialized?: unknown }).isInitialized === true) {
    throw new Error(
      'mountOnNest: expected an application that has not started, received one that already has its ' +
        'body parsers. Call mountOnNest before app.init() and app.listen().',
    )
  }
  const adapter = app.getHttpAdapter()
  const platform = adapter.getType()
  switch (platform) {
    case 'express':
      app.use(path, toExpressHandler(partner))
      return
    case 'fastify': {
      const instance = adapter.getInstance() as FastifyInstance
      await instance.register(toFastifyPlugin(partner), { prefix: path })
      return
    }
    default:
      throw new Error(
        `mountOnNest: expected NestJS on express or fastify, received ${platform}. ` +
          'Pass the raw request to partner.handle() instead.',
      )
  }
}
