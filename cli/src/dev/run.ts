/** `wasl dev`: the real platform on this machine, aimed at the developer's own two endpoints. */
import { once } from 'node:events'
import { createLog, makeFolder, startPlatform, type Config } from '@wasl/platform'
import { webhookUrlOf } from '@wasl/protocol'
import type { Context } from '../context.ts'
import { Problem, unreachable } from '../problem.ts'
import { inWordsOfDev } from './in-words-of-dev.ts'
import type { Endpoints } from '../targets.ts'
import type { Terminal } from '../terminal.ts'
import { createApi } from './api.ts'
import { tellOpening, variablesOf } from './banner.ts'
import { gatherCast } from './cast.ts'
import { createClock } from './clock.ts'
import { askRunning, startControl } from './control.ts'
import { createFaults } from './faults.ts'
import { createFeed, faultEntry, feedHooks, linesOf, type Feed } from './feed.ts'
import { devDirectory, inFolder, newState, readRunning, readState, removeRunning } from './home.ts'
import { writeRunning, writeState, type DevState } from './home.ts'
import { clockText, perform } from './perform.ts'
import { watchServer } from './probe.ts'
import { openPrompt } from './prompt.ts'
import type { DevAnswer, DevRequest } from './requests.ts'
import { readDevConfig, readUrls, type DevOptions } from './settings.ts'
import type { Stage } from './stage.ts'

/** A shutdown that takes longer is stuck; what it leaves is made for a sudden end. */
const SHUTDOWN_MS_MAX = 20_000

export type Prompted = {
  /** What can be typed. */
  names: readonly string[]
  run(words: string[], execute: (request: DevRequest) => Promise<DevAnswer>): Promise<void>
}

export const runDev = async (
  context: Context,
  options: DevOptions,
  prompted: Prompted,
): Promise<void> => {
  const directory = devDirectory(context.environment, options.dataDir)
  const urls = await readUrls(context, options)
  // After the question for a URL, during which another one may have begun with keys of its own.
  await refuseSecond(directory)
  const state = readState(directory) ?? newState()
  const config = await readDevConfig(context, options, directory, state)
  context.stopGracefully()
  const stops: (() => Promise<void> | void)[] = []
  try {
    await live(context, { directory, state, urls, config, options, prompted, stops })
  } finally {
    setTimeout(() => process.exit(1), SHUTDOWN_MS_MAX).unref()
    if (stops.length > 0) context.terminal.say('Stopping: what was begun is finished first.')
    for (const stop of stops.toReversed()) await stop()
    if (stops.length > 0)
      context.terminal.say('Stopped. The next "wasl dev" goes on with the same data.')
  }
}

const refuseSecond = async (directory: string): Promise<void> => {
  const running = readRunning(directory)
  if (!running) return
  const isThere = await askRunning(directory, { command: 'info' }).then(
    () => true,
    (error: unknown) => !(error instanceof Problem),
  )
  // Of one that was killed only the file is left.
  if (!isThere) return removeRunning(directory)
  throw unreachable(
    `wasl dev runs already on ${directory} (process ${running.pid}, ${running.platformUrl}).`,
    'Stop it first, or give this one another --data-dir.',
  )
}

type Life = {
  directory: string
  state: DevState
  urls: Endpoints
  config: Config
  options: DevOptions
  prompted: Prompted
  stops: (() => Promise<void> | void)[]
}

const live = async (context: Context, life: Life): Promise<void> => {
  const { terminal, signal } = context
  const { directory, options } = life
  const obey = (): void => terminal.say('Stopping as soon as the start is through.')
  signal.addEventListener('abort', obey, { once: true })
  const stage = await setUp(context, life)
  signal.removeEventListener('abort', obey)
  if (signal.aborted) return
  const execute = (request: DevRequest): Promise<DevAnswer> => perform(stage, request)
  const control = await startControl(execute)
  life.stops.push(() => control.close())
  const { url: controlUrl, token } = control
  writeRunning(directory, { pid: process.pid, platformUrl: stage.platformUrl, controlUrl, token })
  life.stops.push(() => removeRunning(directory))

  if (options.json) {
    const environment = variablesOf(stage.cast.partner, stage.platformUrl)
    const { platformUrl, apiUrl, webhookUrl } = stage
    terminal.json({ kind: 'ready', platformUrl, apiUrl, webhookUrl, environment })
  } else {
    const clock = clockText(await stage.clock.read())
    tellOpening(terminal, { ...stage, partner: stage.cast.partner, clock, dataDir: directory })
  }
  const stopped = once(signal, 'abort')
  const closing = new AbortController()
  life.stops.push(() => closing.abort())
  const prompt =
    terminal.isInteractive && !options.json
      ? openPrompt(
          terminal,
          life.prompted.names,
          (words) => life.prompted.run(words, execute),
          () => process.kill(process.pid, 'SIGTERM'),
        )
      : null
  life.stops.push(() => prompt?.close())
  showFeed(terminal, stage.feed, options.json === true, (write) => {
    if (prompt) prompt.above(write)
    else write()
  })
  void watchServer(stage.apiUrl, closing.signal, (isUp) => tellServer(stage, isUp))
  if (!signal.aborted) await stopped
}

const setUp = async (
  { terminal }: Context,
  { directory, state, urls, config, options, stops }: Life,
): Promise<Stage> => {
  const feed = createFeed()
  const webhookUrl = urls.webhookUrl ?? webhookUrlOf(urls.apiUrl)
  const faults = createFaults((kind, request) =>
    feed.tell(
      faultEntry(kind, `${request.method} ${request.pathSuffix ?? request.url.toString()}`),
    ),
  )
  let kept = state
  const save = (changes: Partial<DevState>): void => {
    kept = { ...kept, ...changes }
    writeState(directory, kept)
  }
  inFolder(directory, makeFolder)
  save({})
  terminal.say(`Starting PostgreSQL and the platform on the data in ${directory} …`)
  const faultOf = faults.metBy
  const hooks = {
    aroundSend: faults.around,
    ...feedHooks(feed, { apiUrl: urls.apiUrl, webhookUrl, faultOf }),
    otherPorts: options.port === undefined,
  }
  const platform = await startPlatform(
    config,
    createLog(config.logLevel, logTo(feed)),
    hooks,
  ).catch((error: unknown): never => {
    throw unreachable(`The platform did not start: ${inWordsOfDev(error)}`)
  })
  stops.push(
    () => platform.stop(),
    () => faults.stop(),
  )
  const platformUrl = platform.address
  const port = Number(new URL(platformUrl).port)
  if (port !== config.port && config.port !== 0)
    terminal.say(
      `The port ${config.port} is taken by another program, so the platform has ${port}.`,
    )
  const api = createApi(platformUrl)
  const cast = await gatherCast({ api, pool: platform.pool }, state, urls, save)
  save({ port })
  const clock = createClock(platform.pool)
  const { operatorKey } = state
  return {
    api,
    cast,
    operatorKey,
    clock,
    faults,
    feed,
    platformUrl,
    apiUrl: urls.apiUrl,
    webhookUrl,
  }
}

/** What is wrong with the platform itself, as part of the feed. */
type LogLine = { level: number; msg?: string; requestId?: string; err?: { message?: string } }

/** As pino numbers it. */
const INFO = 30

const logTo = (feed: Feed) => ({
  write(line: string): void {
    const { level, msg = '', requestId, err } = JSON.parse(line) as LogLine
    // The feed shows every answer, refusals too.
    if (level <= INFO && requestId !== undefined) return
    // What went wrong with a lookup is in the feed already, in better words.
    if (err?.message?.startsWith('PARTNER50')) return
    const why = err?.message === undefined ? '' : ` (${err.message})`
    feed.tell({ kind: 'platform', ok: false, text: `${msg}${why}` })
  },
})

const showFeed = (
  terminal: Terminal,
  feed: Feed,
  asJson: boolean,
  write: (lines: () => void) => void,
): void => {
  feed.to((entry) =>
    write(() => {
      if (asJson) terminal.out(JSON.stringify(entry))
      else for (const line of linesOf(entry, terminal)) terminal.out(line)
    }),
  )
}

const tellServer = ({ feed, apiUrl }: Stage, isUp: boolean): void =>
  feed.tell({
    kind: 'partner',
    ok: isUp,
    text: isUp
      ? `your server is up at ${apiUrl}`
      : `nothing listens at ${apiUrl} yet: start your server; I keep trying`,
  })
