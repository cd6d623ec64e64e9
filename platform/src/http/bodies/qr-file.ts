import type { QueryOf } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import { posterPage } from '../pages/poster.ts'
import { qrCodeUrl } from '../../payments/qr-codes/code-url.ts'
import { unpayableReason } from '../../payments/qr-codes/configuration.ts'
import { emvcoPayload } from '../../payments/qr-codes/emvco.ts'
import { qrImage, qrPng, qrSvg } from '../../payments/qr-codes/image.ts'
import type { QrCodeFacts } from '../../payments/qr-codes/read-facts.ts'
import { checkCode } from '../../payments/qr-codes/token.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { Answered } from '../server/routes.ts'

/** The public origin for payers, and the issuer of the tokens. */
export type QrCodesOf = { publicOrigin: () => string; guid: string }

type Images = typeof OPERATIONS.operator.qrImages

/** The image of a code (D20). */
export const drawnCode = (
  code: QrCodeFacts,
  { format, content }: QueryOf<Images['drawQrCode']>,
  { publicOrigin, guid }: QrCodesOf,
) => {
  const text = content === 'url' ? qrCodeUrl(publicOrigin(), code.token) : payloadOf(code, guid)
  const image = qrImage(text)
  const headers = fileHeaders(`${fileName(code)}-${content}.${format}`)
  return format === 'svg'
    ? new Answered(200, 'image/svg+xml', qrSvg(image), headers)
    : new Answered(200, 'image/png', qrPng(image), headers)
}

/** The poster of a code: a page for the printer. */
export const printedCode = (
  code: QrCodeFacts,
  { size }: QueryOf<Images['printQrCode']>,
  { publicOrigin }: QrCodesOf,
) => {
  const page = posterPage({
    size,
    label: code.label,
    partner: { name: code.partnerName, nameAr: code.partnerNameAr },
    checkCode: checkCode(code.token),
    url: qrCodeUrl(publicOrigin(), code.token),
    dead: unpayableReason(code),
  })
  return new Answered(200, 'text/html; charset=utf-8', page.markup, {
    ...fileHeaders(`${fileName(code)}-${size}.html`),
    'content-security-policy': page.policy,
  })
}

/** The name of the file that `curl -OJ` writes. Tokens are plain ASCII. */
const fileName = ({ token }: QrCodeFacts): string => `wasl-qr-${token}`

// The label and the partner's name may change, and only its owner and operators may see the file.
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
    // A dynamic code keeps its one amount.
    amount: code.kind === 'dynamic' ? (code.newest?.amounts[0] ?? null) : null,
  })
