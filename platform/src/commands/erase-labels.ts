/**
 * Erases the labels that a partner's lookup gave for a reference, from all of its payments:
 *
 *   npm run platform:erase-labels -- --partner prt_1001 --reference INV-1 --reason "request 2026-14"
 *
 * The platform may go on running. The audit log says who did it, when, why and to which payments.
 */
import { parseArgs } from 'node:util'
import { isReference } from '@wasl/protocol'
import pino from 'pino'
import { readConfig } from '../config.ts'
import { createDatabase } from '../database/database.ts'
import { databaseServer } from '../database/database-server.ts'
import { openClient } from '../database/open-client.ts'
import { COMMAND_LINE } from '../operators/first-key.ts'
import { eraseLabels } from '../payments/erase-labels.ts'
import { partnerNumber } from '../wire-ids.ts'

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
  const server = await databaseServer(readConfig(), pino({ level: 'warn', base: null }))
  try {
    const client = await openClient(server.url, 'wasl erase labels')
    await client.end()
    const { pool, close } = createDatabase(server.url)
    try {
      const by = { id: null, name: COMMAND_LINE, requestId: null }
      const erased = await eraseLabels(pool, { partnerId, reference, reason, by })
      const count = erased.length === 1 ? '1 payment' : `${erased.length} payments`
      process.stdout.write(
        `Erased the labels of ${count}${erased.map((id) => `\n${id}`).join('')}\n`,
      )
    } finally {
      await close()
    }
  } finally {
    await server.stop()
  }
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`Nothing was erased: ${message}.\n`)
  process.exitCode = 1
})
