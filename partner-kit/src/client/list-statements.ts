import { describeIssues, PARTNER_STATEMENTS } from '@wasl/protocol'
import { callPlatform } from './call.ts'
import type { CallOptions } from './options.ts'
import { notSent } from './read-answer.ts'
import type { StatementsResult } from './result.ts'
import type { ClientSettings } from './settings.ts'

export type StatementsToList = {
  /** The `nextCursor` of the page before. */
  cursor?: string | undefined
  /** 1 to 200; 50 without it. */
  limit?: number | undefined
}

const { listOwnStatements } = PARTNER_STATEMENTS

export const listStatements = async (
  settings: ClientSettings,
  { cursor, limit }: StatementsToList,
  options: CallOptions,
): Promise<StatementsResult> => {
  const wanted = {
    ...(cursor !== undefined && { cursor }),
    ...(limit !== undefined && { limit: String(limit) }),
  }
  const { error } = listOwnStatements.query.safeParse(wanted)
  if (error !== undefined) return notSent(describeIssues(error, wanted))
  const query = new URLSearchParams(wanted).toString()
  return callPlatform(
    settings,
    {
      name: 'list_statements',
      subject: query,
      operation: listOwnStatements,
      url: `${settings.baseUrl}${listOwnStatements.path}${query === '' ? '' : `?${query}`}`,
      repeatable: 'yes',
    },
    options,
  )
}
