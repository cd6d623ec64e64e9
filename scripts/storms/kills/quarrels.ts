/** Clients who contradict each other beside the tills, and what they were told, judged (W271, W272). */
import { judge } from '../../../platform/test/histories/check-histories.ts'
import { createRecorder } from '../../../platform/test/histories/history.ts'
import { bringToAnEnd } from '../../../platform/test/storms/support/bring-to-an-end.ts'
import type { Installation } from '../../../platform/test/support/installation.ts'
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import { OF_RIVALS, startQuarrels } from '../../../platform/test/storms/support/quarrels.ts'
import { recordEvents, type Subject } from '../../../platform/test/storms/support/recorded-calls.ts'
import { giveCash, makeAgent, safeOf } from '../../../platform/test/support/custody.ts'
import type { PartnerServer } from '../../../platform/test/support/partner.ts'
import { makeQrCode } from '../../../platform/test/support/qr.ts'
import { createInsist } from '../insist.ts'
import type { Verdict } from '../storm.ts'

const CODES = 500

/** Centimes that the agent and the safe begin with: more than all bags and refunds take. */
const CASH = 100_000_000_00

export type QuarrelScene = Subject & {
  installation: Installation
  shop: PartnerServer
  /** How long the partner takes to acknowledge. */
  partnerMs: number
}

export type JudgedQuarrels = {
  /** Waits for the last answers, from this process, and judges all. */
  stop(last: PlatformProcess): Promise<Verdict>
}

/** @param processes may change while they run. */
export const startJudgedQuarrels = async (
  { installation, shop, partner, channel, partnerMs }: QuarrelScene,
  processes: readonly PlatformProcess[],
  rivals: number,
): Promise<JudgedQuarrels> => {
  const { pool, operatorKey } = installation
  const recorder = createRecorder()
  const isRecorded = (reference: string): boolean => reference.startsWith(OF_RIVALS)
  recordEvents(recorder, shop, { delayMs: partnerMs, isRecorded })
  const [agent, safe] = [await makeAgent(pool, channel), safeOf(channel)]
  for (const holder of [agent, safe]) await giveCash(pool, holder, CASH)
  const tokens: string[] = []
  for (let count = 0; count < CODES; count += 1) tokens.push(await makeQrCode(pool, partner))

  let isOver = false
  const insist = createInsist(processes, () => isOver)
  const scene = { recorder, partner, channel, operatorKey, tokens, agent, safe }
  const quarrels = startQuarrels({ ...scene, insist, isOver: () => isOver }, rivals)
  return {
    async stop(last) {
      isOver = true
      await quarrels
      const { calls, subjects, violations } = judge(recorder.calls, { hasEvents: true })
      const people = { channelKey: channel.apiKey, call: last.call }
      const { open, stuck } = await bringToAnEnd(installation, people)
      const unanswered = recorder.calls.filter(({ answer }) => answer === null).length
      const left = Object.entries(open).map(([name, count]) => `${count} (${name})`)
      return {
        figures: [
          `${calls} calls about ${subjects} subjects judged, ${unanswered} of them without an answer`,
          `brought to an end after the storm: ${left.join(', ')}`,
        ],
        violations: [...violations, ...stuck],
      }
    },
  }
}
