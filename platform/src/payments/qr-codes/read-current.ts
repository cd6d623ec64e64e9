import type { Pipeline } from '../../base/database/pipeline.ts'
import { releaseLapsed } from '../release-lapsed.ts'
import type { MakeTransition } from '../transition.ts'
import { lapsedUse } from './configuration.ts'
import { readQrCode, type QrCodeFacts } from './read-facts.ts'

export type CurrentCodeDeps = { hot: Pipeline; makeTransition: MakeTransition }

/**
 * The code with this token; null when none has it. Releases a lapsed lock on its single use first,
 * so that nobody reads "free" while a confirmation may still win (as the status does, D7).
 */
export const readCurrentQrCode = async (
  { hot, makeTransition }: CurrentCodeDeps,
  token: string,
  channelId: number | null = null,
): Promise<QrCodeFacts | null> => {
  const code = await readQrCode((statement) => hot.query(statement), token, channelId)
  const lapsed = code && lapsedUse(code, code.at)
  if (!lapsed) return code
  await releaseLapsed(makeTransition, { partnerId: code.partnerId, paymentId: lapsed.paymentId })
  return readQrCode((statement) => hot.query(statement), token, channelId)
}
