import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS, LANGUAGES, pickLanguage, type Language } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { Logger } from 'pino'
import type { Page } from '../pages/document.ts'
import type { PayLink } from '../../base/pay-link.ts'
import { nowherePage, payerNoticePage, payerPage, welcomePage } from '../pages/payer-page.ts'
import { receiptCheckPage, receiptWorker } from '../pages/receipt-check/page.ts'
import { payerViewOf } from '../pages/payer-view.ts'
import type { QrCodeFacts } from '../../payments/qr-codes/read-facts.ts'
import { typedQrToken } from '../../payments/qr-codes/token.ts'
import { createAddressLimit } from '../server/address-limit.ts'
import { createErrorLog } from '../server/error-log.ts'
import { apiErrorOf } from '../server/error-to-api-error.ts'
import { fileHeaders, pageHeaders } from '../server/page-headers.ts'
import { addRoutes, Answered, ANYONE, type Handlers } from '../server/routes.ts'

export type PayerPagesDeps = {
  readCode: (token: string) => Promise<QrCodeFacts | null>
  publicOrigin: () => string
  links: readonly PayLink[]
  log: Logger
}

const { pages } = OPERATIONS.payer

const HTML = 'text/html; charset=utf-8'

/**
 * `/q/{token}`, which a phone's camera opens (D20), and `/`. All answers are pages for people,
 * errors included.
 */
export const payerPages = (app: FastifyInstance, deps: PayerPagesDeps): void => {
  const errorLog = createErrorLog(deps.log)
  void app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const refusal = apiErrorOf(error)
      errorLog.request(error, refusal, request)
      const { status } = ERRORS[refusal.code]
      const kind = status >= 500 ? 'unavailable' : status === 429 ? 'tooMany' : 'unknown'
      const page = payerNoticePage(kind, languageOf(request))
      return send(reply.headers(refusal.headers), kind === 'unknown' ? 404 : status, page)
    })
    addRoutes(scope, pages, handlersOf(deps), ANYONE)
  })
}

const handlersOf = (deps: PayerPagesDeps): Handlers<typeof pages, null> => {
  // Separate from the limit on wrong keys: a false sticker in a crowded place must not block
  // anyone's software.
  const addressLimit = createAddressLimit()
  let receiptPage: Page | null = null
  return {
    async showQrCode({ params, request }) {
      const code = await deps.readCode(typedQrToken(params.token))
      if (code === null) throw await addressLimit.refuse(request, 'QR_CODE404_NOT_FOUND')
      const view = payerViewOf(code, deps.publicOrigin())
      const page = payerPage(view, languageOf(request), deps.links)
      return new Answered(200, HTML, page.markup, headersOf(page))
    },
    // A person who mistypes a code's address gets a page too.
    showUnknownCode({ request }) {
      const page = payerNoticePage('unknown', languageOf(request))
      return new Answered(404, HTML, page.markup, headersOf(page))
    },
    checkReceipt() {
      receiptPage ??= receiptCheckPage()
      return new Answered(200, HTML, receiptPage.markup, {
        ...headersOf(receiptPage),
        // The service worker keeps it; a browser without one asks each time.
        'cache-control': 'no-cache',
      })
    },
    readReceiptWorker: () =>
      new Answered(200, 'text/javascript; charset=utf-8', receiptWorker(), fileHeaders('no-cache')),
    showWelcome({ request }) {
      const page = welcomePage(languageOf(request))
      return new Answered(200, HTML, page.markup, headersOf(page))
    },
  }
}

/**
 * A token in percent-encoding that no router can decode counts as unknown; null for other paths.
 */
export const answerBrokenCodePath = (
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | null => {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || !request.url.startsWith('/q/')) return null
  void send(reply, 404, payerNoticePage('unknown', languageOf(request)))
  return Promise.resolve()
}

/** An address that leads nowhere: a person who opened it in a browser gets a page, a program JSON. */
export const answerUnknownPath = (request: FastifyRequest, reply: FastifyReply): boolean => {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || !/\btext\/html\b/.test(request.headers.accept ?? '')) return false
  const page = nowherePage(languageOf(request))
  reply.code(404).headers({ ...headersOf(page), vary: 'accept, accept-language' })
  void reply.type(HTML).send(page.markup)
  return true
}

/**
 * The language of `?lang=`, else of the browser, else Arabic: a payer in Algeria whose phone has
 * none of our languages most likely reads it (W41).
 */
const languageOf = ({ url, headers }: FastifyRequest): Language => {
  // Read from the URL itself: the framework parses no query of a path that it cannot decode.
  const [lang, ...more] = new URLSearchParams(url.replace(/^[^?]*/, '')).getAll('lang')
  const wanted = LANGUAGES.find((language) => language === lang && more.length === 0)
  return wanted ?? pickLanguage(withoutWildcard(`ar;q=0.001,${headers['accept-language'] ?? ''}`))
}

/** A `*` names no language, and would select English, the first in our list. */
const withoutWildcard = (acceptLanguage: string): string =>
  acceptLanguage
    .split(',')
    .filter((entry) => !entry.trimStart().startsWith('*'))
    .join(',')

const send = (reply: FastifyReply, status: number, page: Page): FastifyReply =>
  reply.code(status).headers(headersOf(page)).type(HTML).send(page.markup)

const headersOf = (page: Page): Record<string, string> => ({
  ...pageHeaders(page.policy),
  vary: 'accept-language',
})
