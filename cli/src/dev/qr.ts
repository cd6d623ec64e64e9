import type { QrCode, QrConfig, SetQrConfigRequest } from '@wasl/protocol'
import { refusalOf, type Api } from './api.ts'
import type { DevAnswer, DevRequest } from './requests.ts'
import type { Session } from './session.ts'

/** Makes a static QR code, and sets its amounts if there are any. */
export const newQrCode = async (
  { api, accounts, operatorKey, clock }: Session,
  { label, amounts, singleUse, expiresInMs }: Extract<DevRequest, { command: 'qr new' }>,
): Promise<DevAnswer> => {
  const { partnerId, apiKey } = accounts.partner
  const path = `/operator/v1/partners/${partnerId}/qr-codes`
  const code = await api.call<QrCode>('POST', path, operatorKey, { label })
  const { now } = await clock.read()
  const config =
    amounts.length === 0
      ? null
      : await setAmounts(api, apiKey, {
          qrCodeToken: code.qrCodeToken,
          amounts,
          ...(singleUse && { singleUse }),
          ...(expiresInMs !== null && {
            expiresAt: new Date(now.getTime() + expiresInMs).toISOString(),
          }),
        })
  const asked = config === null ? 'any amount' : `${config.amounts.join(' or ')} ${config.currency}`
  return {
    ok: true,
    lines: [
      code.qrCodeToken,
      `  asks for ${asked}${config?.kind ? ` (${config.kind})` : ''}`,
      `  page for the payer: ${code.url}`,
      `  pay it: wasl dev qr pay ${code.qrCodeToken}${amounts.length === 1 ? '' : ' --amount …'}`,
    ],
    data: { ...code, config },
  }
}

/** The code exists, so a refusal of its amounts must show its token. */
const setAmounts = async (
  api: Api,
  apiKey: string,
  wanted: SetQrConfigRequest,
): Promise<QrConfig> => {
  const path = '/partner/qr/v1/set-qr-config'
  const { status, body } = await api.ask<QrConfig>('POST', path, apiKey, wanted)
  if (status < 300) return body
  throw refusalOf(
    body,
    `The code was made, and asks for any amount: ${wanted.qrCodeToken}`,
    `Give it amounts: wasl qr set ${wanted.qrCodeToken} 500 1000`,
  )
}
