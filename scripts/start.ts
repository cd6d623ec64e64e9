/**
 * `npm start`: `wasl dev` with the reference partner as the developer's server. It pays references
 * through each kind of channel, step by step; then both stay up. With `--cells 2` partners live in two
 * databases, and the shop moves from one to the other while it is paid.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '@wasl/embedded-postgres'
import { createClient } from '@wasl/partner-kit'
import { startReferencePartner } from '@wasl/reference-partner'
import type { Context } from '../cli/src/context.ts'
import { runDev, type Introduction } from '../cli/src/dev/run.ts'
import type { DevOptions } from '../cli/src/dev/settings.ts'
import { usage } from '../cli/src/problem.ts'
import { runProgram } from '../cli/src/run-program.ts'
import { buildScreens } from './build-screens.ts'
import { showGuide } from './start/guide.ts'
import { tellMoney } from './start/day-of-money.ts'
import { openDoors } from './start/doors.ts'
import { addReferences } from './start/references.ts'
import { tellMove } from './start/move-while-paid.ts'
import { createScreen } from './start/screen.ts'
import { tellStory } from './start/story.ts'

const OPTIONS = {
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  cells: { type: 'string' },
} as const

/** The keys of one database do not fit the other. */
const FOLDER_OF_CELLS = join(import.meta.dirname, '../.wasl/cells')

const readOptions = ({ environment }: Context): DevOptions => {
  const { port, 'data-dir': dataDir, cells } = given()
  if (cells !== undefined && cells !== '2') {
    throw usage(
      `--cells: expected 2, the number of cells that this demonstration has, received ${JSON.stringify(cells)}.`,
      'npm start -- --cells 2, or npm start for one database',
    )
  }
  const inCells = cells !== undefined
  const folder = dataDir ?? environment['WASL_DEV_DIR'] ?? (inCells ? FOLDER_OF_CELLS : undefined)
  return { inCells, ...(port !== undefined && { port }), ...(folder && { dataDir: folder }) }
}

const given = () => {
  try {
    return parseArgs({ options: OPTIONS }).values
  } catch (error) {
    throw usage((error as Error).message, 'npm start -- --port 8080 --data-dir .wasl/dev --cells 2')
  }
}

const start = async (context: Context): Promise<void> => {
  const screen = createScreen(context.terminal)
  const options = readOptions(context)
  screen.line()
  screen.line(screen.bold('Wasl'))
  screen.line('A platform that collects payments for partners: it asks the partner for the')
  screen.line('amount of a reference, lets one payer at a time pay it, and tells the partner.')
  screen.line()
  await buildScreens({ onBuild: () => screen.line('Building the screens, once …') })
  const port = await freePort()
  const apiUrl = `http://127.0.0.1:${port}`

  const introduce: Introduction = async (session, { directory, closeLast }) => {
    const { accounts, platformUrl, feed, homes } = session
    const { partnerId, apiKey, apiSecret, hmacSecret } = accounts.partner
    const dataFile = join(directory, 'shop.json')
    const shop = await startReferencePartner({ apiSecret, hmacSecret, dataFile, port })
    closeLast(shop.close)
    // The story shows the same; only what is wrong with the platform is new.
    feed.to(({ kind, text }) => {
      if (kind === 'platform') screen.paragraph(`Note: ${text}`)
    })
    const references = await addReferences(shop)
    const channels = Object.entries(accounts.channels)
    screen.line()
    screen.table([
      ['platform', platformUrl],
      ['partner', `${apiUrl}   a shop: ${partnerId}`],
      ['channels', channels.map(([kind, { channelId }]) => `${kind} ${channelId}`).join(', ')],
    ])
    screen.line()
    const client = createClient({ baseUrl: platformUrl, apiKey, allowHttp: true })
    await tellStory({ session, client, screen }, references)
    if (homes === null) await tellMoney({ session, shop, screen, directory })
    const doors = await openDoors(session)
    closeLast(doors.close)
    if (homes !== null) await tellMove({ session, shop, screen, doors, homes })
    showGuide(context.terminal, screen, { session, doors, reference: references.yours, directory })
    screen.line('What the partner is asked and told appears below. Ctrl-C stops everything.')
    screen.line()
  }
  await runDev(context, { ...options, apiUrl }, introduce)
}

await runProgram(start)
