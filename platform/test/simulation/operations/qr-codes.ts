import { centimesFromDinars, type QrConfig } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import { payQrCode } from '../../../src/payments/qr-codes/pay.ts'
import { scanQrCode } from '../../../src/payments/qr-codes/scan.ts'
import { setQrConfig } from '../../../src/payments/qr-codes/set.ts'
import { unsetQrConfig } from '../../../src/payments/qr-codes/unset.ts'
import { expectDocumented } from '../oracles/documented.ts'
import { START } from '../time.ts'
import { requestIdOf, type Context, type Operation } from './operation.ts'

const OF_CHANNELS = OPERATIONS.channel.qrCodes
const OF_PARTNERS = OPERATIONS.partner.qrCodes

const AMOUNTS = [[500_00], [750_00], [500_00, 900_00]]

const codeOf = ({ fixture, random }: Context) => {
  const partner = random.pick(fixture.partners)
  return { partnerId: partner.partnerId, token: random.pick(partner.tokens) }
}

export const scan: Operation = async (context) => {
  const { process, fixture, random, memory, report } = context
  const { token } = codeOf(context)
  const { channelId } = random.pick(fixture.channels)
  const result = await scanQrCode(process.codes, { channelId, agentId: null, isTest: false }, token)
  if (!result.ok) {
    expectDocumented(OF_CHANNELS.scanQrCode, result.code, report)
    return result.code
  }
  memory.shown.set(`${channelId} ${token}`, shownOf(result.scanned))
  return `${token}: ${result.scanned.mode}`
}

const shownOf = ({ updatedAt, amounts }: QrConfig) => ({
  updatedAt: new Date(updatedAt),
  amounts: amounts.map((dinars) => {
    const read = centimesFromDinars(dinars)
    return read.ok ? read.centimes : 0
  }),
})

const LIFETIME_MS = 20 * 60_000

export const setAmounts: Operation = async (context) => {
  const { process, random, nowMs, report } = context
  const { partnerId, token } = codeOf(context)
  const qrKind = random.pick(['PERMANENT', 'TIME_LIMITED', 'SINGLE_USE'] as const)
  const end = new Date(START.getTime() + nowMs() + LIFETIME_MS)
  const deps = { ...process.codes, pool: process.db.pool }
  const result = await setQrConfig(deps, {
    partnerId,
    token,
    wanted: {
      kind: qrKind,
      amounts: random.pick(AMOUNTS),
      expiresAt: qrKind === 'TIME_LIMITED' ? end : null,
    },
    setBy: 'partner',
  })
  if (!result.ok) expectDocumented(OF_PARTNERS.setQrConfig, result.code, report)
  return `${token}: ${result.ok ? result.config.mode : result.code}`
}

export const unsetAmounts: Operation = async (context) => {
  const { process, report } = context
  const { partnerId, token } = codeOf(context)
  const deps = { ...process.codes, pool: process.db.pool }
  const result = await unsetQrConfig(deps, { partnerId, token, unsetBy: 'partner' })
  if (!result.ok) expectDocumented(OF_PARTNERS.unsetQrConfig, result.code, report)
  return `${token}: ${result.ok ? result.config.mode : result.code}`
}

const TYPED = 321_00

/** A payer is charged what the channel was shown, or what it typed. */
export const payByCode: Operation = async (context) => {
  const { process, fixture, random, promises, keys, memory, report } = context
  const { partnerId, token } = codeOf(context)
  const { channelId, kind } = random.pick(fixture.channels)
  const shown = memory.shown.get(`${channelId} ${token}`)
  const amount = amountOf(context, shown?.amounts ?? [])
  const updatedAt = random.below(2) === 0 ? null : (shown?.updatedAt ?? null)
  const { key, isNew } = keys.of(random, { pay: [channelId, token, amount, updatedAt] })
  const result = await payQrCode(process.codes, {
    channel: { channelId, kind, isTest: false },
    token,
    amount,
    updatedAt,
    agentId: null,
    idempotency: key,
    requestId: requestIdOf(random),
  })
  if (!result.ok) {
    expectDocumented(OF_CHANNELS.openQrPayment, result.code, report)
    return `${token}: ${result.code}`
  }
  const price = amount ?? (shown?.amounts.length === 1 ? (shown.amounts[0] ?? null) : null)
  const scopedKey = key && `${partnerId} ${channelId} ${key.key}`
  promises.opened(result.payment, price, scopedKey, isNew)
  return `${token}: ${result.payment.payment_id} of ${result.payment.amount}`
}

const amountOf = ({ random }: Context, shown: number[]): number | null => {
  const choice = random.below(8)
  if (choice === 0) return TYPED
  if (shown.length === 0) return choice === 1 ? null : TYPED
  return choice < 4 ? null : random.pick(shown)
}
