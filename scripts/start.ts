/**
 * `npm start`: the platform and a partner on this machine, a payment through each kind of channel told
 * step by step; then both stay up for whoever wants to try. Running it again goes on with the same
 * data.
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { createClient } from '@wasl/partner-kit'
import { startReferencePartner } from '@wasl/reference-partner'
import { createLog } from '../platform/src/log.ts'
import { makeApiKey } from '../platform/src/keys/api-key.ts'
import { startPlatform } from '../platform/src/start.ts'
import { createApi, type Api } from './start/api.ts'
import { gatherCast, PARTNER_NAME, type Cast } from './start/cast.ts'
import { readDemoFile, writeDemoFile } from './start/demo-file.ts'
import { createPartnerFeed, platformLog } from './start/events.ts'
import { tellGuide } from './start/guide.ts'
import { addReferences, type References } from './start/references.ts'
import { bold, dim, line, paragraph, table } from './start/screen.ts'
import { freePort, readSettings } from './start/settings.ts'
import { beRefusedAndTell, payAndTell, scanAndTell, type Stage } from './start/story.ts'

/** A shutdown that takes longer is stuck; whatever then remains ends with this process. */
const SHUTDOWN_MS_MAX = 20_000

/** @throws Error when the platform ignores the key, because another one has replaced it. */
const expectOperator = async (api: Api, operatorKey: string): Promise<void> => {
  const { status } = await api.ask('GET', '/operator/v1/channels?limit=1', operatorKey)
  if (status !== 401) return
  throw new Error(
    'WASL_OPERATOR_KEY holds a key that was replaced or withdrawn: set a new one, or remove it.',
  )
}

/** @param stops is told how to stop what was started, in the order in which it has to be stopped. */
const run = async (signal: AbortSignal, stops: (() => Promise<void>)[]): Promise<void> => {
  const { config, isPortChosen, hasOwnOperatorKey, notes } = readSettings(process.env)
  const demoFile = join(config.dataDir, 'demo.json')
  const demo = readDemoFile(demoFile)
  const operatorKey = config.operatorKey ?? demo.operatorKey
  line()
  line(bold('Wasl'))
  line('A platform that collects payments for partners: it asks the partner what a')
  line('reference costs, lets one payer at a time pay it, and tells the partner.')
  line()
  for (const note of notes) paragraph(note)
  line(dim(`Starting PostgreSQL and the platform on the data in ${config.dataDir} …`))
  const log = createLog(config.logLevel, platformLog)
  const platform = await startPlatform({ ...config, operatorKey }, log, {
    otherPorts: !isPortChosen,
  })
  stops.push(() => platform.stop())
  const platformPort = Number(new URL(platform.address).port)
  if (!isPortChosen && platformPort !== config.port)
    paragraph(
      `Port ${config.port} is taken, so the platform has ${platformPort}; PORT chooses one.`,
    )

  const api = createApi(platform.address, signal)
  const port = await freePort(demo.partner?.port)
  await expectOperator(api, operatorKey)
  // An own key replaces the one of the demonstration for good: the next start without it takes a new one.
  const nextKey = hasOwnOperatorKey ? makeApiKey({ kind: 'operator' }) : operatorKey
  const cast = await gatherCast(api, { ...demo, operatorKey }, port, (changed) =>
    writeDemoFile(demoFile, { ...changed, operatorKey: nextKey }),
  )
  const feed = createPartnerFeed()
  const shop = await startReferencePartner({
    apiSecret: cast.partner.apiSecret,
    hmacSecret: cast.partner.hmacSecret,
    dataFile: join(config.dataDir, 'demo-shop.json'),
    port,
    log: feed.log,
  })
  stops.push(() => shop.close())

  const references = await addReferences(shop)
  tellCast(cast, platform.address, shop.url)
  const { apiKey } = cast.partner
  const client = createClient({ baseUrl: platform.address, apiKey, allowHttp: true })
  await tellStory({ api, cast, operatorKey, client, signal }, references)
  tellGuide({
    baseUrl: platform.address,
    partnerUrl: shop.url,
    cast,
    operatorKey: hasOwnOperatorKey ? 'your WASL_OPERATOR_KEY' : operatorKey,
    reference: references.yours,
    demoFile,
  })
  line('What the partner is asked and told appears below. Ctrl-C stops everything.')
  line()
  feed.open()
  if (!signal.aborted) await once(signal, 'abort')
}

const tellCast = ({ partner, channels }: Cast, baseUrl: string, partnerUrl: string): void => {
  const kinds = Object.entries(channels).map(([kind, { channelId }]) => `${kind} ${channelId}`)
  line()
  table([
    ['platform', baseUrl],
    ['partner', `${partnerUrl}   ${PARTNER_NAME}, a shop: ${partner.partnerId}`],
    ['channels', kinds.join(', ')],
  ])
  line()
}

/** What the words in front of the steps mean. */
const WORDS: [string, string][] = [
  ['open', 'a channel says which reference is to be paid'],
  ['lookup', 'the platform asks the partner what it costs'],
  ['lock', 'from now on nobody else can pay it'],
  ['webhook', 'signed, and sent again until the partner acknowledges it'],
  ['confirm', 'the channel has the money'],
  ['status', 'the partner asks by itself, should it have missed something'],
  ['set', 'the partner says what its QR code asks for; the code stays on the counter'],
  ['scan', 'a channel reads the code: who is paid, and how much'],
]

const tellStory = async (stage: Stage, references: References): Promise<void> => {
  line(bold('How a reference is paid'))
  table(WORDS)
  line()
  line(bold('1. A customer pays an order in cash at a counter (AGENCY)'))
  await payAndTell(stage, 'AGENCY', references.counter)
  line()
  line(bold('2. A courier takes cash at the door (DELIVERY)'))
  paragraph('The slash in the reference travels percent-encoded.', ' ')
  await payAndTell(stage, 'DELIVERY', references.parcel)
  line()
  line(bold('3. Somebody pays a basket in an app (MARKETPLACE)'))
  await payAndTell(stage, 'MARKETPLACE', references.basket)
  line()
  line(bold('4. The first order is to be paid a second time: refused'))
  await beRefusedAndTell(stage, 'AGENCY', references.counter)
  line()
  line(bold('5. A customer scans the QR code on the counter and picks an amount'))
  await scanAndTell(stage, 'MARKETPLACE')
  line()
}

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => {
    const isFirst = !stopping.signal.aborted
    line()
    line(isFirst ? 'Stopping: what was begun is finished first.' : 'Still stopping.')
    stopping.abort()
  })
}
// Nobody reads any more: a terminal that was closed, or a pipe.
process.stdout.on('error', () => stopping.abort())

const stops: (() => Promise<void>)[] = []
try {
  await run(stopping.signal, stops)
} catch (error) {
  if (!stopping.signal.aborted) {
    process.exitCode = 1
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`\n  Wasl cannot go on: ${message}\n\n`)
  }
}
setTimeout(() => process.exit(1), SHUTDOWN_MS_MAX).unref()
for (const stop of stops) await stop()
if (stopping.signal.aborted) line('Stopped. "npm start" goes on with the same data.')
