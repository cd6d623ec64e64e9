import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenApiDocument } from '../pages/api-reference/open-api-document.ts'
import { apiReferencePage } from '../pages/api-reference/page.ts'
import { addRoutes, Answered, ANYONE, type Handlers } from '../server/routes.ts'

const OPEN_API = new URL('../openapi.json', import.meta.resolve('@wasl/protocol'))

const STYLE = new URL('../pages/api-reference/page.css', import.meta.url)

/** How long a browser may reuse the answer: it changes only with a release. */
const CACHE_CONTROL = 'public, max-age=300'

type Served = { policy: string; plain: Buffer; gzipped: Buffer }

/**
 * `GET /docs`: the API reference as a page that loads nothing else (W62). `GET /openapi.json`: the
 * document behind it. Both are made at the first request.
 */
export const docs = (app: FastifyInstance): void =>
  addRoutes(app, OPERATIONS.service.docs, handlers(), ANYONE)

const handlers = (): Handlers<typeof OPERATIONS.service.docs, null> => {
  const page = once(async () => {
    const [document, style] = await Promise.all([
      readFile(OPEN_API, 'utf8'),
      readFile(STYLE, 'utf8'),
    ])
    const text = apiReferencePage(JSON.parse(document) as OpenApiDocument, style)
    return served(pagePolicy(style), text)
  })
  const document = once(async () => served(NOTHING, await readFile(OPEN_API, 'utf8')))
  return {
    async readDocs({ request }) {
      const { body, headers } = packed(request, await page())
      return new Answered(200, 'text/html; charset=utf-8', body, headers)
    },
    async readOpenApi({ request }) {
      const { body, headers } = packed(request, await document())
      return new Answered(200, 'application/json; charset=utf-8', body, headers)
    },
  }
}

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Allows only the page's own style, by its hash, and its empty icon. */
const pagePolicy = (style: string): string =>
  `${NOTHING}; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:`

const served = async (policy: string, text: string): Promise<Served> => {
  const plain = Buffer.from(text)
  return { policy, plain, gzipped: await promisify(gzip)(plain) }
}

const packed = ({ headers }: FastifyRequest, { policy, plain, gzipped }: Served) => {
  const isGzipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  return {
    body: isGzipped ? gzipped : plain,
    headers: {
      ...(isGzipped && { 'content-encoding': 'gzip' }),
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': CACHE_CONTROL,
      vary: 'accept-encoding',
    },
  }
}

/** Makes the result on the first call; does not keep a failure. */
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
