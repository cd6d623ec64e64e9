import type { QrCode, QrConfig } from '@wasl/protocol'
import type { DevAnswer, DevRequest } from './requests.ts'
import type { Stage } from './stage.ts'

/** A new static QR code, with amounts when some are given. */
export const newQrCode = async (
  { api, cast, operatorKey, clock }: Stage,
  { label, amounts, singleUse, expiresInMs }: Extract<DevRequest, { command: 'qr new' }>,
): Promise<DevAnswer> => {
  const { partnerId, apiKey } = cast.partner
  const path = `/operator/v1/partners/${partnerId}/qr-codes`
  const code = await api.call<QrCode>('POST', path, operatorKey, { label })
  const { now } = await clock.read()
  const config =
    amounts.length === 0
      ? null
      : await api.call<QrConfig>('POST', '/partner/qr/v1/set-qr-config', apiKey, {
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
