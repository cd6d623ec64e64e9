/**
 * Erases the labels that a partner's lookup gave for a reference, from all of its payments:
 *
 *   npm run platform:erase-labels -- --partner prt_1001 --reference INV-1 --reason "request 2026-14"
 *
 * The platform may go on running. The audit log says who did it, when, why and to which payments.
 */
import { parseArgs } from 'node:util'
import { isReference } from '@wasl/protocol'
import { eraseLabels } from '../../payments/erase-labels.ts'
import { partnerNumber } from '../../base/wire-ids.ts'
import { BY_COMMAND, onDatabaseOf, reportFailure } from './run-command.ts'

const REASON_MAX = 200

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      partner: { type: 'string', default: '' },
      reference: { type: 'string', default: '' },
      reason: { type: 'string', default: '' },
    },
  })
  const { partner, reference, reason } = values
  const partnerId = partnerNumber(partner)
  if (partnerId === null) throw new Error('expected --partner with an id such as prt_1001')
  if (!isReference(reference)) throw new Error('expected --reference with the reference')
  if (reason.trim() === '' || reason.length > REASON_MAX) {
    throw new Error(`expected --reason with why, in at most ${REASON_MAX} characters`)
  }
  await onDatabaseOf('erase labels', partnerId, async ({ db }) => {
    const erased = await eraseLabels(db.pool, { partnerId, reference, reason, by: BY_COMMAND })
    const count = erased.length === 1 ? '1 payment' : `${erased.length} payments`
    process.stdout.write(`Erased the labels of ${count}${erased.map((id) => `\n${id}`).join('')}\n`)
  })
}

main().catch(reportFailure('Nothing was erased'))
