/** Clients who contradict each other about the partner that moves, and what they were told, judged (W271). */
import { findHome } from '../../../platform/src/cells/homes.ts'
import { judge } from '../../../platform/test/histories/check-histories.ts'
import { createRecorder } from '../../../platform/test/histories/history.ts'
import { bringToAnEnd } from '../../../platform/test/storms/support/bring-to-an-end.ts'
import {
  OF_RIVALS,
  startQuarrelsOfPartner,
} from '../../../platform/test/storms/support/quarrels.ts'
import { recordEvents, type Subject } from '../../../platform/test/storms/support/recorded-calls.ts'
import type { PartnerServer } from '../../../platform/test/support/partner.ts'
import { makeQrCode } from '../../../platform/test/support/qr.ts'
import { createRouter, type TwoCells } from '../../../platform/test/support/two-cells.ts'
import type { Verdict } from '../storm.ts'

const RIVALS = 2
const CODES = 200

export const startQuarrelsOfMoved = async (
  cells: TwoCells,
  { shop, partner, channel }: Subject & { shop: PartnerServer },
): Promise<{ stop(): Promise<Verdict> }> => {
  const recorder = createRecorder()
  const isRecorded = (reference: string): boolean => reference.startsWith(OF_RIVALS)
  recordEvents(recorder, shop, { delayMs: 0, isRecorded })
  const tokens: string[] = []
  for (let count = 0; count < CODES; count += 1)
    tokens.push(await makeQrCode(cells.north.installation.pool, partner))
  const router = createRouter(cells)
  let isOver = false
  const quarrels = startQuarrelsOfPartner(
    {
      recorder,
      partner,
      channel,
      tokens,
      operatorKey: cells.north.installation.operatorKey,
      insist: (ask) => router.ask(partner, ask),
      isOver: () => isOver,
    },
    RIVALS,
  )
  return {
    async stop() {
      isOver = true
      await quarrels
      const { calls, subjects, violations } = judge(recorder.calls, { hasEvents: true })
      const home = cells.cellOf((await findHome(cells.north.pool, partner.number))?.cell ?? 'north')
      const people = { channelKey: channel.apiKey, call: home.process.call }
      const { stuck } = await bringToAnEnd({ ...home.installation, clock: cells.clock }, people)
      return {
        figures: [`${calls} calls about ${subjects} subjects judged`],
        violations: [...violations, ...stuck],
      }
    },
  }
}
