import { describeIssues, PARTNER_PAYMENTS } from '@wasl/protocol'
import type { PaymentStage } from '@wasl/protocol'
import { callPlatform } from './call.ts'
import type { CallOptions } from './options.ts'
import { notSent } from './read-answer.ts'
import type { PaymentsResult } from './result.ts'
import type { ClientSettings } from './settings.ts'

/** The filters of the list of payments. Business dates are `YYYY-MM-DD` and included. */
export type PaymentsToList = {
  from?: string | undefined
  to?: string | undefined
  stage?: PaymentStage | undefined
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
  /** 1 to 500; 100 without it. */
  limit?: number | undefined
}

/** A page has up to 500 payments of at most 1 KiB. */
const PAGE_BYTES_MAX = 1024 * 1024

const { listOwnPayments } = PARTNER_PAYMENTS

export const listPayments = async (
  settings: ClientSettings,
  { limit, ...filters }: PaymentsToList,
  options: CallOptions,
): Promise<PaymentsResult> => {
  const wanted = { ...filters, ...(limit !== undefined && { limit: String(limit) }) }
  const { error } = listOwnPayments.query.safeParse(wanted)
  if (error !== undefined) return notSent(describeIssues(error, wanted))
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given as [string, string][]).toString()
  return callPlatform(
    { ...settings, bodyBytesMax: Math.max(settings.bodyBytesMax, PAGE_BYTES_MAX) },
    {
      name: 'list_payments',
      subject: query,
      operation: listOwnPayments,
      url: `${settings.baseUrl}${listOwnPayments.path}${query === '' ? '' : `?${query}`}`,
      repeatable: 'yes',
    },
    options,
  )
}
