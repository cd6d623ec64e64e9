import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenApiDocument } from '../../pages/api-reference/open-api-document.ts'
import { apiReferencePage } from '../../pages/api-reference/page.ts'

const OPEN_API = new URL('../../openapi.json', import.meta.resolve('@wasl/protocol'))

const STYLE = new URL('../../pages/api-reference/page.css', import.meta.url)

/** How long a browser may show what it has: these change with a release alone. */
const CACHE_CONTROL = 'public, max-age=300'

type Served = { type: string; policy: string; plain: Buffer; gzipped: Buffer }

/**
 * `GET /docs`: the API reference as a page that loads nothing else (W62); `GET /openapi.json`: what it
 * is made from. Both are made when they are first asked for.
 */
export const docs = (app: FastifyInstance): void => {
  const page = once(async () => {
    const [document, style] = await Promise.all([
      readFile(OPEN_API, 'utf8'),
      readFile(STYLE, 'utf8'),
    ])
    const text = apiReferencePage(JSON.parse(document) as OpenApiDocument, style)
    return served('text/html; charset=utf-8', pagePolicy(style), text)
  })
  const document = once(async () =>
    served('application/json; charset=utf-8', NOTHING, await readFile(OPEN_API, 'utf8')),
  )
  app.get('/docs', async (request, reply) => send(request, reply, await page()))
  app.get('/openapi.json', async (request, reply) => send(request, reply, await document()))
}

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Nothing but the page's own style, which is known by its hash, and its empty icon. */
const pagePolicy = (style: string): string =>
  `${NOTHING}; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:`

const served = async (type: string, policy: string, text: string): Promise<Served> => {
  const plain = Buffer.from(text)
  return { type, policy, plain, gzipped: await promisify(gzip)(plain) }
}

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  { type, policy, plain, gzipped }: Served,
): FastifyReply => {
  const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  if (isGzipped) reply.header('content-encoding', 'gzip')
  return reply
    .type(type)
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', CACHE_CONTROL)
    .header('vary', 'accept-encoding')
    .send(isGzipped ? gzipped : plain)
}

/** Made by the first who asks; a failure is not remembered. */
const once = <Result>(make: () => Promise<Result>): (() => Promise<Result>) => {
  let made: Promise<Result> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}
