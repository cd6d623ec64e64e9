import { isReference, readReceipt } from '@wasl/protocol'
import {
  paymentIdOfReceipt,
  readShortNumber,
  type ShortNumber,
} from '../../payments/receipts/receipt-number.ts'
import { agentNumber, channelNumber, partnerNumber } from '../../base/wire-ids.ts'
import { readAmounts, type AmountRange } from '../../base/typed/read-amount.ts'
import { cleanText, withLatinDigits } from '../../base/typed/typed-text.ts'

/** Everything that a text in the search box may mean. */
export type Typed = {
  /** Without invisible marks and repeated spaces. */
  text: string
  /** What a reference may begin with, as it was typed first, then in other spellings. */
  references: string[]
  amounts: AmountRange | null
  /** In lower case. */
  uuid: string | null
  /** The payment of a receipt's number or code. */
  receiptOf: string | null
  /** A receipt's short number; a reference may have the form of one. */
  shortNumber: ShortNumber | null
  wireId: { of: 'partner' | 'channel' | 'agent'; number: number } | null
  /** Null when it is too short for a name. */
  name: string | null
}

export const TYPED_LENGTH_MAX = 2_000

/** One letter would find half of all references. */
const REFERENCE_LENGTH_MIN = 2

const NAME_LENGTH_MAX = 100

export const readTyped = (typed: string): Typed => {
  const text = cleanText(typed)
  const uuid = readId(text)
  return {
    text,
    references: uuid === null ? spellings(text) : [],
    amounts: readAmounts(text),
    uuid,
    receiptOf: paymentIdOfReceipt(withLatinDigits(text)) ?? paymentOfCode(text),
    shortNumber: readShortNumber(withLatinDigits(text)),
    wireId: readWireId(text.toLowerCase()),
    name: uuid === null && isName(text) ? text : null,
  }
}

/** A UUID with or without its hyphens. */
const readId = (text: string): string | null => {
  const hex = text.toLowerCase().replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/.test(hex)) return null
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

/** A partner's reference is exact; a caller does not say which letters are capitals. */
const spellings = (text: string): string[] => {
  if (text.length < REFERENCE_LENGTH_MIN || !isReference(text)) return []
  const latin = withLatinDigits(text)
  return [...new Set([text, text.toUpperCase(), text.toLowerCase(), latin, latin.toUpperCase()])]
}

const readWireId = (text: string): Typed['wireId'] => {
  const kinds = [
    ['partner', partnerNumber(text)],
    ['channel', channelNumber(text)],
    ['agent', agentNumber(text)],
  ] as const
  for (const [of, number] of kinds) if (number !== null) return { of, number }
  return null
}

/** The text of a receipt's QR code, or the code alone. The link to the payment is read, not checked. */
const paymentOfCode = (text: string): string | null => {
  const code = text.slice(text.lastIndexOf('#') + 1)
  if (code.length < 100) return null
  const reading = readReceipt(code)
  return reading.ok ? reading.content.paymentId.toLowerCase() : null
}

const isName = (text: string): boolean =>
  text.length <= NAME_LENGTH_MAX && (text.match(/\p{L}/gu)?.length ?? 0) >= 2
