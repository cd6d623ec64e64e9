/**
 * The rules of a QR code's amount configuration (section 2.7), without I/O.
 *
 * A code has at most one configuration at a time: amounts with a lifetime. It is in force until it
 * is replaced or removed (`endedAt`), expires (`expiresAt`), or its single use is paid, whichever
 * comes first. A locked payment reserves a single use, and gives it back when it is released (D19).
 * While no configuration is in force, the payer names the amount.
 */
import { dinarsFromCentimes } from '@wasl/protocol'
import type {
  Centimes,
  QrCodeKind,
  QrCodeStatus,
  QrConfig,
  QrConfigKind,
  QrMode,
} from '@wasl/protocol'

/**
 * The payment that has a single use. It is locked (perhaps by a lapsed lock), paid or refunded; a
 * released one has none.
 */
export type SingleUse = {
  paymentId: string
  stage: 'locked' | 'paid' | 'refunded'
  lockExpiresAt: Date
  paidAt: Date | null
}

export type Amounts = { kind: QrConfigKind; amounts: Centimes[]; expiresAt: Date | null }

export type Configuration = Amounts & {
  configurationId: string
  setAt: Date
  endedAt: Date | null
  endedBy: 'replaced' | 'unset' | null
  use: SingleUse | null
}

export type Code = {
  kind: QrCodeKind
  status: QrCodeStatus
  createdAt: Date
  /** The newest configuration, in force or not. */
  newest: Configuration | null
}

export type End = { at: Date; by: 'replaced' | 'unset' | 'expired' | 'used' }

/** The configuration in force at a moment, and since when the code is in this state. */
export type CodeState = {
  configuration: Configuration | null
  mode: QrMode
  updatedAt: Date
}

/** How a configuration had ended by this moment; null while it is in force. */
export const endOf = (configuration: Configuration, at: Date): End | null => {
  const { use, expiresAt, endedAt, endedBy } = configuration
  if (use?.paidAt) return { at: use.paidAt, by: 'used' }
  if (expiresAt && expiresAt <= at && (!endedAt || expiresAt <= endedAt)) {
    return { at: expiresAt, by: 'expired' }
  }
  return endedAt && endedBy ? { at: endedAt, by: endedBy } : null
}

export const stateOf = ({ newest, createdAt }: Code, at: Date): CodeState => {
  const end = newest && endOf(newest, at)
  const configuration = end ? null : newest
  return {
    configuration,
    mode: modeOf(configuration?.amounts ?? []),
    updatedAt: end?.at ?? newest?.setAt ?? createdAt,
  }
}

const modeOf = ({ length }: Centimes[]): QrMode => {
  if (length === 0) return 'OPEN_AMOUNT'
  return length === 1 ? 'SINGLE_AMOUNT' : 'MULTI_AMOUNT'
}

/** Whether a locked payment has the single use of the configuration in force. */
export const isInUse = ({ configuration }: CodeState): boolean => Boolean(configuration?.use)

/** The lapsed lock on the code's single use; it must be released before any answer. */
export const lapsedUse = ({ newest }: Code, at: Date): SingleUse | null => {
  const use = newest?.use
  return use?.stage === 'locked' && use.lockExpiresAt <= at ? use : null
}

/** Whether a dynamic code's one payment was made: it can never be paid again. */
export const isUsedUp = ({ kind, newest }: Code): boolean =>
  kind === 'dynamic' && Boolean(newest?.use?.paidAt)

/** Why nobody can pay with a code, apart from the state of its partner. */
export type UnpayableReason = 'disabled' | 'usedUp'

/** Null when the code can be scanned and paid. */
export const unpayableReason = (code: Code): UnpayableReason | null => {
  if (code.status === 'disabled') return 'disabled'
  return isUsedUp(code) ? 'usedUp' : null
}

/** Whether a code can be scanned and paid. */
export const isPayable = (code: Code): boolean => unpayableReason(code) === null

/**
 * Why amounts can be neither set nor unset now, checked in the order of D18; null when they can.
 */
export const changeRefusal = (
  code: Code,
  at: Date,
): 'QR_CODE400_INVALID_STATUS' | 'QR_CODE400_CANNOT_BE_MODIFIED' | null => {
  if (code.status === 'disabled') return 'QR_CODE400_INVALID_STATUS'
  const isFixed = code.kind === 'dynamic' || isInUse(stateOf(code, at))
  return isFixed ? 'QR_CODE400_CANNOT_BE_MODIFIED' : null
}

/** Whether setting this would change nothing, so that a repeated request does no harm (D16). */
export const isSame = (configuration: Amounts, wanted: Amounts): boolean =>
  configuration.kind === wanted.kind &&
  configuration.expiresAt?.getTime() === wanted.expiresAt?.getTime() &&
  configuration.amounts.length === wanted.amounts.length &&
  configuration.amounts.every((amount, index) => amount === wanted.amounts[index])

/**
 * The time of a change made now: later than every earlier one, so that no two states of a code have
 * the same `updatedAt`.
 */
export const changeTime = (code: Code, at: Date): Date => {
  const { updatedAt } = stateOf(code, at)
  const latest = Math.max(updatedAt.getTime(), code.newest?.setAt.getTime() ?? 0)
  return new Date(Math.max(at.getTime(), latest + 1))
}

/** Whether an expiry is in the future, and at most a calendar year ahead (D16). */
export const isExpiryAllowed = (expiresAt: Date, at: Date): boolean => {
  const latest = new Date(at)
  latest.setUTCFullYear(latest.getUTCFullYear() + 1)
  return expiresAt > at && expiresAt <= latest
}

/** A code's configuration in wire format (D17). */
export const qrConfigOf = (
  qrCodeToken: string,
  { configuration, mode, updatedAt }: CodeState,
): QrConfig => ({
  qrCodeToken,
  kind: configuration?.kind ?? null,
  mode,
  currency: 'DZD',
  amounts: configuration?.amounts.map(dinarsFromCentimes) ?? [],
  expiresAt: configuration?.expiresAt?.toISOString() ?? null,
  singleUse: configuration?.kind === 'SINGLE_USE',
  updatedAt: updatedAt.toISOString(),
})
