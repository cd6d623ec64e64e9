import { expect, test } from 'vitest'
import { openCells, type OpenCells } from '../../src/run/cells/open-cells.ts'
import { removeCopies } from '../../src/base/database/copies.ts'
import { createKeyring } from '../../src/base/secrets/seal.ts'
import { createLog } from '../../src/base/log.ts'
import { connectTo, createTestDatabase } from '../support/database.ts'
import { startPartner } from '../support/partner.ts'
import { startTestPlatform } from '../support/platform.ts'
import { openTill } from '../support/till.ts'

test('a platform with tills becomes the control cell of two, which has its shifts', async () => {
  const platform = await startTestPlatform({ cells: 1 })
  const server = await startPartner()
  const south = await createTestDatabase()
  const reader = await connectTo(south.url)
  let cells: OpenCells | null = null
  try {
    const partner = await platform.createPartner(server)
    const till = await openTill({ platform, server, partner })
    const { agentId, shiftId } = await till.onShift(1_000)
    await till.collect(agentId, 500)
    await till.call('POST', '/deposits', { from: agentId, amount: 100 })
    await platform.stopNodes()

    cells = await openCells({
      addresses: [
        { name: 'north', url: platform.databaseUrl },
        { name: 'south', url: south.url },
      ],
      keyring: createKeyring(platform.masterKey),
      timeZone: null,
      allowPrivateTargets: true,
      log: createLog('error', { write: () => undefined }),
    })
    const { rows } = await reader.query(
      `select 'agt_' || agent_id as "agentId", status from shifts where shift_id = $1`,
      [shiftId],
    )
    expect(rows).toEqual([{ agentId, status: 'open' }])
    await expect(reader.query(`update shifts set status = 'counted'`)).rejects.toThrow(
      'it is changed in the control cell',
    )
  } finally {
    await cells?.close()
    const control = await connectTo(platform.databaseUrl)
    await removeCopies(control, reader, 'south')
    await Promise.all([control.end(), reader.end()])
    await platform.stop()
    await south.drop()
    await server.close()
  }
})
