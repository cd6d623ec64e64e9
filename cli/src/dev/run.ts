/** `wasl dev`: the real platform on this machine, aimed at the developer's own two endpoints. */
import { once } from 'node:events'
import { createLog, makeFolder, startPlatform } from '@wasl/platform'
import { webhookUrlOf } from '@wasl/protocol'
import type { Context } from '../context.ts'
import { Problem, unreachable } from '../problem.ts'
import type { Terminal } from '../terminal.ts'
import { prepareAccounts } from './accounts.ts'
import { createApi } from './api.ts'
import { showBanner, variablesOf } from './banner.ts'
import { askRunning, startControl } from './control.ts'
import { refuseOtherData, startDatabases } from './databases.ts'
import { createFeed, linesOf, platformLogTo, type Feed } from './feed.ts'
import { devDirectory, inFolder, openState, readRunning, removeRunning } from './home.ts'
import { writeRunning, writeState, type DevState } from './home.ts'
import { createPartnerCalls } from './partner-calls.ts'
import { perform } from './perform.ts'
import { openPrompt } from './prompt.ts'
import { createPromptCommands } from './prompt-commands.ts'
import type { DevAnswer, DevRequest } from './requests.ts'
import type { Session } from './session.ts'
import { readDevConfig, readUrls, type DevOptions } from './settings.ts'
import { startErrorText } from './start-error.ts'
import { watchPartner } from './watch-partner.ts'

/** A shutdown that takes longer hangs; the data survives a sudden end. */
const SHUTDOWN_MS_MAX = 20_000

type Close = () => Promise<void> | void

/** What is shown between the start and the feed. What it starts, it hands to `closeLast`. */
export type Introduction = (
  session: Session,
  run: { directory: string; closeLast(close: Close): void },
) => Promise<void>

/** @param introduce in place of the banner. */
export const runDev = async (
  context: Context,
  options: DevOptions,
  introduce?: Introduction,
): Promise<void> => {
  const { terminal } = context
  const directory = devDirectory(context.environment, options.dataDir)
  const closes: Close[] = []
  try {
    await start(context, { directory, options, introduce, closes })
  } finally {
    setTimeout(() => process.exit(1), SHUTDOWN_MS_MAX).unref()
    if (closes.length > 0) terminal.say('Stopping: finishing what was begun.')
    for (const close of closes.toReversed()) await close()
    if (closes.length > 0) terminal.say('Stopped. The next start goes on with the same data.')
  }
}

type Run = {
  directory: string
  options: DevOptions
  introduce: Introduction | undefined
  /** How to close what was started; the last one first. */
  closes: Close[]
}

const start = async (context: Context, run: Run): Promise<void> => {
  const { terminal, signal } = context
  const tellStop = (): void => terminal.say('Stopping when the start is complete.')
  const session = await startSession(context, run, () =>
    signal.addEventListener('abort', tellStop, { once: true }),
  )
  signal.removeEventListener('abort', tellStop)
  if (signal.aborted) return
  const execute = (request: DevRequest): Promise<DevAnswer> => perform(session, request)
  await openControl(run, session, execute)
  const aborted = once(signal, 'abort')
  await Promise.race([introduceSession(context, run, session), aborted])
  if (signal.aborted) return
  showFeedAndPrompt(context, run, session, execute)
  const closing = new AbortController()
  run.closes.push(() => closing.abort())
  watchPartner(session, closing.signal, { isOwn: run.introduce === undefined })
  await aborted
}

/** @param onStart called when everything is checked and the start itself begins. */
const startSession = async (
  context: Context,
  { directory, options, introduce, closes }: Run,
  onStart: () => void,
): Promise<Session> => {
  const { terminal } = context
  const urls = await readUrls(context, options)
  // After the question for a URL, because another run may have started in the meantime.
  await refuseSecond(directory)
  const { inCells = false } = options
  refuseOtherData(directory, inCells)
  inFolder(directory, makeFolder)
  let state = openState(directory)
  const config = await readDevConfig(context, options, directory, state)
  const save = (changes: Partial<DevState>): void => {
    state = { ...state, ...changes }
    writeState(directory, state)
  }
  context.stopGracefully()
  onStart()
  terminal.say(`Starting PostgreSQL and the platform on the data in ${directory} …`)
  const { apiUrl } = urls
  const webhookUrl = urls.webhookUrl ?? webhookUrlOf(apiUrl)
  const feed = createFeed()
  const { hooks, ...calls } = createPartnerCalls(feed, { apiUrl, webhookUrl })
  const log = createLog(config.logLevel, platformLogTo(feed))
  const databases = await startDatabases(config, inCells, log).catch(notStarted)
  if (inCells) closes.push(() => databases.stop())
  const platform = await startPlatform(databases.config, log, {
    ...hooks,
    otherPorts: options.port === undefined,
  }).catch(notStarted)
  closes.push(
    () => platform.stop(),
    () => calls.faults.stop(),
  )
  const { address: platformUrl, local } = platform
  const port = Number(new URL(platformUrl).port)
  if (port !== config.port && config.port !== 0) {
    terminal.say(
      `The port ${config.port} is taken by another program, so the platform has ${port}.`,
    )
  }
  // A run that was ended in the middle of a move may have left its partner refused.
  await local.homes?.endMoves()
  const api = createApi(platformUrl)
  const accounts = await prepareAccounts({ api, local }, state, urls, save)
  // The demonstration's own server is gone by the next run.
  save(introduce ? { port } : { port, ...urls })
  const { operatorKey } = state
  const { clock, people, homes } = local
  return {
    api,
    accounts,
    operatorKey,
    clock,
    people,
    homes,
    ...calls,
    feed,
    platformUrl,
    apiUrl,
    webhookUrl,
  }
}

const notStarted = (error: unknown): never => {
  throw unreachable(`The platform did not start: ${startErrorText(error)}`)
}

const refuseSecond = async (directory: string): Promise<void> => {
  const running = readRunning(directory)
  if (!running) return
  const answers = await askRunning(directory, { command: 'info' }).then(
    () => true,
    (error: unknown) => !(error instanceof Problem),
  )
  // A run that was killed has left the file.
  if (!answers) return removeRunning(directory)
  throw unreachable(
    `wasl dev runs already on ${directory} (process ${running.pid}, ${running.platformUrl}).`,
    'Stop it first, or give this one another --data-dir.',
  )
}

const openControl = async (
  { directory, closes }: Run,
  { platformUrl }: Session,
  execute: (request: DevRequest) => Promise<DevAnswer>,
): Promise<void> => {
  const { url: controlUrl, token, close } = await startControl(execute)
  closes.push(close)
  writeRunning(directory, { pid: process.pid, platformUrl, controlUrl, token })
  closes.push(() => removeRunning(directory))
}

const introduceSession = async (
  { terminal }: Context,
  { directory, options, introduce, closes }: Run,
  session: Session,
): Promise<void> => {
  if (introduce) {
    await introduce(session, { directory, closeLast: (close) => void closes.unshift(close) })
  } else if (options.json) {
    const { platformUrl, apiUrl, webhookUrl, accounts } = session
    const environment = variablesOf(accounts.partner, platformUrl)
    terminal.json({ kind: 'ready', platformUrl, apiUrl, webhookUrl, environment })
  } else {
    await showBanner(terminal, session, directory)
  }
}

const showFeedAndPrompt = (
  context: Context,
  { options, closes }: Run,
  { feed }: Session,
  execute: (request: DevRequest) => Promise<DevAnswer>,
): void => {
  const { terminal } = context
  if (!terminal.isInteractive || options.json)
    return showFeed(terminal, feed, options, (write) => write())
  const { names, run } = createPromptCommands(context, execute)
  const prompt = openPrompt(terminal, names, run, () => process.kill(process.pid, 'SIGTERM'))
  closes.push(prompt.close)
  showFeed(terminal, feed, options, prompt.above)
}

const showFeed = (
  terminal: Terminal,
  feed: Feed,
  { json }: DevOptions,
  around: (write: () => void) => void,
): void =>
  feed.to((entry) =>
    around(() => {
      if (json) terminal.out(JSON.stringify(entry))
      else for (const line of linesOf(entry, terminal)) terminal.out(line)
    }),
  )
