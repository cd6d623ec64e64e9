import type { OPERATIONS } from '@wasl/protocol/operations'
import { payQrCode, type PayDeps } from '../../payments/qr-codes/pay.ts'
import { scanQrCode, type ScanDeps } from '../../payments/qr-codes/scan.ts'
import { partnerOfQrToken } from '../../payments/qr-codes/token.ts'
import { centimesOf } from '../../base/centimes.ts'
import type { Handlers } from '../server/routes.ts'
import { answered, openingAgentOf, refused, refuseOpening, type ChannelCaller } from './channel.ts'

export type QrCodeDeps = PayDeps & ScanDeps

/** QR codes in the channel API (D19, D21). */
export const qrCodes = (
  deps: QrCodeDeps,
): Handlers<typeof OPERATIONS.channel.qrCodes, ChannelCaller> => ({
  async scanQrCode({ params, caller }, refuse) {
    refuseOpening(caller, partnerOfQrToken(params.token), refuse)
    const { channelId, isTest } = caller
    const opener = { channelId, isTest, agentId: caller.person?.agentId ?? null }
    const result = await scanQrCode(deps, opener, params.token)
    if (!result.ok) throw refused(refuse, result)
    return result.scanned
  },

  async openQrPayment({ params, body, caller, idempotency, request }, refuse) {
    const { amount, updatedAt } = body
    refuseOpening(caller, partnerOfQrToken(params.token), refuse)
    const agentId = openingAgentOf(body.agentId, caller, refuse)
    const result = await payQrCode(deps, {
      channel: caller,
      token: params.token,
      amount: amount === undefined ? null : centimesOf(amount),
      updatedAt: updatedAt === undefined ? null : new Date(updatedAt),
      agentId,
      idempotency,
      requestId: request.id,
    })
    if (result.ok) return answered(result.payment, 'open', result.warnings)
    if (result.code !== 'VALIDATION400') throw refused(refuse, result)
    // The detail names the field, as for any other error in the body.
    const { explanation: message = 'expected an amount' } = result
    throw refuse(result.code, { details: [{ path: 'amount', message }] })
  },
})
