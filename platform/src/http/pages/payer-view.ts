/** What the payer's page shows of a code at a moment. Pure. */
import type { Centimes } from '@wasl/protocol'
import { qrCodeUrl } from '../../payments/qr-codes/code-url.ts'
import { stateOf, unpayableReason, endOf, isInUse } from '../../payments/qr-codes/configuration.ts'
import type { QrCodeFacts } from '../../payments/qr-codes/read-facts.ts'
import { checkCode } from '../../payments/qr-codes/token.ts'

export type PayerView = {
  partner: { name: string; nameAr: string | null }
  label: string
  token: string
  url: string
  checkCode: string
  state: PayerState
}

export type PayerState =
  | {
      kind: 'payable'
      /** Several to choose from, one, or none when the payer names the amount. */
      amounts: Centimes[]
      expiresAt: Date | null
      isSingleUse: boolean
      /** Why the last configuration no longer counts, where the payer should know. */
      ended: 'expired' | 'used' | null
    }
  | { kind: 'disabled' | 'usedUp' | 'inactive' }
  | { kind: 'inUse'; freeAt: Date }

export const payerViewOf = (code: QrCodeFacts, origin: string): PayerView => ({
  partner: { name: code.partnerName, nameAr: code.partnerNameAr },
  label: code.label,
  token: code.token,
  url: qrCodeUrl(origin, code.token),
  checkCode: checkCode(code.token),
  state: payerStateOf(code),
})

const payerStateOf = (code: QrCodeFacts): PayerState => {
  const dead = unpayableReason(code)
  if (dead !== null) return { kind: dead }
  if (code.partnerStatus === 'inactive') return { kind: 'inactive' }
  const state = stateOf(code, code.at)
  const { configuration } = state
  if (isInUse(state) && configuration?.use) {
    return { kind: 'inUse', freeAt: configuration.use.lockExpiresAt }
  }
  // A configuration that the partner has cleared needs no warning.
  const end = code.newest?.endedAt === null ? endOf(code.newest, code.at) : null
  return {
    kind: 'payable',
    amounts: configuration?.amounts ?? [],
    expiresAt: configuration?.expiresAt ?? null,
    isSingleUse: configuration?.kind === 'SINGLE_USE',
    ended: end?.by === 'expired' || end?.by === 'used' ? end.by : null,
  }
}
