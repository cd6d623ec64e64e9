/** Above which amount another person approves a refund (W105). In production it must be set: absent is not `none`. */
import type { Centimes } from '@wasl/protocol'
import { AMOUNT_EXPECTED, centimesFromText, isLoopback } from './values.ts'

export const REFUND_APPROVAL_EXPECTED = `${AMOUNT_EXPECTED}, or none`

/** The centimes; null when no refund needs another person; undefined for a wrong text. */
export const refundApprovalOf = (text: string): Centimes | null | undefined =>
  text === 'none' ? null : centimesFromText(text)

type Values = {
  DATABASE_URL?: string | undefined
  WASL_CELLS?: unknown
  WASL_PUBLIC_URL?: string | undefined
  WASL_REFUND_APPROVAL_ABOVE?: Centimes | null | undefined
}

/** What is said when a platform with a database and a public address of its own leaves it open. */
export const refundApprovalMissing = (values: Values): string | null => {
  const { WASL_PUBLIC_URL: address, WASL_REFUND_APPROVAL_ABOVE: above } = values
  if (above !== undefined || address === undefined) return null
  if (values.DATABASE_URL === undefined && values.WASL_CELLS === undefined) return null
  if (isLoopback(new URL(address).hostname)) return null
  return (
    `expected ${AMOUNT_EXPECTED}, above which another person approves a refund, or none, with which one ` +
    'person may refund any amount: decide it before money moves, and give every process the same value'
  )
}
