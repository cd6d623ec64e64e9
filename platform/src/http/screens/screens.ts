/**
 * The console, the portal, the till and the account pages: files that the build of `web/` has
 * written. Each page gets a policy of its own, with a nonce, and loads nothing from elsewhere.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileURLToPath } from 'node:url'
import { fileHeaders, pageHeaders } from '../server/page-headers.ts'
import { readBuiltFiles, type BuiltFile, type BuiltFiles } from './built-files.ts'
import { randomBytes } from '../../base/chance.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page for people, whose query belongs to the script in it. */
    isScreen?: true
  }
}

/** The applications, each at its own path. */
export const APPLICATIONS = ['console', 'portal', 'till', 'account'] as const

type Application = (typeof APPLICATIONS)[number]

/** Where the build puts scripts, styles and fonts. Their names change with their content. */
export const ASSETS = 'screens'

const BUILT = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

const NONCE = '__NONCE__'

/** Stands in the pages for the operator's time zone (W150). */
const TIME_ZONE = '__TIME_ZONE__'

/** Stands in the till's page for the public origin: codes of other addresses are not ours (W122). */
const ORIGIN = '__ORIGIN__'

const A_YEAR = 'public, max-age=31536000, immutable'

const NOT_BUILT = 'The screens are not built. Run "npm run build:web", then load this page again.\n'

/** Adds the pages. Reads the built files at the first request, and again while nothing is built. */
export const screens = (
  app: FastifyInstance,
  readTimeZone: () => Promise<string>,
  folder = BUILT,
  publicOrigin = (): string => '',
): void => {
  let built: Promise<BuiltFiles> | null = null
  const files = async (): Promise<BuiltFiles> => {
    built ??= readBuiltFiles(folder)
    const read = await built
    if (read.size === 0) built = null
    return read
  }
  for (const application of APPLICATIONS) {
    for (const url of [`/${application}`, `/${application}/*`]) {
      app.get<{ Params: { '*'?: string } }>(
        url,
        { config: { isScreen: true } },
        async (request, reply) => {
          const all = await files()
          const rest = request.params['*'] ?? ''
          // An operation that does not exist is not a page.
          if (rest.startsWith('v1/')) return reply.callNotFound()
          const own = all.get(`${application}/${rest}`)
          if (own !== undefined) return sendFile(request, reply, own, 'no-cache')
          const page = all.get(`pages/${application}.html`)
          return sendPage(reply, application, page, {
            timeZone: await readTimeZone(),
            origin: publicOrigin(),
          })
        },
      )
    }
  }
  app.get<{ Params: { '*': string } }>(`/${ASSETS}/*`, async (request, reply) => {
    const file = (await files()).get(`${ASSETS}/${request.params['*']}`)
    return file === undefined ? reply.callNotFound() : sendFile(request, reply, file, A_YEAR)
  })
}

const sendFile = (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, plain, gzipped, etag }: BuiltFile,
  cacheControl: string,
): FastifyReply => {
  reply.headers({ ...fileHeaders(cacheControl), vary: 'accept-encoding', etag })
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  const isGzipped = gzipped !== null && /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  if (isGzipped) reply.header('content-encoding', 'gzip')
  return reply.type(type).send(isGzipped ? gzipped : plain)
}

const sendPage = (
  reply: FastifyReply,
  application: Application,
  page: BuiltFile | undefined,
  { timeZone, origin }: { timeZone: string; origin: string },
): FastifyReply => {
  if (page === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
  const nonce = randomBytes(18).toString('base64')
  return reply
    .headers({
      ...pageHeaders(policyOf(application, nonce)),
      'permissions-policy':
        'camera=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), geolocation=(), microphone=()',
    })
    .type(page.type)
    .send(
      page.plain
        .toString()
        .replaceAll(NONCE, nonce)
        .replace(TIME_ZONE, timeZone)
        .replace(ORIGIN, origin),
    )
}

/** The till reads codes from the camera with WebAssembly where the browser has no reader. */
const policyOf = (application: Application, nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${application === 'till' ? " 'wasm-unsafe-eval'" : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
