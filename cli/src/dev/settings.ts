/** The settings of `wasl dev`: from options, then the environment, then an earlier run. */
import { createServer } from 'node:net'
import { text, isCancel } from '@clack/prompts'
import { readConfig, type Config } from '@wasl/platform'
import { urlProblem } from '@wasl/protocol'
import type { Context } from '../context.ts'
import { unreachable, usage } from '../problem.ts'
import { findEndpoints, tellLeftOut, type Endpoints } from '../targets.ts'
import type { Terminal } from '../terminal.ts'
import type { DevState } from './home.ts'

export type DevOptions = {
  apiUrl?: string
  webhookUrl?: string
  port?: string
  dataDir?: string
  json?: boolean
  /** Two cells, each an embedded database of its own, in place of one database. */
  inCells?: boolean
}

const PORT_DEFAULT = 8080
const PORT_MAX = 65_535

const EXAMPLE = 'For example: wasl dev --api-url http://localhost:3000/pay'

/** The developer's two endpoints, from a prompt if they are not known. */
export const readUrls = async (context: Context, options: DevOptions): Promise<Endpoints> => {
  const { terminal } = context
  const found = findEndpoints(context, options, options.dataDir)
  if (found === null && !terminal.isInteractive)
    throw usage('--api-url is missing: where does your server run?', EXAMPLE)
  const { apiUrl, webhookUrl } = found ?? (await askForUrls(context, options))
  checkUrl('--api-url', apiUrl)
  if (webhookUrl !== null) checkUrl('--webhook-url', webhookUrl)
  // References are appended to the API URL. The Webhook URL is called as it is.
  return { apiUrl: apiUrl.replace(/\/$/, ''), webhookUrl }
}

const askForUrls = async (context: Context, { webhookUrl }: DevOptions): Promise<Endpoints> => {
  const apiUrl = await askForUrl(context.terminal)
  if (webhookUrl === undefined) tellLeftOut(context, 'the prompt')
  return { apiUrl, webhookUrl: webhookUrl ?? null }
}

const askForUrl = async ({ stdin, stderr }: Terminal): Promise<string> => {
  const answer = await text({
    message: 'Where does your server run? (the API URL: lookups are GET {API URL}/{reference})',
    placeholder: 'http://localhost:3000/pay',
    input: stdin,
    output: stderr,
    validate: (value) => urlProblem(value ?? '') ?? undefined,
  })
  if (isCancel(answer)) throw usage('No API URL was given.', EXAMPLE)
  return answer
}

const checkUrl = (name: string, url: string): void => {
  const problem = urlProblem(url)
  if (problem !== null) throw usage(`${name}: ${problem}`, EXAMPLE)
}

/**
 * The platform's configuration: the embedded database in this folder, and partners on this machine. If
 * the default port is taken, the platform takes another one. A port of --port must be free, which is
 * checked before the database is started.
 */
export const readDevConfig = async (
  { environment }: Context,
  { port }: DevOptions,
  directory: string,
  state: DevState,
): Promise<Config> => {
  const {
    DATABASE_URL: _database,
    WASL_CELLS: _cells,
    WASL_MASTER_KEY: _key,
    WASL_MASTER_KEY_PREVIOUS: _keys,
    PORT: _port,
    ...rest
  } = environment
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= PORT_MAX)) {
    throw usage(`--port: expected a number from 0 to 65535, received ${JSON.stringify(port)}`)
  }
  let config: Config
  try {
    config = readConfig({
      ...rest,
      PORT: port ?? String(state.port ?? PORT_DEFAULT),
      WASL_DATA_DIR: directory,
      WASL_OPERATOR_KEY: state.operatorKey,
      WASL_ALLOW_PRIVATE_TARGETS: '1',
      WASL_LOG_LEVEL: environment['WASL_LOG_LEVEL'] ?? 'error',
    })
  } catch (error) {
    throw usage((error as Error).message)
  }
  if (port !== undefined) refusePort(config, await listenErrorAt(config))
  return config
}

/** Why nothing can listen there, as a code of the system; null if something can. */
const listenErrorAt = ({ host, port }: Config): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })

const refusePort = ({ host, port }: Config, code: string | null): void => {
  switch (code) {
    case null:
      return
    case 'EACCES':
      throw unreachable(
        `This user may not listen on the port ${port}.`,
        'Give one above 1023, or leave --port out to get a free one.',
      )
    case 'EADDRINUSE':
      throw unreachable(
        `The port ${port} is taken by another program.`,
        'Leave --port out to get a free one.',
      )
    default:
      throw unreachable(
        `HOST: ${host} is not an address of this machine.`,
        'Leave it out to listen on 127.0.0.1.',
      )
  }
}
