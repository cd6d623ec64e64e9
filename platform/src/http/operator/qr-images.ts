import { qrImageQuery, qrPosterQuery } from '@wasl/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { partnerWireId } from '../../wire-ids.ts'
import { posterPage } from '../../pages/poster.ts'
import { qrCodeUrl } from '../../qr-codes/code-url.ts'
import { unpayableReason } from '../../qr-codes/configuration.ts'
import { emvcoPayload } from '../../qr-codes/emvco.ts'
import { qrImage, qrPng, qrSvg } from '../../qr-codes/image.ts'
import { readQrCode, type QrCodeFacts } from '../../qr-codes/read-facts.ts'
import { checkCode } from '../../qr-codes/token.ts'
import { ApiError } from '../server/api-error.ts'
import { validate } from '../server/validate.ts'
import type { RouteDeps } from './operator-deps.ts'
import { tokenOf } from './qr-codes.ts'

/** What is printed of a QR code: its image and its poster (D20). */
export const qrImageRoutes = (app: FastifyInstance, { db, codes }: RouteDeps): void => {
  const factsOf = async (request: FastifyRequest): Promise<QrCodeFacts> => {
    const facts = await readQrCode((statement) => db.hot.query(statement), tokenOf(request))
    if (facts === null) throw new ApiError('QR_CODE404_NOT_FOUND')
    return facts
  }

  app.get('/operator/v1/qr-codes/:token/image', async (request, reply) => {
    const { format, content } = validate(qrImageQuery, request.query)
    const code = await factsOf(request)
    const { publicOrigin, guid } = codes
    const text = content === 'url' ? qrCodeUrl(publicOrigin(), code.token) : payloadOf(code, guid)
    const image = qrImage(text)
    return reply
      .headers(fileHeaders(`${fileName(code)}-${content}.${format}`))
      .type(format === 'svg' ? 'image/svg+xml' : 'image/png')
      .send(format === 'svg' ? qrSvg(image) : qrPng(image))
  })

  app.get('/operator/v1/qr-codes/:token/poster', async (request, reply) => {
    const { size } = validate(qrPosterQuery, request.query)
    const code = await factsOf(request)
    const page = posterPage({
      size,
      label: code.label,
      partner: { name: code.partnerName, nameAr: code.partnerNameAr },
      checkCode: checkCode(code.token),
      url: qrCodeUrl(codes.publicOrigin(), code.token),
      dead: unpayableReason(code),
    })
    return reply
      .headers(fileHeaders(`${fileName(code)}-${size}.html`))
      .header('content-security-policy', page.policy)
      .type('text/html; charset=utf-8')
      .send(page.markup)
  })
}

/** Names the file that `curl -OJ` writes; the token is plain ASCII. */
const fileName = ({ token }: QrCodeFacts): string => `wasl-qr-${token}`

// The label and the partner's name may change, and who may see it is the operator alone.
const fileHeaders = (name: string): Record<string, string> => ({
  'content-disposition': `inline; filename="${name}"`,
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
})

const payloadOf = (code: QrCodeFacts, guid: string): string =>
  emvcoPayload({
    guid,
    token: code.token,
    merchant: {
      partnerId: partnerWireId(code.partnerId),
      name: code.partnerName,
      nameAr: code.partnerNameAr,
      city: code.partnerCity,
    },
    // A dynamic code is made with its one amount and keeps it.
    amount: code.kind === 'dynamic' ? (code.newest?.amounts[0] ?? null) : null,
  })
