import { on } from '../../api/call.ts'
import { ApiFailure } from '../../api/failure.ts'
import { noting } from '../base/network.ts'
import { go } from '../base/route.ts'
import type { Me } from '../session/me.ts'
import { roundOf } from '../store/payments.ts'
import { readCode } from './code.ts'
import { openReference, showPayment } from './open.ts'

/** A code like ours that leads to another address. */
export class ForeignCode extends Error {
  readonly host: string

  constructor(host: string) {
    super('a code of another address')
    this.host = host
  }
}

/** Whether the platform knows the code; a reference may have the form of one. */
const isQrCode = async (token: string): Promise<boolean> => {
  try {
    await noting(on('GET /channel/v1/qr-codes/{token}')({ params: { token } }))
    return true
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'QR_CODE404_NOT_FOUND') return false
    throw error
  }
}

/** Opens what was scanned or typed: a payer's code, a parcel of the round, or a reference. */
export const openCode = async (
  me: Me,
  text: string,
  { partnerId, payee }: { partnerId: string; payee: string },
): Promise<void> => {
  const code = readCode(text)
  if (code.kind === 'foreign') throw new ForeignCode(code.host)
  if (code.kind === 'qr') return go(['qr', code.token])
  const { reference } = code
  const parcel = (await roundOf(me.session.userId)).find(
    ({ payment }) => payment.partnerId === partnerId && payment.reference === reference,
  )
  if (parcel !== undefined) return go(['pay', parcel.paymentId])
  if (code.kind === 'dictated' && (await isQrCode(code.token))) return go(['qr', code.token])
  await showPayment(me, await openReference(me, { partnerId, reference }), payee)
}
